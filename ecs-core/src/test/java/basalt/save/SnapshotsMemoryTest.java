package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each allocation of a capture or a restoration is refused once: nothing has changed then, and the next one works. */
class SnapshotsMemoryTest {
    private static final Component<?>[] COMPONENTS = {Position.TYPE, Health.TYPE, Rarer.TYPE, Frozen.TYPE, Scalars.TYPE
    };

    private static final int MOST_ALLOCATIONS = 200;

    /** A world with several states, in memory that can be refused. */
    private static final class Game implements AutoCloseable {
        final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
        final FailingMemory failing = new FailingMemory(counting);
        final World world = World.builder().memory(failing).build();
        final Template positions = world.template().with(new Position(1, 2)).build();
        final Template others =
                world.template().with(new Health(1), new Rarer(2)).build();
        final RemovedComponents removals = world.removed(Health.TYPE);
        final EventReader<Blow> reader = world.events(Blow.TYPE).reader();
        final Query changed = world.query().changed(Health.TYPE).build();
        final Snapshots ring = Saves.snapshots(world, 3);
        final List<Map<Long, String>> states = new ArrayList<>();

        Game() {
            positions.spawn(ROWS + 100);
            others.spawn(300);
            capture();
            grow();
            capture();
        }

        /** Adds blocks, components that are new, removals and events. */
        void grow() {
            positions.spawn(ROWS);
            List<Long> some = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                some.add(others.spawn());
            }
            some.subList(0, 1_500).forEach(world::destroy);
            some.subList(1_500, 1_600).forEach(entity -> world.add(entity, Scalars.sample(3)));
            some.subList(1_600, 1_700).forEach(world::disable);
            for (int i = 0; i < ROWS + 100; i++) {
                world.events(Blow.TYPE).send(new Blow(i));
            }
            world.spawn(new Frozen());
        }

        void capture() {
            world.time().advance(1);
            ring.capture();
            states.add(contents());
        }

        Map<Long, String> contents() {
            return Contents.byHandle(world, COMPONENTS);
        }

        /** The other things that must not change. */
        String others() {
            return world.entityCount() + " entities, " + ring.count() + " states, " + removals.remaining()
                    + " removals, " + reader.remaining() + " events, tick "
                    + world.time().tick();
        }

        /** The indices of the entities that are spawned next. */
        List<Integer> next() {
            List<Integer> indices = new ArrayList<>();
            for (int i = 0; i < 70; i++) {
                indices.add(Entity.index(positions.spawn()));
                indices.add(Entity.index(others.spawn()));
                indices.add(Entity.index(world.spawn()));
            }
            return indices;
        }

        void assertStates() {
            for (int round = 0; round < 2; round++) {
                for (int i = states.size() - 1; i >= 0; i--) {
                    if (ring.has(i + 1)) {
                        ring.restore(i + 1);
                        assertEquals(states.get(i), contents());
                    }
                }
            }
            assertEquals(counting.allocatedBytes(), world.statistics().memory().totalBytes());
        }

        @Override
        public void close() {
            world.close();
            assertEquals(0, counting.outstanding());
        }
    }

    private interface Step {
        void on(Game game);
    }

    /** Refuses each allocation of a call once, or some of them, after some preparation. */
    private static void assertAtomic(int leastAllocations, Step preparation, Step call) {
        List<Integer> next = nextWithoutFailure(preparation, call);
        int step = Soak.times(10, 1);
        int nth = 1 - step;
        boolean hasFailed = true;
        while (hasFailed) {
            nth += step;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            try (Game game = new Game()) {
                preparation.on(game);
                hasFailed = refuse(nth, game, call);
                assertEquals(next, game.next(), "allocation " + nth);
                game.assertStates();
            }
        }
        assertTrue(nth > leastAllocations, "so few allocations: " + (nth - 1));
    }

    private static List<Integer> nextWithoutFailure(Step preparation, Step call) {
        try (Game game = new Game()) {
            preparation.on(game);
            call.on(game);
            return game.next();
        }
    }

    /** The call fails and changes nothing, or it can do without the memory. False if it needs none. */
    private static boolean refuse(int nth, Game game, Step call) {
        Map<Long, String> before = game.contents();
        String others = game.others();
        game.failing.failNth(nth);
        try {
            call.on(game);
        } catch (NativeMemoryException e) {
            assertEquals(others, game.others(), "allocation " + nth);
            assertEquals(before, game.contents(), "allocation " + nth);
            call.on(game);
        }
        boolean hasFailed = game.failing.hasFailed();
        game.failing.failNth(0);
        return hasFailed;
    }

    @Test
    void shouldCaptureAllOrNothing() {
        Step preparation = game -> {
            game.grow();
            game.world.time().advance(1);
            game.states.add(game.contents());
        };
        assertAtomic(4, preparation, game -> game.ring.capture());
    }

    @Tag("long")
    @Test
    void shouldCaptureAllOrNothingWhenTheOldestStateIsDropped() {
        Step preparation = game -> {
            game.capture();
            game.grow();
            game.world.time().advance(1);
            game.states.add(game.contents());
        };
        assertAtomic(4, preparation, game -> game.ring.capture());
    }

    @Tag("long")
    @Test
    void shouldCaptureTheFirstStateAllOrNothing() {
        for (int nth = 1; nth < MOST_ALLOCATIONS; nth++) {
            try (Game game = new Game()) {
                game.ring.close();
                game.grow();
                game.failing.failNth(nth);
                Snapshots other = captureFirst(game);
                if (!game.failing.hasFailed()) {
                    assertTrue(nth > 10, "so few allocations: " + nth);
                    return;
                }
                Map<Long, String> contents = game.contents();
                game.positions.spawn(ROWS);
                other.restore(2);
                assertEquals(contents, game.contents());
            }
        }
        throw new AssertionError("there is no end of allocations");
    }

    private static Snapshots captureFirst(Game game) {
        Snapshots other = Saves.snapshots(game.world, 2);
        try {
            other.capture();
        } catch (NativeMemoryException e) {
            assertEquals(0, other.count());
            other.capture();
        }
        assertEquals(1, other.count());
        return other;
    }

    @Test
    void shouldRestoreAllOrNothing() {
        assertAtomic(1, Game::grow, game -> game.ring.restore(1));
    }

    /** Blocks, and the events of two ticks, need memory again. */
    @Test
    void shouldRestoreForwardAllOrNothing() {
        Step preparation = game -> {
            game.ring.restore(1);
            game.world.events(Blow.TYPE).trim();
            World.trimRetainedMemory();
        };
        assertAtomic(3, preparation, game -> game.ring.restore(2));
    }

    /** Its readers have never covered the blocks that come back. */
    @Test
    void shouldRestoreForwardAllOrNothingWithLaterReaders() {
        Step preparation = game -> {
            game.ring.restore(1);
            game.world.events(Blow.TYPE).trim();
            game.world.query().changed(Position.TYPE).build();
            game.world.query().added(Position.TYPE).build();
            game.world.removed(Position.TYPE);
        };
        assertAtomic(3, preparation, game -> game.ring.restore(2));
    }

    /** No reader misses a change, whichever allocation fails. */
    @Test
    void shouldMissNoChange() {
        for (int nth = 1; nth < MOST_ALLOCATIONS; nth++) {
            try (Game game = new Game()) {
                game.changed.count();
                Set<Integer> rows = new TreeSet<>();
                game.ring.restore(2);
                game.changed.forEach(row -> rows.add(row.index()));
                assertTrue(rows.size() > 500);
                boolean hasFailed = refuse(nth, game, other -> other.ring.restore(2));
                game.changed.forEach(row -> rows.remove(row.index()));
                assertEquals(Set.of(), rows);
                if (!hasFailed) {
                    return;
                }
            }
        }
        throw new AssertionError("there is no end of allocations");
    }
}
