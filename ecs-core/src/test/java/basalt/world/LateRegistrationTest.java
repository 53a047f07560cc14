package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.LongColumn;
import basalt.query.Query;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Position;
import org.junit.jupiter.api.Test;

/** A component that is registered when a world is already full of entities. */
class LateRegistrationTest {
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
            LongColumn pair = late.int64("pair", 2);
            assertEquals(0, world.query().all(late).build().count());
            for (int block = 0; block < BLOCKS; block++) {
                long last = Entity.of((block + 1) * ROWS - 1, 1);
                assertFalse(world.has(last, late));
                assertTrue(world.add(last, late));
                assertEquals(0, world.get(last, number));
                assertEquals(0, world.get(last, pair, 1));
                world.set(last, number, block + 1);
                world.set(last, pair, 1, Long.MIN_VALUE + block);
            }
            assertEquals(BLOCKS, world.query().all(late).build().count());
            for (int block = 0; block < BLOCKS; block++) {
                long last = Entity.of((block + 1) * ROWS - 1, 1);
                assertEquals(block + 1, world.get(last, number));
                assertEquals(Long.MIN_VALUE + block, world.get(last, pair, 1));
                assertEquals(0, world.get(last, pair, 0));
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
        World world = World.builder().memory(new DirtyMemory(0xFF)).build();
        world.template().with(new Position(1, 2)).build().spawn(BLOCKS * ROWS);
        return world;
    }

    private static void assertUntouched(World world) {
        Query positions = world.query().all(Position.TYPE).build();
        assertEquals(positions.count(), positions.reduce().sum(Position.X));
        assertEquals(2.0 * positions.count(), positions.reduce().sum(Position.Y));
    }
}
