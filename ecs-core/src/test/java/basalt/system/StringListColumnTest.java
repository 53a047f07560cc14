package basalt.system;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.component.StringListColumn;
import basalt.component.WithCodec;
import basalt.memory.HeapBytes;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.save.Replay;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.fixture.TextCodec;
import basalt.world.EventReader;
import basalt.world.Prefab;
import basalt.world.StateHashes;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lists of strings off heap. */
class StringListColumnTest {
    private static final int ENTITIES = 20_000;

    private static final List<List<String>> SAMPLES = List.of(
            List.of(),
            List.of(""),
            Arrays.asList("a", null, "", null),
            List.of("\0", "\u007f\u0080\u07ff\u0800\uffff", "\ud800", "\udc00\ud800"),
            List.of("\u00e4".repeat(5000), "\ud83d\ude00".repeat(40_000)),
            List.of("x,y", "\"", "[", "L", "N", "T"));

    record Quest(int number, List<String> steps, String[] names) {
        static final Component<Quest> TYPE = Component.of(Quest.class);
        static final StringListColumn STEPS = TYPE.stringList("steps");
        static final StringListColumn NAMES = TYPE.stringList("names");

        static Quest of(int number, List<String> steps) {
            return new Quest(number, steps, steps.toArray(new String[0]));
        }
    }

    record Item(String name, int count) {}

    record Bag(Item[] items) {
        static final Component<Bag> TYPE = Component.of(Bag.class);
        static final StringListColumn NAMES = TYPE.stringList("items.name");
    }

    record Said(List<String> words) {
        static final EventType<Said> TYPE = EventType.of(Said.class);
        static final ReferenceColumn<?> WORDS = TYPE.reference("words", List.class);
    }

    private final World world = World.create();
    private final long entity = world.spawn(Quest.of(1, List.of("one", "two")));

    @AfterEach
    void close() {
        world.close();
    }

    private static void assertQuest(Quest expected, Quest actual) {
        assertEquals(expected.number, actual.number);
        assertEquals(expected.steps, actual.steps);
        assertArrayEquals(expected.names, actual.names);
    }

    @Test
    void shouldReadWhatWasWritten() {
        Row row = world.row(entity);
        for (List<String> steps : SAMPLES) {
            row.set(Quest.STEPS, steps);
            assertEquals(steps, row.get(Quest.STEPS));
            assertEquals(steps.size(), row.length(Quest.STEPS));
            for (int i = 0; i < steps.size(); i++) {
                assertEquals(steps.get(i), row.get(Quest.STEPS, i));
                assertTrue(row.equals(Quest.STEPS, i, steps.get(i)));
                assertFalse(row.equals(Quest.STEPS, i, steps.get(i) == null ? "" : steps.get(i) + "x"));
                assertEquals(steps.get(i) == null, row.equals(Quest.STEPS, i, null));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> row.get(Quest.STEPS, steps.size()));
            assertThrows(IndexOutOfBoundsException.class, () -> row.equals(Quest.STEPS, -1, ""));
            world.set(entity, Quest.of(2, steps));
            assertQuest(Quest.of(2, steps), world.get(entity, Quest.class));
            world.set(entity, Quest.NAMES, steps);
            assertEquals(steps, world.get(entity, Quest.NAMES));
            world.commands().set(entity, Quest.STEPS, List.of("by", "command"));
            long spawned = world.commands().spawn(Quest.of(3, steps));
            world.applyCommands();
            assertEquals(List.of("by", "command"), row.get(Quest.STEPS));
            assertQuest(Quest.of(3, steps), world.get(spawned, Quest.class));
            StateHashes.requireExact(world);
        }
    }

    @Test
    void shouldKeepWhatIsChangedLater() {
        List<String> steps = new ArrayList<>(List.of("a"));
        String[] names = {"b"};
        world.commands().add(entity, new Quest(4, steps, names));
        long template =
                world.template().with(new Quest(4, steps, names)).build().spawn();
        steps.add("c");
        names[0] = "d";
        world.applyCommands();
        for (long each : new long[] {entity, template}) {
            Quest quest = world.get(each, Quest.class);
            assertQuest(new Quest(4, List.of("a"), new String[] {"b"}), quest);
            assertThrows(UnsupportedOperationException.class, () -> quest.steps.add("e"));
            assertThrows(UnsupportedOperationException.class, () -> quest.steps.set(0, "e"));
        }
    }

    @Test
    void shouldBeEmptyAndNeverNull() {
        long other = world.spawn();
        world.add(other, Quest.TYPE);
        assertQuest(Quest.of(0, List.of()), world.get(other, Quest.class));
        long hash = Saves.stateHash(world);
        world.row(other).set(Quest.STEPS, List.of("a"));
        assertTrue(hash != Saves.stateHash(world));
        world.row(other).set(Quest.STEPS, List.of());
        assertEquals(hash, Saves.stateHash(world));
        assertNull(refusal(() -> world.set(entity, new Quest(5, null, new String[0]))));
        assertNull(refusal(() -> world.set(entity, new Quest(5, List.of(), null))));
        assertNull(refusal(() -> world.row(entity).set(Quest.STEPS, null)));
        assertThrowsWith(
                IllegalArgumentException.class,
                () -> world.row(entity).set((StringListColumn) null, List.of()),
                "column of a list must not be null");
        assertNull(refusal(() -> world.commands().set(entity, Quest.STEPS, null)));
        assertQuest(Quest.of(1, List.of("one", "two")), world.get(entity, Quest.class));
        assertThrows(
                MissingComponentException.class, () -> world.row(world.spawn()).get(Quest.STEPS));
    }

    private static Throwable refusal(Runnable call) {
        return assertThrowsWith(IllegalArgumentException.class, call::run, "must not be null", "List.of()")
                .getCause();
    }

    @Test
    void shouldBeFoundByItsType() {
        assertThrowsWith(
                IllegalArgumentException.class,
                () -> Quest.TYPE.string("steps"),
                "STRING_LIST",
                "stringList(\"steps\")");
        assertThrowsWith(
                IllegalArgumentException.class, () -> new StringListColumn(Quest.TYPE, "number", 0), "no such column");
        record Generic<T>(List<T> all) {}
        record Others(
                Generic<String> strings,
                Generic<Integer> numbers,
                List<? extends String> some,
                @WithCodec(TextCodec.class) String text,
                List<List<String>> nested) {}
        Component<Others> others = Component.of(Others.class);
        assertEquals("some", others.stringList("some").field());
        assertEquals("strings.all", others.stringList("strings.all").field());
        assertEquals(List.class, others.reference("numbers.all", List.class).type());
        assertEquals(List.class, others.reference("nested", List.class).type());
    }

    @Test
    void shouldStayAnObjectOfAnEvent() {
        List<String> words = List.of("a", "b");
        EventReader<Said> reader = world.events(Said.TYPE).reader();
        world.events(Said.TYPE).send(new Said(words));
        List<Said> read = new ArrayList<>();
        reader.forEach(read::add);
        assertEquals(List.of(new Said(words)), read);
        assertEquals(List.class, Said.WORDS.type());
    }

    private long steps(World of, int count) {
        return of.spawn(Quest.of(count, Collections.nCopies(count, "step")));
    }

    @Test
    void shouldBeFoundByItsLength() {
        world.destroy(entity);
        for (int i = 0; i < ENTITIES; i++) {
            steps(world, i % 7);
        }
        assertEquals(count(i -> i <= 2), where(Condition.onLength(Quest.STEPS).atMost(2)));
        assertEquals(count(i -> i == 3), where(Condition.onLength(Quest.STEPS).equalTo(3)));
        assertEquals(count(i -> i != 3), where(Condition.onLength(Quest.STEPS).notEqualTo(3)));
        assertEquals(count(i -> i > 5), where(Condition.onLength(Quest.STEPS).greaterThan(5)));
        assertEquals(
                count(i -> i == 0 || i == 6),
                where(Condition.anyOf(
                        Condition.onLength(Quest.STEPS).equalTo(0),
                        Condition.on(Quest.TYPE.int32("number")).equalTo(6))));
    }

    private static int count(IntPredicate of) {
        int count = 0;
        for (int i = 0; i < ENTITIES; i++) {
            count += of.test(i % 7) ? 1 : 0;
        }
        return count;
    }

    private int where(Condition condition) {
        Query query = world.query().where(condition).build();
        int[] found = {0};
        query.forEach(row -> found[0]++);
        assertEquals(found[0], query.count());
        return found[0];
    }

    @Tag("slow")
    @Test
    void shouldBeTheSameForAnyNumberOfWorkers() {
        Set<Long> hashes = new HashSet<>();
        for (int workers : new int[] {1, 2, 4}) {
            try (World other = World.create()) {
                for (int i = 0; i < ENTITIES; i++) {
                    steps(other, i % 5);
                }
                RowKernel kernel = other.query().all(Quest.TYPE).build().kernel(row -> {
                    List<String> steps = new ArrayList<>(row.get(Quest.STEPS));
                    steps.add("step " + row.length(Quest.NAMES));
                    row.set(Quest.STEPS, steps.size() > 4 ? List.of() : steps);
                });
                try (Schedule schedule = Schedule.builder(other)
                        .workers(workers)
                        .add("steps", kernel)
                        .build()) {
                    for (int tick = 0; tick < 4; tick++) {
                        schedule.tick(1);
                    }
                }
                other.query(Quest.class)
                        .update(quest -> Quest.of(quest.number, quest.steps))
                        .run();
                StateHashes.requireExact(other);
                hashes.add(Saves.stateHash(other));
            }
        }
        assertEquals(1, hashes.size());
    }

    @Test
    void shouldFollowSnapshotsCopiesPrefabsAndMoves() {
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            long tick = ring.capture();
            world.row(entity).set(Quest.STEPS, List.of("later"));
            world.rows().compact();
            ring.restore(tick);
            assertQuest(Quest.of(1, List.of("one", "two")), world.get(entity, Quest.class));
        }
        Prefab prefab = world.hierarchy().prefab(entity);
        assertEquals(List.of("one", "two"), world.row(prefab.spawn()).get(Quest.STEPS));
        assertTrue(world.describe(entity).contains("steps=[one, two], names=[one, two]"), world.describe(entity));
        try (World loaded = Saving.load(Saving.bytes(world))) {
            assertQuest(world.get(entity, Quest.class), loaded.get(entity, Quest.class));
            assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
        }
    }

    @Test
    void shouldBeInArraysOfRecords() {
        Item[] items = {new Item("key", 1), new Item(null, 2), new Item("", 3)};
        long chest = world.spawn(new Bag(items));
        assertArrayEquals(items, world.get(chest, Bag.class).items);
        Row row = world.row(chest);
        assertEquals(Arrays.asList("key", null, ""), row.get(Bag.NAMES));
        row.set(Bag.NAMES, List.of("a", "b", "c"));
        assertEquals(new Item("b", 2), world.get(chest, Bag.class).items[1]);
        row.set(Bag.NAMES, List.of("a"));
        assertThrowsWith(IllegalStateException.class, () -> world.get(chest, Bag.class), "different lengths");
        long empty = world.spawn();
        world.add(empty, Bag.TYPE);
        assertEquals(0, world.get(empty, Bag.class).items.length);
        record Spoken(Item[] items) {}
        assertThrowsWith(IllegalArgumentException.class, () -> EventType.of(Spoken.class), "Item[]", "only components");
    }

    @Test
    void shouldBeReplayed() {
        byte[] file;
        try (Schedule schedule = Schedule.builder(world).build();
                Replay replay = new Replay(schedule, 1, (to, from, offset, length) -> {})) {
            world.commands().set(entity, Quest.STEPS, Arrays.asList("x", null, "\u00e4"));
            world.commands().spawn(Quest.of(7, List.of()));
            world.commands().spawn(new Bag(new Item[] {new Item("sword", 1)}));
            replay.tick(1, new UnsafeBuffer(new byte[1]), 0, 1);
            world.commands().set(entity, Quest.NAMES, List.of());
            replay.tick(1, new UnsafeBuffer(new byte[1]), 0, 1);
            file = Saving.bytes(replay::save);
        }
        try (World other = World.create()) {
            long quest = other.spawn(Quest.of(1, List.of("one", "two")));
            try (Schedule schedule = Schedule.builder(other).build();
                    Replay replay = Replay.load(Saving.source(file), schedule, (to, from, offset, length) -> {})) {
                assertTrue(replay.play(2).isSame());
            }
            assertEquals(Saves.stateHash(world), Saves.stateHash(other));
            assertEquals(Arrays.asList("x", null, "\u00e4"), other.get(quest, Quest.STEPS));
            other.query(Bag.class).forEach(bag -> assertEquals("sword", bag.items[0].name));
        }
    }

    @Test
    void shouldMakeNoGarbageWhenItIsCompared() {
        Row row = world.row(entity);
        HeapBytes.assertNone(1000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                assertEquals(2, row.length(Quest.STEPS));
                assertTrue(row.equals(Quest.STEPS, i % 2, i % 2 == 0 ? "one" : "two"));
            }
        });
    }
}
