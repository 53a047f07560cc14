package basalt.system;

import static basalt.component.Rejection.assertMentions;
import static basalt.system.Access.restructures;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.ListColumn;
import basalt.component.MissingComponentException;
import basalt.internal.Strict;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.query.Commands;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.save.Replay;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Health;
import basalt.world.Prefab;
import basalt.world.StateHashes;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kernels, conditions, commands and prefabs with lists. */
class ListKernelTest {
    private static final int ENTITIES = 40_000;

    record Path(int[] steps, float[] lengths, char[] name, boolean[] seen) {
        static final Component<Path> TYPE = Component.of(Path.class);
        static final ListColumn.OfInt STEPS = TYPE.int32List("steps");
        static final ListColumn.OfFloat LENGTHS = TYPE.float32List("lengths");
        static final ListColumn.OfShort NAME = TYPE.int16List("name");
        static final ListColumn.OfBoolean SEEN = TYPE.boolList("seen");

        Path with(int step) {
            int[] longer = Arrays.copyOf(steps, steps.length + 1);
            longer[steps.length] = step;
            return new Path(longer, lengths, name, seen);
        }
    }

    record Team(@EntityHandle long[] members, long[] numbers, short[] codes, double[] weights) {
        static final Component<Team> TYPE = Component.of(Team.class);
        static final ListColumn.OfEntity MEMBERS = TYPE.entityList("members");
    }

    private static final Path EMPTY = new Path(new int[0], new float[0], new char[0], new boolean[0]);

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private static RowKernel growAndShrink(World world) {
        return world.query().all(Path.TYPE).build().kernel(row -> {
            int index = row.index();
            int length = row.length(Path.STEPS);
            for (int i = 0; i < index % 5; i++) {
                row.add(Path.STEPS, index + length);
                row.add(Path.LENGTHS, i);
            }
            if (index % 7 == 0) {
                row.clear(Path.STEPS);
            } else if (row.length(Path.STEPS) > 20) {
                row.swapRemove(Path.STEPS, index % 20);
                row.remove(Path.STEPS, 3);
                row.set(Path.STEPS, 2, row.get(Path.STEPS, 1));
            }
        });
    }

    @Test
    void shouldBeTheSameForAnyNumberOfWorkers() {
        Set<Long> hashes = new HashSet<>();
        for (int workers : new int[] {1, 2, 4}) {
            try (World other = World.create();
                    Schedule schedule = Schedule.builder(other)
                            .workers(workers)
                            .thresholds(0, 1)
                            .add("grow", growAndShrink(other), writes(Path.TYPE))
                            .build()) {
                other.template().with(EMPTY).build().spawn(ENTITIES);
                for (int tick = 0; tick < Soak.times(8, 20); tick++) {
                    schedule.tick(1);
                }
                hashes.add(StateHashes.requireExact(other));
            }
        }
        assertEquals(1, hashes.size());
    }

    /** Where elements are depends on the workers, and so do the lists that move; but nothing else. */
    @Test
    void shouldBeTheSameWithCompactionInEachTick() {
        Set<List<Object>> results = new HashSet<>();
        for (int workers : new int[] {1, 2}) {
            try (World other = World.create();
                    Snapshots ring = Saves.snapshots(other, 4)) {
                List<Object> result = new ArrayList<>();
                Schedule schedule = Schedule.builder(other)
                        .workers(workers)
                        .thresholds(0, 1)
                        .add("grow", growAndShrink(other), writes(Path.TYPE))
                        .add("compact", () -> result.add(other.rows().compactRows(300)), Access.exclusive())
                        .build();
                Template template = other.template().with(EMPTY).build();
                long[] entities = new long[ENTITIES / 4];
                template.spawn(entities);
                for (int tick = 0; tick < 20; tick++) {
                    for (int i = tick * 100; tick < 10 && i < tick * 100 + 100; i++) {
                        other.destroy(entities[i]);
                    }
                    schedule.tick(1);
                    ring.capture();
                }
                result.add(StateHashes.requireExact(other));
                StoreInvariants.check(other);
                ring.restore(17);
                schedule.tick(1);
                schedule.tick(1);
                schedule.tick(1);
                result.add(StateHashes.requireExact(other));
                results.add(result);
                schedule.close();
            }
        }
        assertEquals(1, results.size(), results::toString);
    }

    @Test
    void shouldBeWrittenAsRecordsByAllWorkers() {
        Set<Long> hashes = new HashSet<>();
        for (int workers : new int[] {1, 2, 4}) {
            try (World other = World.create();
                    Schedule schedule = Schedule.builder(other)
                            .workers(workers)
                            .thresholds(0, 1)
                            .add("paths", grow(other, Path.TYPE, ListKernelTest::path), writes(Path.TYPE))
                            .add("teams", grow(other, Team.TYPE, ListKernelTest::team), writes(Team.TYPE))
                            .build()) {
                other.template().with(EMPTY).with(team(0)).build().spawn(ENTITIES / 4);
                for (int tick = 0; tick < Soak.times(5, 12); tick++) {
                    schedule.tick(1);
                }
                StoreInvariants.checkLoaded(other);
                hashes.add(StateHashes.requireExact(other));
            }
        }
        assertEquals(1, hashes.size());
    }

    /** Writes other records of other lengths each time. */
    private static <T extends Record> RowKernel grow(World world, Component<T> type, IntFunction<T> record) {
        Time time = world.time();
        return world.query().all(type).build().kernel(row -> {
            int index = row.index();
            world.set(row.entity(), record.apply(index + index % 7 * (int) time.tick()));
        });
    }

    private static Path path(int length) {
        return new Path(new int[length % 50], new float[length % 9], new char[length % 3], new boolean[length % 700]);
    }

    private static Team team(int length) {
        return new Team(new long[length % 11], new long[length % 4], new short[length % 90], new double[length % 5]);
    }

    @Test
    void shouldChangeRecords() {
        long entity = world.spawn(EMPTY);
        RowKernel more = world.query(Path.class).update(path -> path.with(path.steps.length));
        for (int i = 0; i < 100; i++) {
            more.run();
        }
        int[] expected = new int[100];
        Arrays.setAll(expected, i -> i);
        assertArrayEquals(expected, world.get(entity, Path.class).steps);

        RowKernel wrong = world.query(Path.class).update(path -> new Path(null, path.lengths, path.name, path.seen));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, wrong::run);
        assertMentions(e, "steps", "null", "array of length 0");
        assertEquals(100, world.row(entity).length(Path.STEPS));
    }

    @Test
    void shouldKeepAllTypes() {
        Path path = new Path(new int[] {-1}, new float[] {1.5f}, "straße".toCharArray(), new boolean[] {true, false});
        Team team = new Team(new long[] {0}, new long[] {-7}, new short[] {3}, new double[] {-0.0, 2});
        long entity = world.spawn(path, team);
        try (World loaded = Saving.load(Saving.bytes(world))) {
            Path found = loaded.get(entity, Path.class);
            assertArrayEquals(path.name, found.name);
            assertArrayEquals(path.seen, found.seen);
            assertArrayEquals(team.weights, loaded.get(entity, Team.class).weights);
            assertEquals((short) 'ß', loaded.row(entity).get(Path.NAME, 4));
            assertTrue(loaded.row(entity).get(Path.SEEN, 0));
        }
    }

    @Test
    void shouldMatchByLength() {
        for (int i = 0; i < 1000; i++) {
            world.spawn(new Path(new int[i % 10], new float[0], new char[0], new boolean[0]));
        }
        assertEquals(
                300,
                world.query()
                        .where(Condition.onLength(Path.STEPS).atLeast(7))
                        .build()
                        .count());
        assertEquals(
                100,
                world.query()
                        .where(Condition.onLength(Path.STEPS).equalTo(0))
                        .build()
                        .count());
        Query some = world.query()
                .where(Condition.onLength(Path.STEPS).between(2, 4))
                .build();
        assertEquals(300, some.count());
        some.forEach(row -> assertTrue(row.length(Path.STEPS) >= 2));
    }

    @Test
    void shouldRejectWrongElements() {
        long entity = world.spawn(EMPTY);
        long other = world.spawn(new Health(1));
        Row row = world.row(entity);
        assertThrows(IndexOutOfBoundsException.class, () -> row.get(Path.STEPS, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> row.set(Path.STEPS, -1, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> row.remove(Path.STEPS, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> row.swapRemove(Path.STEPS, 0));
        assertThrows(MissingComponentException.class, () -> world.row(other).add(Path.STEPS, 1));
        assertThrows(IllegalArgumentException.class, () -> world.set(entity, new Path(null, null, null, null)));
        assertThrows(IllegalArgumentException.class, () -> Path.TYPE.float32("steps"));
        assertMentions(
                assertThrows(IllegalArgumentException.class, () -> Path.TYPE.int32("steps")), "int32List(\"steps\")");
        Selection all = Selection.of(world.query().all(Path.TYPE).build());
        all.collect();
        assertThrows(IllegalArgumentException.class, () -> all.sortBy(Path.STEPS));
        assertThrows(
                IllegalArgumentException.class,
                () -> world.query()
                        .all(Path.TYPE)
                        .build()
                        .forEachSpan(span -> span.wrap(Path.STEPS, new UnsafeBuffer(0, 0))));
    }

    @Test
    void shouldApplyCommandsInOrder() {
        long entity = world.spawn(EMPTY);
        Commands commands = world.commands();
        for (int i = 0; i < 5; i++) {
            commands.add(entity, Path.STEPS, i);
        }
        commands.set(entity, Path.STEPS, 1, 9);
        commands.remove(entity, Path.STEPS, 0);
        commands.swapRemove(entity, Path.STEPS, 0);
        commands.add(entity, Path.LENGTHS, 1f);
        commands.clear(entity, Path.LENGTHS);
        world.applyCommands();
        assertArrayEquals(new int[] {4, 2, 3}, world.get(entity, Path.class).steps);
        assertEquals(0, world.row(entity).length(Path.LENGTHS));

        commands.remove(entity, Path.STEPS, 3);
        commands.add(entity, Path.STEPS, 5);
        assertThrows(IndexOutOfBoundsException.class, () -> commands.set(entity, Path.STEPS, -1, 5));
        world.applyCommands();
        assertArrayEquals(new int[] {4, 2, 3, 5}, world.get(entity, Path.class).steps);
    }

    @Test
    void shouldFindTheEntitiesWhoseListsHaveChanged() {
        Query changed = world.query().changed(Path.TYPE).build();
        RowKernel process = changed.kernel(row -> {});
        long first = world.spawn(EMPTY);
        long second = world.spawn(EMPTY.with(3));
        assertEquals(2, processed(changed, process));
        world.row(second).get(Path.STEPS, 0);
        assertEquals(0, processed(changed, process));
        world.row(second).add(Path.STEPS, 1);
        assertEquals(1, processed(changed, process));
        world.commands().clear(first, Path.STEPS);
        world.applyCommands();
        assertEquals(1, processed(changed, process));
        growAndShrink(world).run();
        assertEquals(2, processed(changed, process));
    }

    private static int processed(Query changed, RowKernel process) {
        int count = changed.count();
        process.run();
        return count;
    }

    @Tag("slow")
    @Test
    void shouldFindTheListsThatAKernelUses() {
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .thresholds(0, 1)
                .add("grow", growAndShrink(world))
                .build()) {
            world.template().with(EMPTY).build().spawn(ENTITIES);
            for (int tick = 0; tick < 5; tick++) {
                schedule.tick(1);
            }
        }
        StateHashes.requireExact(world);
    }

    record Guide(@EntityHandle long entity) {
        static final Component<Guide> TYPE = Component.of(Guide.class);
        static final EntityColumn ENTITY = TYPE.entity("entity");
    }

    @Test
    void shouldReadTheListsOfPartners() {
        long guide = world.spawn(EMPTY.with(8).with(9));
        long follower = world.spawn(new Guide(guide), new Team(new long[0], new long[0], new short[0], new double[0]));
        Query paths = world.query().all(Path.TYPE).build();
        RowKernel follow = world.query()
                .all(Guide.TYPE, Team.TYPE)
                .build()
                .pairKernel(Guide.ENTITY, paths, (row, partner) -> {
                    int last = partner.length(Path.STEPS) - 1;
                    row.add(Team.MEMBERS, partner.get(Path.STEPS, last));
                });
        follow.run();
        assertArrayEquals(new long[] {9}, world.get(follower, Team.class).members);
    }

    @Test
    void shouldRefuseARowThatWasKept() {
        assumeTrue(Strict.ON);
        world.spawn(EMPTY.with(1));
        Row[] kept = new Row[1];
        world.query().all(Path.TYPE).build().kernel(row -> kept[0] = row).run();
        assertThrows(IllegalStateException.class, () -> kept[0].length(Path.STEPS));
        assertThrows(IllegalStateException.class, () -> kept[0].add(Path.STEPS, 1));
    }

    record Chest(int level, int[] items) {
        static final Component<Chest> TYPE = Component.of(Chest.class);
    }

    @Test
    void shouldWriteARecordAsAWholeOrNotAtAll() {
        FailingMemory failing = new FailingMemory(MemorySource.direct());
        try (World made = World.builder().memory(failing).build()) {
            long entity = made.spawn(new Chest(1, new int[3]));
            int[] length = {3};
            RowKernel kernel = made.query(Chest.class).update(chest -> new Chest(chest.level + 1, new int[length[0]]));
            kernel.run();
            length[0] = 100_000;
            failing.failNext();
            assertThrows(NativeMemoryException.class, kernel::run);
            assertEquals(2, made.get(entity, Chest.class).level);
            kernel.run();
            assertEquals(3, made.get(entity, Chest.class).level);
            assertEquals(100_000, made.get(entity, Chest.class).items.length);
        }
    }

    @Test
    void shouldRefuseAListThatIsTooLongBeforeItIsKept() {
        long entity = world.spawn(EMPTY);
        Path tooLong = new Path(new int[0], new float[0], new char[0], new boolean[ListColumn.MAX_LENGTH + 1]);
        Commands commands = world.commands();
        assertMentions(
                assertThrows(IllegalArgumentException.class, () -> commands.add(entity, tooLong)),
                "seen",
                "use several entities");
        assertThrows(IllegalArgumentException.class, () -> world.set(entity, tooLong));
        assertThrows(IllegalArgumentException.class, () -> world.spawn(tooLong));
        commands.add(entity, Path.STEPS, 6);
        world.applyCommands();
        assertArrayEquals(new int[] {6}, world.get(entity, Path.class).steps);
    }

    private Schedule recorded(World of) {
        RowKernel kernel = of.query().all(Path.TYPE).build().kernel((row, commands) -> {
            commands.add(row.entity(), Path.STEPS, row.length(Path.STEPS));
            if (row.length(Path.STEPS) == 3) {
                commands.add(
                        row.entity(), new Team(new long[] {row.entity()}, new long[2], new short[0], new double[0]));
                commands.add(row.entity(), Team.MEMBERS, row.entity());
            }
        });
        return Schedule.builder(of)
                .workers(2)
                .add("kernel", kernel, restructures(Path.TYPE, Team.TYPE))
                .build();
    }

    @Test
    void shouldReplayCommands() {
        Template template = world.template().with(EMPTY).build();
        try (Schedule schedule = recorded(world);
                Replay replay = new Replay(schedule, 1, (to, from, offset, length) -> {
                    long spawned = template.spawn(to.commands());
                    to.commands().add(spawned, Path.STEPS, 7);
                    to.commands()
                            .add(spawned, new Team(new long[] {spawned}, new long[0], new short[1], new double[3]));
                    to.commands().add(spawned, Team.MEMBERS, spawned);
                })) {
            try (var ring = Saves.snapshots(world, 2)) {
                long first = ring.capture();
                for (int tick = 0; tick < 8; tick++) {
                    replay.tick(1);
                }
                long hash = Saves.stateHash(world);
                byte[] file = Saving.bytes(replay::save);
                ring.restore(first);
                assertTrue(replay.play(8).isSame());
                assertEquals(hash, Saves.stateHash(world));

                ring.restore(first);
                try (Replay loaded = Replay.load(Saving.source(file), schedule, (to, from, offset, length) -> {})) {
                    assertEquals(8, loaded.lastTick());
                }
            }
        }
    }

    @Test
    void shouldLeadToThePartsOfAnInstance() {
        long outside = world.spawn();
        long root = world.spawn(EMPTY.with(4));
        long child = world.spawn(new Health(1));
        world.hierarchy().attach(child, root);
        world.add(root, new Team(new long[] {child, outside, root}, new long[0], new short[0], new double[0]));
        Prefab prefab = world.hierarchy().prefab(root);
        world.row(root).clear(Team.MEMBERS);

        long instance = prefab.spawn();
        long[] members = world.get(instance, Team.class).members;
        assertArrayEquals(new long[] {world.hierarchy().firstChild(instance), outside, instance}, members);
        assertArrayEquals(new int[] {4}, world.get(instance, Path.class).steps);
        world.row(instance).add(Path.STEPS, 1);
        assertArrayEquals(new int[] {4}, world.get(prefab.spawn(), Path.class).steps);
    }
}
