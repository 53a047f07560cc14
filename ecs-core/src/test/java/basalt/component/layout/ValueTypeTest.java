package basalt.component.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ValueTypeTest {
    record Item(String name, int count, Optional<Item> spare) {}

    record All(
            boolean z,
            byte b,
            short s,
            char c,
            int i,
            long j,
            float f,
            double d,
            Boolean boxedFlag,
            Character boxedLetter,
            Integer boxedInt,
            Double boxedDouble,
            UUID id,
            Instant time,
            TimeUnit unit,
            Item item,
            List<Item> items,
            Set<? extends Number> none,
            Set<Integer> numbers,
            Map<String, List<Optional<Long>>> map) {}

    private static final ValueType ALL = ValueType.of(All.class);

    private static All sample(int seed) {
        Item item = new Item("x" + seed, seed, Optional.of(new Item(null, -1, Optional.empty())));
        Map<String, List<Optional<Long>>> map = new LinkedHashMap<>();
        map.put("b", List.of(Optional.of(5L), Optional.empty()));
        map.put("a", Arrays.asList(null, Optional.of(Long.MIN_VALUE)));
        map.put(null, null);
        return new All(
                true,
                (byte) -3,
                Short.MIN_VALUE,
                '\uFFFF',
                seed,
                Long.MAX_VALUE,
                Float.NaN,
                -0.0,
                false,
                'x',
                seed % 2 == 0 ? null : -7,
                Double.MIN_VALUE,
                new UUID(3, seed),
                Instant.ofEpochSecond(seed, 999_999_999),
                TimeUnit.DAYS,
                item,
                Arrays.asList(item, null, item),
                null,
                new LinkedHashSet<>(List.of(3, 1, 2)),
                map);
    }

    private static byte[] bytes(ValueType type, Object value) {
        ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(8);
        int end = type.encode(value, buffer, 3);
        return Arrays.copyOfRange(buffer.byteArray(), 3, end);
    }

    private static Object read(ValueType type, byte[] bytes) {
        return type.decode(type.kind(), new UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** A type that can be written, without the field of sets of any numbers. */
    private static ValueType field(Class<?> record, String name) {
        RecordComponent found = Arrays.stream(record.getRecordComponents())
                .filter(component -> component.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return ValueType.of(record).field(found);
    }

    @Test
    void shouldCopyValuesOfAllTypes() {
        for (int seed = 0; seed < 3; seed++) {
            All copy = (All) read(ALL, bytes(ALL, sample(seed)));
            assertEquals(sample(seed), copy);
            assertEquals(List.of(3, 1, 2), new ArrayList<>(copy.numbers()), "the order is kept");
            assertEquals(
                    Arrays.asList("b", "a", null), new ArrayList<>(copy.map().keySet()));
        }
    }

    @Test
    void shouldReadUnmodifiableCollections() {
        All copy = (All) read(ALL, bytes(ALL, sample(1)));
        for (Collection<?> each : List.of(
                copy.items(), copy.numbers(), copy.map().values(), copy.map().get("b"))) {
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> each.remove(each.iterator().next()));
        }
    }

    record Names(List<Object> objects) {}

    record Deep(int number, Map<String, Names> names) {}

    record Raw(@SuppressWarnings("rawtypes") List list) {}

    @Test
    void shouldNameWhatCannotBeWritten() {
        assertEquals("none (java.lang.Number)", ALL.unsavable());
        assertEquals(
                "names.objects (java.lang.Object)", ValueType.of(Deep.class).unsavable());
        assertEquals("list (java.util.List)", ValueType.of(Raw.class).unsavable());
        assertEquals("(int[])", ValueType.of(int[].class).unsavable());
        assertNull(ValueType.of(Item.class).unsavable());
        assertNull(field(All.class, "map").unsavable());
    }

    record Old(int count, String gone, List<Integer> numbers) {}

    record New(List<Integer> numbers, long fresh, int count, String added, boolean flag) {}

    @Test
    void shouldFindFieldsByName() {
        byte[] old = bytes(ValueType.of(Old.class), new Old(5, "x", List.of(7)));
        assertEquals(new New(List.of(7), 0, 5, null, false), read(ValueType.of(New.class), old));
    }

    record Wider(long count) {}

    record Picky(int count) {
        Picky {
            if (count > 3) {
                throw new IllegalStateException("too many");
            }
        }
    }

    @Test
    void shouldRefuseOtherTypes() {
        byte[] old = bytes(ValueType.of(Old.class), new Old(5, "x", List.of(7)));
        String message = assertThrows(IllegalArgumentException.class, () -> read(ValueType.of(Wider.class), old))
                .getMessage();
        assertTrue(message.contains("has another type there"), message);
        var refused = assertThrows(IllegalArgumentException.class, () -> read(ValueType.of(Picky.class), old));
        assertTrue(refused.getMessage().contains("Picky refuses its values"), refused.getMessage());
        assertEquals("too many", refused.getCause().getMessage());
    }

    record Tree(List<Tree> below) {}

    @Test
    void shouldRefuseWhatHasNoEnd() {
        Tree tree = new Tree(List.of());
        for (int i = 0; i < 40; i++) {
            tree = new Tree(List.of(tree));
        }
        assertEquals(tree, read(ValueType.of(Tree.class), bytes(ValueType.of(Tree.class), tree)));
        for (int i = 0; i < 40; i++) {
            tree = new Tree(List.of(tree));
        }
        Tree deep = tree;
        assertThrows(IllegalStateException.class, () -> bytes(ValueType.of(Tree.class), deep));
    }

    @Test
    void shouldRefuseDamageWithoutOtherErrors() {
        byte[] bytes = bytes(ALL, sample(1));
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length);
            for (int n = random.nextInt(3); n >= 0 && damaged.length > 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                read(ALL, damaged);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertTrue(refused > 5_000, "refused: " + refused);
    }
}
