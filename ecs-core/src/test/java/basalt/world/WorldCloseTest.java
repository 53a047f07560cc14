package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import org.junit.jupiter.api.Test;

/** What a world gives back, and when, even if a source finds that the memory is damaged. */
class WorldCloseTest {
    private static final RuntimeException DAMAGED = new IllegalStateException("damaged, on purpose");

    /** Takes all memory back, but throws for one of the blocks. */
    private static final class ThrowingMemory extends ForwardingMemory {
        ThrowingMemory() {
            super(new CountingMemory(MemorySource.direct()));
        }

        private long complaintAt;
        private long frees;

        @Override
        public void free(long address, long bytes) {
            super.free(address, bytes);
            if (++frees == complaintAt) {
                throw DAMAGED;
            }
        }
    }

    /** The commands are given back first: everything after them is still given back. */
    @Test
    void shouldGiveAllMemoryBackEvenIfTheCommandsAreDamaged() {
        ThrowingMemory memory = new ThrowingMemory();
        World world = World.builder().memory(memory).build();
        world.spawn(new Position(1, 2), new Health(3), new Rarer(4));
        world.query().changed(Health.TYPE).build();
        world.removed(Health.TYPE);
        world.events(Blow.TYPE).send(new Blow(5));
        world.observers()
                .onAdd(Frozen.TYPE, entity -> world.observers().commands().add(entity, new Health(1)));
        world.commands().add(world.commands().spawn(), Frozen.TYPE);
        world.applyCommands();
        world.frame().allocate(100, 8);
        memory.complaintAt = memory.frees + 1;

        assertSame(DAMAGED, assertThrows(IllegalStateException.class, world::close));
        assertEquals(0, memory.allocatedBytes());
        assertTrue(memory.frees > 5, "so few: " + memory.frees);
        world.close();
    }

    /** Logging a million removals needs memory; if some of it is refused, the rest is given back. */
    @Test
    void shouldKeepNoMemoryForRemovalsThatDidNotHappen() {
        FailingMemory memory = new FailingMemory(MemorySource.direct());
        try (World world = World.builder().memory(memory).build()) {
            world.template().with(new Health(1), new Position(0, 0)).build().spawn(200_000);
            RemovedComponents healths = world.removed(Health.TYPE);
            RemovedComponents positions = world.removed(Position.TYPE);
            Query all = world.query().all(Health.TYPE).build();
            all.count();
            long before = world.statistics().memory().reservedBytes();
            int refusals = 0;
            for (int nth = 1; world.entityCount() > 0; nth++) {
                memory.failNth(nth);
                try {
                    all.bulk().destroy();
                } catch (NativeMemoryException e) {
                    refusals++;
                    assertEquals(200_000, world.entityCount());
                    assertFalse(healths.next());
                    assertFalse(positions.next());
                    long kept = world.statistics().memory().reservedBytes() - before;
                    assertTrue(kept <= 4 * 64 << 10, "kept after refusal " + nth + ": " + kept);
                }
            }
            assertTrue(refusals > 4, "so few: " + refusals);
            int told = 0;
            while (healths.next() && positions.next()) {
                told++;
            }
            assertEquals(200_000, told);
        }
    }

    /** An observer that calls itself is stopped; the world remains usable. */
    @Test
    void shouldStopAnObserverThatNeverEnds() {
        try (World world = World.create()) {
            long entity = world.spawn(new Position(0, 0), new Health(1));
            Subscription endless = world.observers()
                    .onSet(Position.TYPE, moved -> world.set(moved, Position.X, world.get(moved, Position.X) + 1));
            assertThrows(IllegalStateException.class, () -> world.set(entity, Position.X, 1));
            endless.close();
            world.observers()
                    .onSet(Health.TYPE, hurt -> world.observers().commands().add(hurt, Frozen.TYPE));
            world.set(entity, Health.POINTS, 0);
            assertTrue(world.has(entity, Frozen.TYPE), "what observers record is applied");
        }
    }

    @Test
    void shouldShowLaterWritesOfAKernelToAQueryBuiltInIt() {
        try (World world = World.create()) {
            world.template().with(new Health(1)).build().spawn(1_000);
            Query[] late = new Query[1];
            world.query()
                    .all(Health.TYPE)
                    .build()
                    .kernel(row -> {
                        if (late[0] == null) {
                            late[0] = world.query().changed(Health.TYPE).build();
                        }
                        row.set(Health.POINTS, 2);
                    })
                    .run();
            assertEquals(1_000, late[0].count());
        }
    }
}
