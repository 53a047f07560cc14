package basalt.world;

import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Entity;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A block is reused by the next world, and contains nothing of the previous one. */
class BlockRecyclingTest {
    @Test
    void shouldGiveTheNextWorldTheSameBlocks() {
        assumeFalse(MovingBlocks.ALWAYS, "blocks move through further memory");
        List<Long> first = basesOfTwoBlocks();
        long retained = BlockPool.shared().retainedBytes();
        List<Long> second = basesOfTwoBlocks();

        assertEquals(2 * AlignedMemory.reserved(ComponentAreas.process().bytesAbove(Position.TYPE.id())), retained);
        assertEquals(first, second);
        first.forEach(base -> assertEquals(0, base % BLOCK_ALIGNMENT));
    }

    @Test
    void shouldGiveWorldsSideBySideDifferentBlocks() {
        basesOfTwoBlocks();
        try (World outer = World.create()) {
            outer.template().with(Position.TYPE).build().spawn(2 * ROWS);
            List<Long> bases = new ArrayList<>(basesOfTwoBlocks());
            outer.query().all(Position.TYPE).build().forEachSpan(span -> bases.add(span.baseUnchecked()));
            assertEquals(4, new HashSet<>(bases).size());
        }
    }

    @Test
    void shouldGiveRetainedMemoryBackOnRequest() {
        long before = MemorySource.direct().allocatedBytes();
        basesOfTwoBlocks();
        assertNotEquals(before, MemorySource.direct().allocatedBytes());
        World.trimRetainedMemory();

        assertEquals(before, MemorySource.direct().allocatedBytes());
        assertEquals(0, BlockPool.shared().retainedBytes());
    }

    @Test
    void shouldLeaveNothingBehind() {
        try (World world = World.create()) {
            world.template()
                    .with(Kinds.HIGHEST, new Rare(7, "left"), new Label("behind"), new Position(9, 9))
                    .with(Frozen.TYPE, Burning.TYPE)
                    .build()
                    .spawn(2 * ROWS);
            world.query().all(Kinds.TYPE).build().bulk().disable(Position.TYPE);
            world.query().all(Frozen.TYPE).build().bulk().disable();
            world.destroy(Entity.of(5, 1));
        }
        try (World world = World.create()) {
            for (int i = 0; i < ROWS + 1; i++) {
                assertEquals(Entity.of(i, 1), world.spawn());
            }
            assertEquals(ROWS + 1, world.entityCount());
            assertEquals(
                    0,
                    world.query()
                            .any(Kinds.TYPE, Rare.TYPE, Label.TYPE, Position.TYPE, Frozen.TYPE, Burning.TYPE)
                            .includeDisabled()
                            .build()
                            .count());
            assertEquals(ROWS + 1, world.query().build().count());
            for (long entity : new long[] {Entity.of(0, 1), Entity.of(5, 1), Entity.of(ROWS, 1)}) {
                assertTrue(world.isEnabled(entity));
                assertFalse(world.has(entity, Kinds.TYPE));
                assertTrue(world.add(entity, Kinds.TYPE));
                assertTrue(world.add(entity, Label.TYPE));
                assertTrue(world.add(entity, Rare.TYPE));
                assertTrue(world.add(entity, Position.TYPE));
                assertEquals(Kinds.ZERO, world.get(entity, Kinds.TYPE));
                assertEquals(new Rare(0, null), world.get(entity, Rare.TYPE));
                assertNull(world.get(entity, Label.TEXT));
                assertTrue(world.isEnabled(entity, Position.TYPE));
            }
            assertFalse(world.isAlive(Entity.of(2 * ROWS - 1, 1)));
        }
    }

    private static List<Long> basesOfTwoBlocks() {
        List<Long> bases = new ArrayList<>();
        try (World world = World.create()) {
            world.template().with(Position.TYPE).build().spawn(2 * ROWS);
            world.query().all(Position.TYPE).build().forEachSpan(span -> bases.add(span.baseUnchecked()));
        }
        assertEquals(2, bases.size());
        return bases;
    }
}
