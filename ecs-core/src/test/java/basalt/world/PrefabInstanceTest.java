package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.Replay;
import basalt.save.ReplayDifference;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class PrefabInstanceTest extends WorldFixture {
    private record Squad(@EntityHandle long leader) {
        static final Component<Squad> TYPE = Component.of(Squad.class);
        static final EntityColumn LEADER = TYPE.entity("leader");
    }

    private final Hierarchy tree = world.hierarchy();
    private final long original = Tank.make(world);
    private final Prefab prefab = world.hierarchy().prefab(original);

    private void assertParts(World of, Prefab from, long tank) {
        long turret = from.part(tank, Tank.TURRET);
        assertEquals(new Health(7), of.get(turret, Health.TYPE));
        assertEquals(tank, of.hierarchy().parent(turret));
        assertEquals(new Health(1), of.get(from.part(tank, Tank.WHEELS, 0), Health.TYPE));
        assertEquals(new Health(2), of.get(from.part(tank, Tank.WHEELS, 1), Health.TYPE));
        assertEquals(tank, from.part(tank, 0));
        assertEquals(turret, from.part(tank, 1));
        assertEquals(new Health(9), of.get(from.part(tank, 2), Health.TYPE));
        assertEquals(from.part(tank, Tank.WHEELS, 0), from.part(tank, 3));
        assertEquals(from.part(tank, Tank.WHEELS, 1), from.part(tank, 4));
    }

    @Test
    void shouldFindPartsByNameAndByIndex() {
        assertParts(world, prefab, original);
        assertEquals(0, prefab.indexOf(original));
        assertEquals(2, prefab.indexOf(tree.firstChild(prefab.part(original, Tank.TURRET))));
        assertEquals(1, prefab.indexOf(Tank.TURRET));
        assertEquals(3, prefab.indexOf(Tank.WHEELS, 0));
        assertEquals(4, prefab.indexOf(Tank.WHEELS, 1));
        long turret = prefab.part(original, Tank.TURRET);
        world.destroy(original);
        assertEquals(1, prefab.indexOf(turret));
        long[] tanks = new long[100];
        prefab.spawn(tanks);
        for (long tank : tanks) {
            assertParts(world, prefab, tank);
        }
        assertNotEquals(prefab.part(tanks[0], Tank.TURRET), prefab.part(tanks[1], Tank.TURRET));
        assertEquals(Set.of(Health.TYPE, ChildOf.TYPE, TreeNode.TYPE), Set.copyOf(prefab.components(1)));
    }

    @Test
    void shouldFindNamedPartsOfChangedInstances() {
        long tank = prefab.spawn();
        long turret = prefab.part(tank, Tank.TURRET);
        tree.attachBefore(world.spawn(), turret);
        assertEquals(turret, prefab.part(tank, Tank.TURRET));
        tree.attach(turret, prefab.part(tank, Tank.WHEELS, 0));
        assertEquals(turret, prefab.part(tank, Tank.TURRET));
        tree.detach(turret);
        assertEquals(turret, prefab.part(tank, Tank.TURRET));
        world.destroy(turret);
        assertEquals(Entity.NULL, prefab.part(tank, Tank.TURRET));
        world.set(tank, Tank.TURRET, original);
        assertEquals(original, prefab.part(tank, Tank.TURRET));
        world.set(tank, Tank.TURRET, Entity.NULL);
        assertEquals(Entity.NULL, prefab.part(tank, Tank.TURRET));
        world.remove(tank, Tank.TYPE);
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Tank.TURRET));
    }

    @Test
    void shouldFindByIndexOnlyWhereNothingHasChanged() {
        long tank = prefab.spawn();
        long wheel = prefab.part(tank, 3);
        tree.attach(world.spawn(), wheel);
        assertEquals(wheel, prefab.part(tank, 3));
        assertThrowsWith(
                IllegalArgumentException.class, () -> prefab.part(tank, 4), "part 3 has 1 children instead of 0");
        long other = prefab.spawn();
        world.destroy(prefab.part(other, 3));
        assertEquals(other, prefab.part(other, 0));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(other, 1));
    }

    @Test
    void shouldRefuseWhatIsNoInstanceAndNoPart() {
        long entity = world.spawn(new Position(1, 1));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(entity, Tank.TURRET));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(entity, 1));
        assertEquals(entity, prefab.part(entity, 0));
        world.destroy(entity);
        assertThrows(DeadEntityException.class, () -> prefab.part(entity, Tank.TURRET));
        assertThrows(DeadEntityException.class, () -> prefab.part(entity, 0));
        long tank = prefab.spawn();
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, -1));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Tank.PARTS));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, null));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Tank.WHEELS));
        assertThrows(IndexOutOfBoundsException.class, () -> prefab.part(tank, Tank.WHEELS, 2));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Squad.LEADER));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf(Squad.LEADER));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf((EntityColumn) null));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf(tank));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf(Entity.NULL));
        assertThrows(IllegalArgumentException.class, () -> prefab.components(Tank.PARTS));
    }

    @Test
    void shouldFindPartsOfNestedInstances() {
        long squad = world.spawn();
        long[] tanks = new long[3];
        prefab.spawn(tanks);
        for (long tank : tanks) {
            tree.attach(tank, squad);
        }
        world.add(squad, new Squad(tanks[1]));
        Prefab squads = world.hierarchy().prefab(squad);
        long copy = squads.spawn();
        long leader = squads.part(copy, Squad.LEADER);
        assertNotEquals(tanks[1], leader);
        assertParts(world, prefab, leader);
        assertEquals(1 + Tank.PARTS, squads.indexOf(Squad.LEADER));
        int turret = squads.indexOf(Squad.LEADER) + prefab.indexOf(Tank.TURRET);
        assertEquals(prefab.part(leader, Tank.TURRET), squads.part(copy, turret));
        assertEquals(1 + 3 * Tank.PARTS, squads.partCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 65, 300, ROWS + 5})
    void shouldRunInitialisersOverParts(int count) {
        int[] next = {0};
        RowBody body = row -> row.set(Health.POINTS, next[0]++);
        long[] tanks = new long[count];
        SpawnKernel turrets = prefab.kernel(prefab.indexOf(Tank.TURRET), body);
        turrets.spawn(tanks);
        assertArrayEquals(LongStream.of(tanks).sorted().toArray(), tanks);
        prefab.kernel(prefab.indexOf(Tank.WHEELS, 1), body).spawn(count); // the wheel is disabled
        prefab.kernel(2, body).spawn(count);
        assertEquals(3 * count, next[0]);
        for (int i = 0; i < count; i += count < 100 ? 1 : 50) {
            assertEquals(i, world.get(prefab.part(tanks[i], Tank.TURRET), Health.POINTS));
            assertEquals(new Health(9), world.get(prefab.part(tanks[i], 2), Health.TYPE));
        }
        int[] seen = new int[3 * count];
        world.query().all(Health.TYPE).includeDisabled().build().forEach(row -> {
            int points = row.get(Health.POINTS);
            if (points < seen.length) {
                seen[points]++;
            }
        });
        for (int i = 10; i < seen.length; i++) {
            assertEquals(1, seen[i]);
        }
    }

    @Test
    void shouldRunInitialisersOverRecordsOfParts() {
        long[] tanks = new long[70];
        int turret = prefab.indexOf(Tank.TURRET);
        prefab.kernel(turret, Health.class, (i, health) -> new Health(health.points() + i))
                .spawn(tanks);
        for (int i = 0; i < tanks.length; i++) {
            assertEquals(7 + i, world.get(prefab.part(tanks[i], Tank.TURRET), Health.POINTS));
        }
        SpawnKernel roots = prefab.kernel(Tank.class, (i, tank) -> tank);
        roots.spawn(2);
        assertParts(world, prefab, tanks[0]);
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(Tank.PARTS, Health.class, (i, h) -> h));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(turret, Kinds.class, (i, kinds) -> kinds));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel((Class<Health>) null, (i, h) -> h));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(turret, Health.class, null));
    }

    @Test
    void shouldRunInitialisersBeforeObservers() {
        List<Integer> observed = new ArrayList<>();
        world.observers().onAdd(Health.TYPE, entity -> observed.add(world.get(entity, Health.POINTS)));
        prefab.kernel(prefab.indexOf(Tank.TURRET), row -> row.set(Health.POINTS, 50))
                .spawn(2);
        assertEquals(List.of(50, 50, 9, 9, 1, 1, 2, 2), observed);
    }

    @Test
    void shouldRefuseInitialisersOverNoPart() {
        RowBody body = row -> {};
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(Tank.PARTS, body));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(-1, body));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(1, null));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf(Squad.LEADER));
        assertThrows(
                IllegalArgumentException.class, () -> prefab.kernel(1, body).spawn(-1));
        if (Strict.ON) {
            assertThrows(
                    IllegalStateException.class,
                    () -> prefab.kernel(1, row -> row.get(Position.X)).spawn(1));
        }
    }

    /** Moved rows, other ranges of rows for later instances, and other handles in another world. */
    @Test
    void shouldFindPartsOfArrangedSavedAndMergedInstances() {
        long[] tanks = new long[200];
        prefab.spawn(tanks);
        for (int i = 0; i < tanks.length; i += 3) {
            world.destroy(tanks[i]);
        }
        Query healthy = world.query().all(Health.TYPE).includeDisabled().build();
        world.rows().arrange(healthy).byColumnDescending(Health.POINTS).run();
        assertParts(world, prefab, tanks[1]);
        assertParts(world, prefab, tanks[199]);
        world.rows().compact();
        long[] more = new long[300];
        prefab.spawn(more);
        for (long tank : more) {
            assertParts(world, prefab, tank);
        }
        assertParts(world, prefab, tanks[199]);
        try (World other = World.create()) {
            other.spawn();
            MergeReport merged = Saves.merge(other, Saving.source(Saving.bytes(world)), new LoadOptions());
            Prefab reread = other.hierarchy().prefab(merged.handleOf(tanks[199]));
            assertParts(other, reread, merged.handleOf(tanks[1]));
            assertParts(other, reread, reread.spawn());
        }
    }

    @Test
    void shouldBeCopiedIntoAnotherWorld() {
        long outside = world.spawn();
        world.add(original, new Squad(outside));
        world.add(original, new Label(this));
        Prefab captured = world.hierarchy().prefab(original);
        try (World other = World.create()) {
            Prefab copy = other.hierarchy().prefab(captured);
            assertEquals(0, other.entityCount());
            world.close();
            long tank = copy.spawn();
            assertParts(other, copy, tank);
            assertEquals(new Squad(Entity.NULL), other.get(tank, Squad.TYPE));
            assertSame(this, other.get(tank, Label.TEXT));
            assertEquals(1, copy.indexOf(Tank.TURRET));
            assertThrows(IllegalArgumentException.class, () -> copy.indexOf(original));
            Prefab variant = copy.variant().with(new Squad(original)).build();
            assertEquals(new Squad(original), other.get(variant.spawn(), Squad.TYPE));
            assertThrows(IllegalArgumentException.class, () -> other.hierarchy().prefab(null));
            Hierarchy squads = other.hierarchy(Types.DETACHING);
            assertThrows(IllegalArgumentException.class, () -> squads.prefab(copy));
        }
    }

    /** A file with models, which the world does not contain. */
    @Test
    void shouldBeCopiedFromALoadedWorld() {
        byte[] file = Saving.bytes(world);
        Prefab loaded;
        try (World battle = World.create()) {
            try (World models = Saving.load(file)) {
                loaded = battle.hierarchy().prefab(models.hierarchy().prefab(original));
            }
            long[] tanks = new long[20];
            loaded.spawn(tanks);
            assertParts(battle, loaded, tanks[19]);
            assertEquals(20 * Tank.PARTS, battle.entityCount());
        }
    }

    @Test
    void shouldBeReadInSystemsThatDeclareIt() {
        long tank = prefab.spawn();
        long turret = prefab.part(tank, Tank.TURRET);
        long[] found = new long[2];
        try (Schedule schedule = Schedule.builder(world)
                .add("name", () -> found[0] = prefab.part(tank, Tank.TURRET), Access.reads(Tank.TYPE))
                .add("index", () -> found[1] = prefab.part(tank, 1), Access.reads(ChildOf.TYPE, TreeNode.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(turret, found[0]);
        assertEquals(turret, found[1]);
        if (Strict.ON) {
            Runnable read = () -> prefab.part(tank, Tank.TURRET);
            assertThrows(SystemException.class, () -> OneSystem.run(world, read, Access.reads(Burning.TYPE)));
        }
    }

    @Test
    void shouldMakeNoGarbage() {
        long[] tanks = new long[20];
        SpawnKernel kernel = prefab.kernel(prefab.indexOf(Tank.TURRET), row -> row.set(Health.POINTS, 3));
        Query named = world.query().all(Tank.TYPE).build();
        long[] sum = {0};
        long bytes = SteadyRounds.medianBytes(40, 0, 20, () -> {
            if (Strict.ON) { // its rows are objects
                prefab.spawn(tanks);
            } else {
                kernel.spawn(tanks);
            }
            for (long tank : tanks) {
                sum[0] += prefab.part(tank, Tank.TURRET) + prefab.part(tank, Tank.WHEELS, 1);
            }
            prefab.spawn(3);
            prefab.spawn();
            named.bulk().destroy();
        });
        assertEquals(0, bytes);
        assertNotEquals(0, sum[0]);
    }

    @Nested
    class Variants {
        private void assertPlain(long tank) {
            assertEquals(new Position(1, 2), world.get(tank, Position.TYPE));
            assertEquals(new Health(7), world.get(prefab.part(tank, Tank.TURRET), Health.TYPE));
            assertTrue(world.has(prefab.part(tank, Tank.WHEELS, 1), Burning.TYPE));
            assertFalse(world.has(tank, Frozen.TYPE));
        }

        @Test
        void shouldKeepValuesOfAddedComponentsAndWhatIsDisabled() {
            world.disable(original, Position.TYPE);
            Prefab disabled = world.hierarchy().prefab(original);
            long kept = disabled.variant().with(Position.TYPE).build().spawn();
            assertEquals(new Position(1, 2), world.get(kept, Position.TYPE));
            assertFalse(world.isEnabled(kept, Position.TYPE));
            long other = disabled.variant().with(new Position(3, 3)).build().spawn();
            assertFalse(world.isEnabled(other, Position.TYPE));
            long again = disabled.variant()
                    .without(Position.TYPE)
                    .with(Position.TYPE)
                    .build()
                    .spawn();
            assertEquals(new Position(0, 0), world.get(again, Position.TYPE));
            assertTrue(world.isEnabled(again, Position.TYPE));
        }

        @Test
        void shouldRemapHandlesOfTheOriginalInNewValues() {
            long turret = prefab.part(original, Tank.TURRET);
            long gun = tree.firstChild(turret);
            long outside = world.spawn();
            world.destroy(original);
            Prefab variant = prefab.variant()
                    .with(new Tank(gun, new long[] {turret, outside}))
                    .part(2)
                    .with(new Tank(Entity.NULL, new long[] {original, gun}))
                    .build();
            assertEquals(2, variant.indexOf(Tank.TURRET));
            assertEquals(1, variant.indexOf(Tank.WHEELS, 0));
            assertThrows(IllegalArgumentException.class, () -> variant.indexOf(Tank.WHEELS, 1));
            assertEquals(1, prefab.indexOf(Tank.TURRET));
            long tank = variant.spawn();
            assertEquals(variant.part(tank, 2), variant.part(tank, Tank.TURRET));
            assertArrayEquals(
                    new long[] {variant.part(tank, 1), outside},
                    world.get(tank, Tank.TYPE).wheels());
            long copyOfGun = variant.part(tank, 2);
            assertArrayEquals(
                    new long[] {tank, copyOfGun},
                    world.get(copyOfGun, Tank.TYPE).wheels());
            assertEquals(Entity.NULL, world.get(copyOfGun, Tank.TURRET));
        }

        @Test
        void shouldVaryVariants() {
            Prefab heavy = prefab.variant().with(new Health(50)).build();
            VariantBuilder builder = heavy.variant().with(new Position(4, 4));
            Prefab first = builder.build();
            Prefab second = builder.without(Tank.TYPE).build();
            long tank = first.spawn();
            assertEquals(new Health(50), world.get(tank, Health.TYPE));
            assertEquals(new Position(4, 4), world.get(tank, Position.TYPE));
            assertEquals(first.part(tank, 1), first.part(tank, Tank.TURRET));
            long unnamed = second.spawn();
            assertThrows(IllegalArgumentException.class, () -> first.part(unnamed, Tank.TURRET));
            assertThrows(IllegalArgumentException.class, () -> second.part(tank, Tank.TURRET));
            assertPlain(prefab.spawn());
            long squad = world.spawn();
            tree.attach(first.spawn(), squad);
            tree.attach(prefab.spawn(), squad);
            long copy = world.hierarchy().prefab(squad).spawn();
            assertEquals(new Health(50), world.get(tree.firstChild(copy), Health.TYPE));
            assertPlain(tree.lastChild(copy));
        }

        @Test
        void shouldRefuseMisuse() {
            VariantBuilder builder = prefab.variant();
            assertThrows(IllegalArgumentException.class, () -> builder.with((Record[]) null));
            assertThrows(IllegalArgumentException.class, () -> builder.with((Record) null));
            assertThrows(IllegalArgumentException.class, () -> builder.with((Component<?>[]) null));
            assertThrows(IllegalArgumentException.class, () -> builder.with((Component<?>) null));
            assertThrows(IllegalArgumentException.class, () -> builder.without((Component<?>[]) null));
            assertThrows(IllegalArgumentException.class, () -> builder.without((Component<?>) null));
            assertThrows(IllegalArgumentException.class, () -> builder.with(new Blow(1)));
            assertThrows(IllegalArgumentException.class, () -> builder.with(new ChildOf(original, 1)));
            assertThrows(IllegalArgumentException.class, () -> builder.with(TreeNode.TYPE));
            assertThrows(IllegalArgumentException.class, () -> builder.without(TreeNode.TYPE));
            assertThrows(IllegalArgumentException.class, () -> builder.without(Frozen.TYPE));
            assertThrows(IllegalArgumentException.class, () -> builder.part(-1));
            assertThrows(IllegalArgumentException.class, () -> builder.part(Tank.PARTS));

            assertPlain(builder.build().spawn());
            world.close();
            assertThrows(IllegalStateException.class, builder::build);
            assertThrows(IllegalStateException.class, prefab::variant);
        }
    }

    @Nested
    class ByCommands {
        private final int before = world.entityCount();

        @Test
        void shouldSpawnWhenCommandsAreApplied() {
            Commands commands = world.commands();
            long first = prefab.spawn(commands);
            commands.set(first, Position.X, 5);
            commands.add(first, new Health(60));
            long second = prefab.spawn(commands);
            commands.set(first, Kinds.TARGET, second); // dropped: there is no such component
            commands.add(second, new Tank(first, new long[2]));
            assertEquals(6, commands.count());
            assertFalse(world.isAlive(first));
            assertEquals(before, world.entityCount());
            world.applyCommands();
            assertEquals(before + 2 * Tank.PARTS, world.entityCount());
            assertEquals(new Position(5, 2), world.get(first, Position.TYPE));
            assertEquals(new Health(60), world.get(first, Health.TYPE));
            assertEquals(first, world.get(second, Tank.TURRET));
            assertParts(world, prefab, first);
            StoreInvariants.check(world);
            world.destroy(first);
            world.destroy(second);
            assertEquals(before, world.entityCount());
        }

        @Test
        void shouldKeepTheOrderOfSpawnsAndDestroys() {
            Commands commands = world.commands();
            long doomed = prefab.spawn(commands);
            commands.destroy(doomed);
            long alive = prefab.spawn(commands);
            commands.destroy(original);
            commands.add(doomed, Frozen.TYPE);
            world.applyCommands();
            assertEquals(before, world.entityCount());
            assertFalse(world.isAlive(doomed));
            assertParts(world, prefab, alive);
            StoreInvariants.check(world);
        }

        @Test
        void shouldCallObserversWhenAnInstanceIsComplete() {
            List<Long> attached = new ArrayList<>();
            List<Long> seen = new ArrayList<>();
            world.observers().onAdd(Tank.TYPE, entity -> {
                assertParts(world, prefab, entity);
                seen.add(entity);
            });
            world.observers().onAttach(TreeType.DEFAULT, attached::add);
            long first = prefab.spawn(world.commands());
            long second = prefab.spawn(world.commands());
            world.applyCommands();
            assertEquals(List.of(first, second), seen);
            List<Long> expected = new ArrayList<>();
            tree.forEachBelow(first, expected::add);
            tree.forEachBelow(second, expected::add);
            assertEquals(expected, attached);
        }

        @Test
        void shouldSpawnByTheCommandsOfObservers() {
            List<Long> spawned = new ArrayList<>();
            world.observers()
                    .onAdd(
                            Frozen.TYPE,
                            entity -> spawned.add(prefab.spawn(world.observers().commands())));
            world.add(original, Frozen.TYPE);
            assertEquals(before + Tank.PARTS, world.entityCount());
            assertParts(world, prefab, spawned.get(0));
        }

        private Schedule schedule(int workers) {
            Query tanks = world.query().all(Tank.TYPE, Position.TYPE).build();
            RowKernel recruit = tanks.kernel((row, commands) -> {
                long tank = prefab.spawn(commands);
                commands.set(tank, Position.X, row.get(Position.X) + 1);
            });
            RowKernel march = world.query()
                    .all(Position.TYPE)
                    .build()
                    .kernel(row -> row.set(Position.Y, row.get(Position.Y) + row.get(Position.X)));
            RowKernel heal = world.query()
                    .all(Health.TYPE)
                    .build()
                    .kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
            return Schedule.builder(world)
                    .workers(workers)
                    .add("recruit", recruit, Access.reads(Position.TYPE), Access.spawns(prefab))
                    .add("march", march, Access.writes(Position.TYPE))
                    .add("heal", heal, Access.writes(Health.TYPE))
                    .build();
        }

        @Test
        void shouldGiveTheSameWorldForAnyNumberOfWorkers() {
            try (Snapshots snapshots = Saves.snapshots(world, 1)) {
                long start = snapshots.capture();
                long expected = 0;
                for (int workers : new int[] {1, 2, 4, 1}) {
                    snapshots.restore(start);
                    try (Schedule schedule = schedule(workers)) {
                        for (int i = 0; i < 6; i++) {
                            schedule.tick(1);
                        }
                    }
                    assertEquals(Tank.PARTS << 6, world.entityCount());
                    expected = expected == 0 ? Saves.stateHash(world) : expected;
                    assertEquals(expected, Saves.stateHash(world), "workers: " + workers);
                    StoreInvariants.check(world);
                }
            }
        }

        @Test
        void shouldBePlayedAgain() {
            try (Schedule schedule = schedule(2);
                    Snapshots ring = Saves.snapshots(world, 8);
                    Replay replay =
                            new Replay(schedule, 1, (to, from, offset, length) -> prefab.spawn(to.commands()))) {
                long start = ring.capture();
                List<Long> waiting = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    long tank = prefab.spawn(world.commands()); // waits, so it is in the replay
                    world.commands().set(tank, Position.X, i);
                    waiting.add(tank);
                    replay.tick(0.5f, new UnsafeBuffer(new byte[1]), 0, 1);
                }
                long hash = Saves.stateHash(world);
                for (long tank : waiting) {
                    assertEquals(3, tree.childCount(tank));
                }
                ring.restore(start);
                ReplayDifference played = replay.play(4, 1);
                assertTrue(played.isSame(), played::toString);
                assertEquals(hash, Saves.stateHash(world));
            }
        }

        @Test
        void shouldRefuseSystemsThatDoNotDeclareAllParts() {
            Template likeTheRoot = world.template()
                    .with(new Position(0, 0))
                    .with(Tank.TYPE, Frozen.TYPE)
                    .build();
            for (Access access : List.of(Access.destroys(), Access.spawns(likeTheRoot))) {
                Runnable spawn = () -> prefab.spawn(world.commands());
                Throwable thrown = assertThrows(SystemException.class, () -> OneSystem.run(world, spawn, access))
                        .getCause();
                assertInstanceOf(IllegalStateException.class, thrown);
                assertTrue(thrown.getMessage().contains("spawns("), thrown.getMessage());
            }
            assertThrows(IllegalArgumentException.class, () -> Access.spawns((Prefab) null));
            assertThrows(IllegalArgumentException.class, () -> Access.spawns(prefab, (Prefab[]) null));
            assertThrows(IllegalArgumentException.class, () -> Access.destroys((Prefab) null));
            assertEquals(before, world.entityCount());
        }

        @Test
        void shouldDestroyInSystemsThatDeclareThePrefab() {
            long tank = prefab.spawn();
            long other = world.spawn(new Frozen());
            OneSystem.run(world, () -> world.commands().destroy(tank), Access.destroys(prefab));
            assertEquals(before + 1, world.entityCount());
            if (Strict.ON) {
                Runnable destroy = () -> world.commands().destroy(other);
                assertThrows(SystemException.class, () -> OneSystem.run(world, destroy, Access.destroys(prefab)));
                assertTrue(world.isAlive(other));
            }
        }

        @Test
        void shouldRefuseMisuse() {
            assertThrows(IllegalArgumentException.class, () -> prefab.spawn((Commands) null));
            try (World other = World.create()) {
                assertThrows(IllegalArgumentException.class, () -> prefab.spawn(other.commands()));
            }
            Commands commands = world.commands();
            world.close();
            assertThrows(IllegalStateException.class, () -> prefab.spawn(commands));
        }

        @Test
        void shouldMakeNoGarbage() {
            Commands commands = world.commands();
            Query all = world.query().all(TreeNode.TYPE).includeDisabled().build();
            long bytes = SteadyRounds.medianBytes(40, 0, 20, () -> {
                for (int i = 0; i < 50; i++) {
                    commands.set(prefab.spawn(commands), Position.X, i);
                }
                world.applyCommands();
                all.bulk().destroy();
            });
            assertEquals(0, bytes);
            assertEquals(0, world.entityCount());
        }
    }
}
