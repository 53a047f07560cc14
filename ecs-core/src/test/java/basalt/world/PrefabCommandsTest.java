package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Replay;
import basalt.save.Replayed;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class PrefabCommandsTest {
    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final long original = Tank.make(world);
    private final Prefab prefab = world.hierarchy().prefab(original);
    private final int before = world.entityCount();

    @AfterEach
    void close() {
        world.close();
    }

    private void assertTank(long tank) {
        assertEquals(new Position(1, 2), world.get(tank, Position.TYPE));
        assertEquals(Entity.NULL, tree.parent(tank));
        assertEquals(3, tree.childCount(tank));
        long turret = prefab.part(tank, Tank.TURRET);
        assertEquals(turret, prefab.part(tank, 1));
        assertEquals(new ChildOf(turret, 2), world.get(prefab.part(tank, 2), ChildOf.TYPE));
        long wheel = prefab.part(tank, Tank.WHEELS, 1);
        assertEquals(tree.lastChild(tank), wheel);
        assertTrue(world.has(wheel, Burning.TYPE));
        assertFalse(world.isEnabled(wheel));
        assertTrue(world.isEnabled(turret));
    }

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
        world.set(first, Position.X, 1);
        assertTank(first);
        StoreInvariants.check(world);
        world.destroy(first);
        world.destroy(second);
        assertEquals(before, world.entityCount());
    }

    /** Two kinds of disabled roots: by the prefab, and a component of it. */
    @Test
    void shouldDisableWhatIsDisabledInTheOriginal() {
        world.disable(original);
        world.disable(original, Position.TYPE);
        Prefab disabled = world.hierarchy().prefab(original);
        long tank = disabled.spawn(world.commands());
        world.applyCommands();
        assertFalse(world.isEnabled(tank));
        assertFalse(world.isEnabled(tank, Position.TYPE));
        assertTrue(world.isEnabled(tank, Tank.TYPE));
        world.enable(tank);
        assertTank(tank);
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
        assertTank(alive);
        StoreInvariants.check(world);
    }

    @Test
    void shouldCallObserversWhenAnInstanceIsComplete() {
        List<Long> attached = new ArrayList<>();
        List<Long> seen = new ArrayList<>();
        world.observers().onAdd(Tank.TYPE, entity -> {
            assertTank(entity);
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
        assertTank(spawned.get(0));
    }

    @Test
    void shouldBeSeenByChangeQueries() {
        Query children = world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build();
        Query tanks = world.query().all(Tank.TYPE).changed(Tank.TYPE).build();
        children.forEach(row -> {});
        tanks.forEach(row -> {});
        long tank = prefab.spawn(world.commands());
        world.applyCommands();
        List<Long> found = new ArrayList<>();
        children.forEach(row -> found.add(row.entity()));
        assertEquals(3, found.size()); // a wheel is disabled
        tanks.forEach(row -> assertEquals(tank, row.entity()));
        assertEquals(0, tanks.count());
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
                Replay replay = new Replay(schedule, 1, (to, from, offset, length) -> prefab.spawn(to.commands()))) {
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
            Replayed played = replay.play(4, 1);
            assertTrue(played.isSame(), played::toString);
            assertEquals(hash, Saves.stateHash(world));
        }
    }

    @Test
    void shouldDiscardTheCommandsOfAFailedSystem() {
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "fail",
                        () -> {
                            prefab.spawn(world.commands());
                            throw new IllegalStateException("on purpose");
                        },
                        Access.spawns(prefab))
                .build()) {
            assertThrows(SystemException.class, () -> schedule.tick(1));
        }
        assertEquals(before, world.entityCount());
        StoreInvariants.check(world);
    }

    @Test
    void shouldRefuseSystemsThatDoNotDeclareAllParts() {
        Template likeTheRoot = world.template()
                .with(new Position(0, 0))
                .with(Tank.TYPE, Frozen.TYPE)
                .build();
        for (Access access : List.of(Access.destroys(), Access.spawns(likeTheRoot))) {
            try (Schedule schedule = Schedule.builder(world)
                    .add("spawn", () -> prefab.spawn(world.commands()), access)
                    .build()) {
                Throwable thrown = assertThrows(SystemException.class, () -> schedule.tick(1))
                        .getCause();
                assertInstanceOf(IllegalStateException.class, thrown);
                assertTrue(thrown.getMessage().contains("spawns("), thrown.getMessage());
            }
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
        long[] victim = {tank};
        try (Schedule schedule = Schedule.builder(world)
                .add("destroy", () -> world.commands().destroy(victim[0]), Access.destroys(prefab))
                .build()) {
            schedule.tick(1);
            assertEquals(before + 1, world.entityCount());
            victim[0] = other;
            if (Strict.ON) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
                assertTrue(world.isAlive(other));
            }
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
