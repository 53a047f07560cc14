package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.StringColumn;
import basalt.memory.MemoryScope;
import basalt.memory.frame.FrameLongList;
import basalt.storage.fixture.Position;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Indexes over columns of strings. */
class StringIndexTest {
    record Player(int level, String name, String clan) {
        static final Component<Player> TYPE = Component.of(Player.class);
        static final StringColumn NAME = TYPE.string("name");
    }

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private List<Long> collect(ValueIndex index, String value) {
        try (MemoryScope scope = world.frame().open()) {
            assertNotNull(scope);
            FrameLongList found = FrameLongList.in(world.frame(), 10_000);
            assertEquals(index.count(value), index.collect(value, found));
            List<Long> entities = new ArrayList<>();
            for (int i = 0; i < found.size(); i++) {
                entities.add(found.get(i));
            }
            return entities;
        }
    }

    @Test
    void shouldFindEntitiesByStrings() {
        ValueIndex byName = world.index(Player.class, Player::name);
        ValueIndex byClan = world.index(Player.class, Player::clan);
        assertNotEquals(byName, byClan);
        assertEquals(byName, world.index(Player.NAME));
        long ann = world.spawn(new Player(1, "Ann", "red"));
        long bob = world.spawn(new Player(2, "Bob", "red"));
        long none = world.spawn(new Player(3, null, ""));
        assertEquals(ann, byName.find("Ann"));
        assertEquals(none, byName.find((String) null));
        assertEquals(Entity.NULL, byName.find(""));
        assertEquals(none, byClan.find(""));
        assertEquals(List.of(ann, bob), collect(byClan, "red"));
        world.row(ann).set(Player.NAME, "Zoë \uD83D\uDE00 \uD800");
        assertEquals(Entity.NULL, byName.find("Ann"));
        assertEquals(ann, byName.find("Zoë \uD83D\uDE00 \uD800"));
        world.destroy(ann);
        assertEquals(List.of(bob), collect(byClan, "red"));
    }

    @Test
    void shouldAnswerAsAMap() {
        Random random = new Random(3);
        ValueIndex byName = world.index(Player.NAME);
        Map<Long, String> names = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            List<Long> all = new ArrayList<>(names.keySet());
            String name = random.nextInt(9) == 0 ? null : "name ".repeat(random.nextInt(4)) + random.nextInt(40);
            long any = all.isEmpty() ? 0 : all.get(random.nextInt(all.size()));
            switch (all.isEmpty() ? 0 : random.nextInt(6)) {
                case 0, 1 -> names.put(world.spawn(new Player(i, name, "x"), new Position(0, 0)), name);
                case 2 -> {
                    world.set(any, new Player(i, name, "y"));
                    names.put(any, name);
                }
                case 3 -> {
                    world.row(any).set(Player.NAME, name);
                    names.put(any, name);
                }
                case 4 -> {
                    world.destroy(any);
                    names.remove(any);
                }
                default -> {
                    world.remove(any, Player.TYPE);
                    names.remove(any);
                }
            }
            String asked = random.nextInt(9) == 0 ? null : "name ".repeat(random.nextInt(4)) + random.nextInt(40);
            List<Long> expected = names.entrySet().stream()
                    .filter(entry -> Objects.equals(entry.getValue(), asked))
                    .map(Map.Entry::getKey)
                    .sorted(Comparator.comparingInt(Entity::index))
                    .toList();
            assertEquals(expected.isEmpty() ? Entity.NULL : expected.get(0), byName.find(asked));
            if (i % 10 == 0) {
                assertEquals(expected, collect(byName, asked));
            }
        }
    }

    /** Two strings of 16 bytes with the same hash, that of {@code Text.longHash}. */
    private static List<String> sameHash() {
        long bytes = 0x6161616161616161L;
        for (long other = 0x2121212121212121L; ; other += 0x0101) {
            long difference = mixed(16 ^ bytes) ^ mixed(16 ^ other);
            if ((difference & 0x8080808080808080L) == 0 && (other & 0x8080808080808080L) == 0) {
                return List.of(text(bytes, bytes), text(other, bytes ^ difference));
            }
        }
    }

    private static long mixed(long bits) {
        long half = (bits ^ bits >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        long all = (half ^ half >>> 27) * 0x94D0_49BB_1331_11EBL;
        return all ^ all >>> 31;
    }

    private static String text(long first, long second) {
        ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        return new String(bytes.putLong(first).putLong(second).array(), StandardCharsets.US_ASCII);
    }

    @Test
    void shouldTellStringsWithTheSameHashApart() {
        List<String> same = sameHash();
        ValueIndex byName = world.index(Player.NAME);
        long first = world.spawn(new Player(1, same.get(1), ""));
        long second = world.spawn(new Player(1, same.get(0), ""));
        assertEquals(2, byName.size());
        assertEquals(second, byName.find(same.get(0)));
        assertEquals(first, byName.find(same.get(1)));
        assertEquals(List.of(second), collect(byName, same.get(0)));
        byName.unique();
        assertEquals(first, byName.find(same.get(1)));
        world.spawn(new Player(2, same.get(1), ""));
        assertThrows(IllegalStateException.class, () -> byName.find("x"));
    }

    @Test
    void shouldNameBothEntitiesOfADuplicate() {
        ValueIndex byName = world.index(Player.class, Player::name).unique();
        long first = world.spawn(new Player(1, "Ann", ""));
        long second = world.spawn(new Player(1, "Ann", ""));
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> byName.find("Bob"));
        assertTrue(thrown.getMessage().contains(Entity.toString(first)), thrown.getMessage());
        assertTrue(thrown.getMessage().contains(Entity.toString(second)), thrown.getMessage());
        assertTrue(thrown.getMessage().contains("'Ann'"), thrown.getMessage());
    }

    private record Bag(int[] items) {}

    @Test
    void shouldRejectOtherValuesAndOrders() {
        Column items = Component.of(Bag.class).int32List("items");
        assertThrows(IllegalArgumentException.class, () -> world.index(items));
        ValueIndex byName = world.index(Player.NAME);
        ValueIndex byLevel = world.index(Player.class, Player::level);
        assertThrows(IllegalArgumentException.class, () -> byName.find(3));
        assertThrows(IllegalArgumentException.class, () -> byLevel.find("3"));
        assertThrows(IllegalArgumentException.class, () -> byName.countRange(1, 2));
        try (MemoryScope scope = world.frame().open()) {
            assertNotNull(scope);
            FrameLongList list = FrameLongList.in(world.frame(), 1);
            IllegalArgumentException thrown =
                    assertThrows(IllegalArgumentException.class, () -> byName.lowest(1, list));
            assertTrue(thrown.getMessage().contains("have no order"), thrown.getMessage());
        }
    }
}
