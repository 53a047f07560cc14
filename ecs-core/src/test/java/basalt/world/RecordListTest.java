package basalt.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.ListColumn;
import basalt.query.Condition;
import basalt.query.Row;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.storage.fixture.Position;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Components with an array of records: a list for each field of these. */
class RecordListTest {
    record Vec(float x, float y) {}

    enum Rarity {
        COMMON,
        RARE
    }

    record Item(
            int kind,
            Rarity rarity,
            char letter,
            boolean isWorn,
            @EntityHandle long owner,
            Vec at) {}

    record Bag(short slots, Item[] items, double[] weights) {
        static final Component<Bag> TYPE = Component.of(Bag.class);
        static final ListColumn.OfInt KINDS = TYPE.int32List("items.kind");
        static final ListColumn.OfEntity OWNERS = TYPE.entityList("items.owner");
        static final ListColumn.OfEnum<Rarity> RARITIES = TYPE.enumerationList("items.rarity", Rarity.class);
        static final ListColumn.OfFloat X = TYPE.float32List("items.at.x");
    }

    record Stack(Item[] items) {}

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private static Item item(int kind, long owner) {
        Rarity rarity = kind % 3 == 2 ? null : Rarity.values()[kind % 3];
        return new Item(kind, rarity, (char) ('a' + kind), kind % 2 == 1, owner, new Vec(kind, -kind));
    }

    private static void assertBag(Bag expected, Bag actual) {
        assertEquals(expected.slots, actual.slots);
        assertArrayEquals(expected.items, actual.items);
        assertArrayEquals(expected.weights, actual.weights);
    }

    @Test
    void shouldKeepAnArrayOfRecords() {
        long owner = world.spawn();
        Bag bag = new Bag((short) 9, new Item[] {item(3, owner), item(4, 0)}, new double[] {1.5});
        long entity = world.spawn(bag, new Position(1, 2));
        assertBag(bag, world.get(entity, Bag.class));
        Row row = world.row(entity);
        assertEquals(2, row.length(Bag.KINDS));
        assertEquals(4, row.get(Bag.KINDS, 1));
        assertEquals(owner, row.get(Bag.OWNERS, 0));
        assertArrayEquals(new float[] {3, 4}, row.get(Bag.X));
        row.set(Bag.X, 1, 7);
        assertEquals(new Vec(7, -4), world.get(entity, Bag.class).items[1].at);
        assertArrayEquals(new Rarity[] {Rarity.COMMON, Rarity.RARE}, row.get(Bag.RARITIES));
        row.set(Bag.RARITIES, 0, Rarity.RARE);
        assertEquals(Rarity.RARE, world.get(entity, Bag.class).items[0].rarity);
        row.set(Bag.RARITIES, new Rarity[] {null, Rarity.COMMON});
        assertNull(row.get(Bag.RARITIES, 0));
        row.add(Bag.RARITIES, Rarity.RARE);
        row.remove(Bag.RARITIES, 1);
        assertEquals(Rarity.RARE, world.get(entity, Bag.class).items[1].rarity);
        assertNull(world.get(entity, Bag.class).items[0].rarity);
        assertThrows(IndexOutOfBoundsException.class, () -> row.get(Bag.RARITIES, 2));
        assertMessage("must not be null", () -> row.set(Bag.RARITIES, null));
        Bag empty = new Bag((short) 0, new Item[0], new double[0]);
        world.set(entity, empty);
        assertBag(empty, world.get(entity, Bag.class));
        world.add(owner, Bag.TYPE);
        assertBag(empty, world.get(owner, Bag.class));
    }

    @Test
    void shouldBeReadAndWrittenByKernelsAndCommands() {
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            Item[] items = new Item[random.nextInt(5)];
            Arrays.setAll(items, at -> item(random.nextInt(20), 0));
            world.spawn(new Stack(items));
        }
        long sum = sum();
        int count = world.query(Stack.class).rows().count();
        world.query(Stack.class)
                .update(stack -> new Stack(plus(stack.items, item(1, 0))))
                .run();
        assertEquals(sum + count, sum());
        long first = world.query(Stack.class).rows().first();
        world.commands().set(first, new Stack(new Item[] {item(100, first)}));
        world.applyCommands();
        assertArrayEquals(new Item[] {item(100, first)}, world.get(first, Stack.class).items);
        ListColumn kinds = Component.of(Stack.class).int32List("items.kind");
        int single = world.query()
                .all(Stack.class)
                .where(Condition.onLength(kinds).atMost(1))
                .build()
                .count();
        assertTrue(single > 1 && single < count, "count=" + single);
    }

    @Test
    void shouldBeFoundByEnum() {
        assertEquals(Bag.RARITIES, Bag.TYPE.columns().get(2));
        assertMessage("enumerationList(\"items.rarity\"", () -> Bag.TYPE.int8List("items.rarity"));
        assertMessage("enumerationList(\"items.rarity\"", () -> Bag.TYPE.enumerationList("items.rarity", Mode.class));
        assertMessage("int32List(\"items.kind\")", () -> Bag.TYPE.enumerationList("items.kind", Mode.class));
        assertMessage(
                "declares no such column",
                () -> new ListColumn.OfByte(Bag.TYPE, "items.rarity", Bag.RARITIES.offset()));
        assertMessage(
                "declares no such column",
                () -> new ListColumn.OfEnum<>(Bag.TYPE, "items.rarity", Mode.class, List.of(), Bag.RARITIES.offset()));
        assertThrows(
                ClassCastException.class,
                () -> add(
                        world.row(world.spawn(new Bag((short) 1, new Item[0], new double[0]))), Bag.RARITIES, Mode.A));
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void shouldRefuseConstantsOfAnotherEnum() {
        Item[] items = {item(3, 0)};
        Row row = world.row(world.spawn(new Bag((short) 1, items, new double[0])));
        assertThrows(
                ClassCastException.class,
                () -> row.set((ListColumn.OfEnum) Bag.RARITIES, new Mode[] {Mode.values()[0]}));
        assertArrayEquals(new Rarity[] {items[0].rarity}, row.get(Bag.RARITIES));
    }

    private record Glyph(Character.UnicodeScript script) {}

    private record Glyphs(Glyph[] all) {
        static final Component<Glyphs> TYPE = Component.of(Glyphs.class);
        static final ListColumn.OfEnum<Character.UnicodeScript> SCRIPTS =
                TYPE.enumerationList("all.script", Character.UnicodeScript.class);
    }

    /** Ordinals of two bytes. */
    @Test
    void shouldHaveEnumsOfManyConstants() {
        Character.UnicodeScript[] scripts = Character.UnicodeScript.values();
        Character.UnicodeScript last = scripts[scripts.length - 1];
        assertTrue(last.ordinal() > Byte.MAX_VALUE);
        long entity = world.spawn(new Glyphs(new Glyph[] {new Glyph(last), new Glyph(null), new Glyph(scripts[128])}));
        Row row = world.row(entity);
        assertArrayEquals(new Character.UnicodeScript[] {last, null, scripts[128]}, row.get(Glyphs.SCRIPTS));
        row.set(Glyphs.SCRIPTS, 1, scripts[127]);
        row.add(Glyphs.SCRIPTS, scripts[129]);
        world.commands().add(entity, Glyphs.SCRIPTS, last);
        world.commands().set(entity, Glyphs.SCRIPTS, 0, null);
        world.applyCommands();
        Character.UnicodeScript[] expected = {null, scripts[127], scripts[128], scripts[129], last};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], row.get(Glyphs.SCRIPTS, i));
            assertEquals(expected[i], row.list(Glyphs.SCRIPTS).get(i));
            assertEquals(expected[i], world.get(entity, Glyphs.class).all[i].script);
        }
        row.set(Glyphs.SCRIPTS, new Character.UnicodeScript[] {last});
        assertEquals(last, row.list(Glyphs.SCRIPTS).get(0));
    }

    private enum Mode {
        A
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // what raw types allow
    private static void add(Row row, ListColumn.OfEnum column, Enum constant) {
        row.add(column, constant);
    }

    @Test
    void shouldShowConstantsByTheirNames() {
        long entity = world.spawn(new Bag((short) 9, new Item[] {item(3, 0), item(1, 0), item(2, 0)}, new double[0]));
        assertTrue(world.describe(entity).contains("items.rarity=[COMMON, RARE, null]"), world.describe(entity));
    }

    private static Item[] plus(Item[] items, Item more) {
        Item[] all = Arrays.copyOf(items, items.length + 1);
        all[items.length] = more;
        return all;
    }

    private long sum() {
        long[] sum = {0};
        world.query(Stack.class)
                .each(stack -> sum[0] +=
                        Arrays.stream(stack.items).mapToInt(Item::kind).sum());
        world.query(Stack.class)
                .forEach(stack -> sum[0] +=
                        Arrays.stream(stack.items).mapToInt(Item::kind).sum());
        return sum[0];
    }

    @Test
    void shouldBeInFilesAndFollowTheirEntities() {
        long owner = world.spawn();
        Bag bag = new Bag((short) 9, new Item[] {item(3, owner), item(4, owner)}, new double[0]);
        world.spawn(bag);
        byte[] saved = Saving.bytes(world);
        try (World other = World.create()) {
            other.spawn();
            Saves.merge(other, Saving.source(saved), new LoadOptions());
            long merged = other.query().all(Bag.TYPE).build().first();
            Item[] items = other.get(merged, Bag.class).items;
            assertEquals(2, items.length);
            assertTrue(other.isAlive(items[0].owner) && items[0].owner != merged, "handles are remapped");
            assertEquals(new Vec(3, -3), items[0].at);
        }
    }

    @Test
    void shouldRejectNullsAndListsOfDifferentLengths() {
        long entity = world.spawn(new Stack(new Item[] {item(1, 0)}));
        assertMessage("must not be null", () -> world.set(entity, new Stack(null)));
        assertMessage("index=1", () -> world.set(entity, new Stack(new Item[] {item(1, 0), null})));
        assertMessage(
                "at of record", () -> world.set(entity, new Stack(new Item[] {new Item(1, null, 'a', true, 0, null)})));
        assertArrayEquals(new Item[] {item(1, 0)}, world.get(entity, Stack.class).items);
        world.row(entity).add(Component.of(Stack.class).int32List("items.kind"), 3);
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> world.get(entity, Stack.class));
        assertTrue(thrown.getMessage().contains("field items of record"), thrown.getMessage());
        assertTrue(thrown.getMessage().contains("2 and 1"), thrown.getMessage());
        assertNull(thrown.getCause());
    }

    private static void assertMessage(String part, Runnable call) {
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, call::run);
        assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
    }

    private record Boxed(Integer box) {}

    private record OfBoxes(Boxed[] boxes) {}

    private record Ranked(int[] ranks) {}

    private record OfLists(Ranked[] ranked) {}

    private record Nothing() {}

    private record OfNothing(Nothing[] nothing) {}

    private record Self(Self[] children) {}

    private record Fixed(@Length(3) Vec[] corners) {}

    @Test
    void shouldRejectArraysOfRecordsThatAreNotFlat() {
        assertMessage("boxes.box", () -> Component.of(OfBoxes.class));
        assertMessage("ranked.ranks", () -> Component.of(OfLists.class));
        assertMessage("without fields", () -> Component.of(OfNothing.class));
        assertMessage("of its own type", () -> Component.of(Self.class));
        assertMessage("@Length", () -> Component.of(Fixed.class));
    }
}
