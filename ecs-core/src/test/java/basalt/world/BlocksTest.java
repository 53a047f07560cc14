package basalt.world;

import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.LongColumn;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.storage.BlockPool;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.DirtyMemory;
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
class BlocksTest {
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

    private static final int BLOCKS = 5;
    private static final long LAST = Entity.of(BLOCKS * ROWS - 1, 1);

    private record Late(int number, @Length(2) long[] pair) {}

    private record LateTag() {}

    private record LateSparse(float weight) {}

    @Test
    void shouldHaveColumnsInExistingBlocks() {
        try (World world = full()) {
            Component<Late> late = Component.of(Late.class);
            IntColumn number = late.int32("number");
            LongColumn pair = late.int64("pair");
            assertEquals(0, world.query().all(late).build().count());
            for (int block = 0; block < BLOCKS; block++) {
                long last = Entity.of((block + 1) * ROWS - 1, 1);
                assertFalse(world.has(last, late));
                assertTrue(world.add(last, late));
                assertEquals(0, world.get(last, number));
                assertEquals(0, world.row(last).get(pair, 1));
                world.set(last, number, block + 1);
                world.row(last).set(pair, 1, Long.MIN_VALUE + block);
            }
            assertEquals(BLOCKS, world.query().all(late).build().count());
            for (int block = 0; block < BLOCKS; block++) {
                long last = Entity.of((block + 1) * ROWS - 1, 1);
                assertEquals(block + 1, world.get(last, number));
                assertEquals(Long.MIN_VALUE + block, world.row(last).get(pair, 1));
                assertEquals(0, world.row(last).get(pair, 0));
            }
            assertUntouched(world);
            Query all = world.query().all(Position.TYPE).build();
            assertEquals(BLOCKS * (ROWS - 1), all.bulk().add(new Late(7, new long[] {8, 9})));
            assertEquals(7, world.get(Entity.of(ROWS - 2, 1), number));
            assertEquals(7, world.get(LAST, number));
            assertEquals(
                    7L * BLOCKS * ROWS, world.query().all(late).build().reduce().sum(number));
            assertUntouched(world);
        }
    }

    @Test
    void shouldBeATagInExistingBlocks() {
        try (World world = full()) {
            Component<LateTag> late = Component.of(LateTag.class);
            world.add(LAST, late);
            world.add(Entity.of(0, 1), late);

            assertEquals(2, world.query().all(late).build().count());
            assertEquals(Entity.of(0, 1), world.query().all(late).build().first());
            assertEquals(BLOCKS * ROWS - 2, world.query().none(late).build().count());
            world.destroy(LAST);
            assertEquals(1, world.query().all(late).build().count());
            assertUntouched(world);
        }
    }

    @Test
    void shouldHaveSparseColumnsInExistingBlocks() {
        try (World world = full()) {
            Query all = world.query().all(Position.TYPE).build();
            Component<LateSparse> late =
                    Component.builder(LateSparse.class).sparse().build();
            FloatColumn weight = late.float32("weight");
            world.add(LAST, new LateSparse(3));

            assertEquals(3, world.get(LAST, weight));
            assertEquals(BLOCKS * ROWS - 1, all.bulk().add(late));
            assertEquals(3, world.query().all(late).build().reduce().sum(weight));
            assertUntouched(world);
        }
    }

    private static World full() {
        World world = World.builder().memory(DirtyMemory.atBothEnds(0xFF)).build();
        world.template().with(new Position(1, 2)).build().spawn(BLOCKS * ROWS);
        return world;
    }

    private static void assertUntouched(World world) {
        Query positions = world.query().all(Position.TYPE).build();
        assertEquals(positions.count(), positions.reduce().sum(Position.X));
        assertEquals(2.0 * positions.count(), positions.reduce().sum(Position.Y));
    }
}
