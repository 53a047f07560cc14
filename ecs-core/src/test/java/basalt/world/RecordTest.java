package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.EventType;
import basalt.component.IntColumn;
import basalt.component.MissingComponentException;
import basalt.memory.CountingMemory;
import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The accessors of a record are user code and may do anything, for example close the world that reads its values. */
class RecordTest {
    /** Runs an action when its value is read. */
    record Deed(int x) {
        static final Component<Deed> TYPE =
                Component.builder(Deed.class).sparse().build();
        static final IntColumn X = TYPE.int32("x");

        private static Runnable deed = () -> {};

        @Override
        public int x() {
            deed.run();
            return x;
        }
    }

    /** An event with the same behaviour. */
    record SentDeed(int x) {
        static final EventType<SentDeed> TYPE = EventType.of(SentDeed.class);

        @Override
        public int x() {
            Deed.deed.run();
            return x;
        }
    }

    @Test
    void shouldRejectValuesThatCloseTheWorld() {
        List<BiConsumer<World, Long>> uses = List.of(
                (world, entity) -> world.spawn(new Deed(1)),
                (world, entity) -> world.add(entity, new Deed(1)),
                (world, entity) -> world.set(entity, new Deed(1)),
                (world, entity) -> world.events(SentDeed.TYPE).send(new SentDeed(1)),
                (world, entity) -> world.commands().add(entity, new Deed(1)),
                (world, entity) -> world.commands().send(new SentDeed(1)),
                (world, entity) -> world.template().with(new Deed(1)).build().spawn(),
                (world, entity) -> world.query().all(Deed.TYPE).build().bulk().add(new Deed(1)));
        for (BiConsumer<World, Long> use : uses) {
            CountingMemory memory = new CountingMemory(MemorySource.direct());
            World world = World.builder().memory(memory).build();
            long entity = world.spawn(new Deed(1));
            Query all = world.query().all(Deed.TYPE).build();
            assertEquals(1, all.count());
            Deed.deed = world::close;
            try {
                assertThrows(IllegalStateException.class, () -> use.accept(world, entity));
            } finally {
                Deed.deed = () -> {};
                world.close();
            }
            assertEquals(0, memory.outstanding());
        }
    }

    /** Runs an action in its constructor, when it is read from columns. */
    record Made(int x) {
        static final Component<Made> TYPE = Component.of(Made.class);

        private static Runnable deed = () -> {};

        Made {
            deed.run();
        }
    }

    private static void during(Runnable deed, Runnable use) {
        Deed.deed = () -> {
            Deed.deed = () -> {}; // the accessors of the nested call do nothing
            deed.run();
        };
        try {
            use.run();
        } finally {
            Deed.deed = () -> {};
        }
    }

    @Test
    void shouldReadAllValuesBeforeARowIsTaken() {
        try (World world = World.create()) {
            long[] nested = new long[2];
            long[] outer = new long[1];
            during(
                    () -> {
                        nested[0] = world.spawn(new Label("nested"), new Deed(7), new Health(70));
                        nested[1] = world.spawn(new Deed(8));
                    },
                    () -> outer[0] = world.spawn(new Label("outer"), new Deed(9), new Health(90)));
            assertEquals(3, world.entityCount());
            assertEquals(new Label("nested"), world.get(nested[0], Label.TYPE));
            assertEquals(7, world.get(nested[0], Deed.TYPE).x());
            assertEquals(new Health(70), world.get(nested[0], Health.TYPE));
            assertEquals(8, world.get(nested[1], Deed.TYPE).x());
            assertEquals(new Label("outer"), world.get(outer[0], Label.TYPE));
            assertEquals(9, world.get(outer[0], Deed.TYPE).x());
            assertEquals(new Health(90), world.get(outer[0], Health.TYPE));
        }
    }

    @Test
    void shouldSpawnNothingIfAnAccessorThrows() {
        RuntimeException thrown = new UnsupportedOperationException();
        List<BiConsumer<World, Deed>> spawns = List.of(
                (world, deed) -> world.spawn(deed),
                (world, deed) -> world.spawn(new Label("x"), deed),
                (world, deed) -> world.spawn(new Label("x"), deed, new Health(1)),
                (world, deed) -> world.spawn(new Label("x"), new Health(1), deed, new Frozen()),
                (world, deed) -> world.spawn(new Label("x"), new Health(1), new Frozen(), new Position(1, 2), deed));
        for (BiConsumer<World, Deed> spawn : spawns) {
            try (World world = World.create()) {
                for (int round = 0; round < 3; round++) {
                    during(
                            () -> {
                                throw thrown;
                            },
                            () -> assertSame(
                                    thrown,
                                    assertThrows(RuntimeException.class, () -> spawn.accept(world, new Deed(1)))));
                    assertEquals(round, world.entityCount());
                    spawn.accept(world, new Deed(2));
                    assertEquals(round + 1, world.query().all(Deed.TYPE).build().count());
                }
            }
        }
    }

    @Test
    void shouldWriteNothingToAnEntityThatAnAccessorDestroys() {
        List<BiConsumer<World, Long>> uses = List.of(
                (world, entity) -> world.add(entity, new Deed(1)), (world, entity) -> world.set(entity, new Deed(1)));
        for (BiConsumer<World, Long> use : uses) {
            try (World world = World.create()) {
                long entity = world.spawn(new Deed(5));
                long[] heir = new long[1];
                during(
                        () -> {
                            world.destroy(entity);
                            for (int i = 0; i < 64; i++) {
                                heir[0] = world.spawn(new Deed(6)); // takes the row
                            }
                        },
                        () -> assertThrows(DeadEntityException.class, () -> use.accept(world, entity)));
                assertEquals(64, world.entityCount());
                world.query().all(Deed.TYPE).build().forEach(row -> assertEquals(6, world.get(row.entity(), Deed.X)));
            }
        }
    }

    @Test
    void shouldSetWhatAnAccessorHasChangedLast() {
        try (World world = World.create()) {
            long entity = world.spawn(new Deed(1));
            long other = world.spawn(new Health(1));
            during(() -> world.set(entity, new Deed(2)), () -> world.set(entity, new Deed(3)));
            assertEquals(3, world.get(entity, Deed.X));
            during(() -> assertTrue(world.add(other, new Deed(4))), () -> assertFalse(world.add(other, new Deed(5))));
            assertEquals(5, world.get(other, Deed.X));
            during(
                    () -> world.remove(entity, Deed.TYPE),
                    () -> assertThrows(MissingComponentException.class, () -> world.set(entity, new Deed(6))));
            assertFalse(world.has(entity, Deed.TYPE));
            during(() -> world.remove(other, Deed.TYPE), () -> assertTrue(world.add(other, new Deed(7))));
            assertEquals(7, world.get(other, Deed.X));
        }
    }

    @Test
    void shouldRecordCommandsInTheOrderInWhichTheirValuesAreKnown() {
        try (World world = World.create()) {
            long one = world.spawn();
            long two = world.spawn();
            during(
                    () -> {
                        world.commands().add(two, new Deed(2));
                        world.commands().send(new SentDeed(3));
                        world.commands().add(one, new Deed(4)); // the outer command overwrites it
                    },
                    () -> world.commands().add(one, new Deed(1)));
            assertEquals(4, world.commands().count());
            world.applyCommands();
            assertEquals(1, world.get(one, Deed.X));
            assertEquals(2, world.get(two, Deed.X));
            assertEquals(new SentDeed(3), world.events(SentDeed.TYPE).get(0));
            during(world::applyCommands, () -> world.commands().add(one, new Deed(5)));
            world.applyCommands();
            assertEquals(5, world.get(one, Deed.X));
        }
    }

    @Test
    void shouldSendEventsInTheOrderOfTheirRows() {
        try (World world = World.create()) {
            EventChannel<SentDeed> sent = world.events(SentDeed.TYPE);
            during(
                    () -> assertEquals(0, sent.send(new SentDeed(1))),
                    () -> assertEquals(1, sent.send(new SentDeed(2))));
            assertEquals(new SentDeed(1), sent.get(0));
            assertEquals(new SentDeed(2), sent.get(1));
        }
    }

    @Test
    void shouldReadAllColumnsBeforeAConstructorRuns() {
        try (World world = World.create()) {
            long entity = world.spawn(new Made(1));
            Made.deed = () -> {
                Made.deed = () -> {};
                world.destroy(entity);
                world.spawn(new Made(2));
            };
            assertEquals(1, world.get(entity, Made.TYPE).x());
            assertFalse(world.isAlive(entity));
            long closing = world.spawn(new Made(3));
            Made.deed = world::close;
            try {
                assertEquals(3, world.get(closing, Made.TYPE).x());
            } finally {
                Made.deed = () -> {};
            }
            assertThrows(IllegalStateException.class, () -> world.get(closing, Made.TYPE));
        }
    }

    @Test
    void shouldRejectAnArrayThatAnAccessorChanges() {
        try (World world = World.create()) {
            Record[] values = {new Deed(1), new Label("x"), new Health(1), new Frozen(), new Position(1, 2)};
            during(
                    () -> values[2] = new Velocity(1, 2),
                    () -> assertThrows(IllegalArgumentException.class, () -> world.spawn(values)));
            values[2] = new Health(1);
            during(
                    () -> values[2] = null,
                    () -> assertThrows(IllegalArgumentException.class, () -> world.spawn(values)));
            assertEquals(0, world.entityCount());
        }
    }

    @Test
    void shouldSpawnTheSameByEachOverload() {
        try (World world = World.create()) {
            Record[] all = {new Health(1), new Label("x"), new Position(1, 2), new Frozen(), new Rare(2, "rare")};
            long[] few = {
                world.spawn(),
                world.spawn(all[0]),
                world.spawn(all[0], all[1]),
                world.spawn(all[0], all[1], all[2]),
                world.spawn(all[0], all[1], all[2], all[3]),
                world.spawn(all[0], all[1], all[2], all[3], all[4])
            };
            for (int n = 0; n <= all.length; n++) {
                long entity = world.spawn(Arrays.copyOf(all, n));
                for (int i = 0; i < all.length; i++) {
                    Component<?> component = Component.of(all[i].getClass());
                    for (long spawned : new long[] {entity, few[n]}) {
                        assertEquals(i < n, world.has(spawned, component));
                        assertEquals(
                                i < n ? all[i] : null,
                                (world.has(spawned, component) ? world.get(spawned, component) : null));
                    }
                }
            }
            for (int n = 1; n <= all.length; n++) {
                Record[] one = Arrays.copyOf(all, n);
                one[n - 1] = null;
                assertThrows(IllegalArgumentException.class, () -> world.spawn(one));
                one[n - 1] = all[0];
                if (n > 1) {
                    assertThrows(IllegalArgumentException.class, () -> world.spawn(one));
                }
            }
            assertThrows(IllegalArgumentException.class, () -> world.spawn((Record) null));
            assertThrows(IllegalArgumentException.class, () -> world.spawn((Record[]) null));
            assertThrows(IllegalArgumentException.class, () -> world.spawn(all[0], null));
            assertThrows(IllegalArgumentException.class, () -> world.spawn(all[0], all[1], null));
            assertThrows(IllegalArgumentException.class, () -> world.spawn(null, all[0], all[1], all[2]));
            assertThrows(IllegalArgumentException.class, () -> world.spawn(all[0], all[1], all[2], all[0]));
            assertThrows(IllegalArgumentException.class, () -> world.spawn(all[0], all[1], all[0]));
            assertThrows(IllegalArgumentException.class, () -> world.spawn(all[0], all[0]));
            assertEquals(12, world.entityCount());
        }
    }

    /** Calls that take records allocate nothing; calls that return records allocate these alone. */
    @Nested
    class WithoutGarbage {
        private static final int ROUNDS = 1000;

        private final World world = World.create();

        private final Position position = new Position(1, 2);

        private final Label label = new Label("label");

        private final Rare rare = new Rare(6, "rare");

        @AfterEach
        void close() {
            world.close();
        }

        @Test
        void shouldMakeNothingButTheRecordThatIsRead() {
            long entity = world.spawn(position, label, rare, Kinds.ODD);
            Record[] kept = new Record[4];
            read(entity, kept, ROUNDS);
            make(kept, ROUNDS);
            long read = HeapBytes.medianOf(() -> read(entity, kept, ROUNDS));
            long records = HeapBytes.medianOf(() -> make(kept, ROUNDS));

            assertTrue(records >= ROUNDS * 4 * 16L, () -> "heap bytes of the records: " + records);
            assertTrue(read < records + ROUNDS * 4L, () -> "heap bytes made: " + read + ", of the records: " + records);
        }

        private static void make(Record[] kept, int rounds) {
            for (int i = 0; i < rounds; i++) {
                kept[0] = new Position(i, i);
                kept[1] = new Label(kept);
                kept[2] = new Rare(i, "rare");
                kept[3] = new Kinds(i, i, (byte) i, (short) i, i, i, true, i, "kinds");
            }
        }

        private void read(long entity, Record[] kept, int rounds) {
            for (int i = 0; i < rounds; i++) {
                kept[0] = world.get(entity, Position.TYPE);
                kept[1] = world.get(entity, Label.TYPE);
                kept[2] = world.get(entity, Rare.TYPE);
                kept[3] = world.get(entity, Kinds.TYPE);
            }
        }
    }
}
