package basalt.arrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.LongColumn;
import basalt.component.layout.BlockLayout;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.storage.RowPlaces;
import basalt.world.Compaction;
import basalt.world.Template;
import basalt.world.World;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ten million entities with {@code -Pci}, otherwise one million: handles from before the moves give their values. */
class TenMillionTest {
    private static final int COUNT = Soak.times(1_000_000, 10_000_000);

    record Item(long key) {
        static final Component<Item> TYPE = Component.of(Item.class);
        static final LongColumn KEY = TYPE.int64("key");
    }

    private static long key(int number) {
        return number * 0x9E37_79B9_7F4A_7C15L;
    }

    @Test
    void shouldKeepHandlesOfManyEntities() {
        try (World world = World.create()) {
            Template template = world.template().with(Item.TYPE).build();
            Query items = world.query().all(Item.TYPE).build();
            long[] handles = new long[COUNT];
            template.spawn(handles);
            for (int i = 0; i < COUNT; i++) {
                world.set(handles[i], Item.KEY, key(i));
            }
            Random random = new Random(30);
            boolean[] isDead = new boolean[COUNT];
            int alive = COUNT;
            for (int i = 0; i < COUNT; i++) {
                if (random.nextInt(10) < 3) {
                    world.destroy(handles[i]);
                    isDead[i] = true;
                    alive--;
                }
            }
            Compaction done = world.compact();
            assertTrue(done.isComplete());
            assertTrue(done.entitiesMoved() > 0.2 * alive && done.entitiesMoved() < 0.4 * alive, done::toString);
            assertEquals((alive + BlockLayout.ROWS - 1) / BlockLayout.ROWS, blocksInUse(world, done));
            assertEquals(1, spansAcrossBlocks(items));
            check(world, handles, isDead);

            world.arrange(items).byKeys(Item.KEY).run();
            assertEquals(alive, items.count());
            long[] last = new long[1];
            items.forEach(row -> {
                long now = row.get(Item.KEY);
                assertTrue(Long.compareUnsigned(last[0], now) <= 0);
                last[0] = now;
            });
            check(world, handles, isDead);
            RowPlaces.of(world).rows(); // fails unless each row has one index
        }
    }

    private static int blocksInUse(World world, Compaction done) {
        return world.memory().blocks() - done.blocksFreed();
    }

    /** How many spans there are, if blocks side by side were one. */
    private static long spansAcrossBlocks(Query query) {
        return query.stats().spans() - (query.count() - 1) / BlockLayout.ROWS;
    }

    private static void check(World world, long[] handles, boolean[] isDead) {
        for (int i = 0; i < handles.length; i++) {
            if (isDead[i]) {
                assertFalse(world.isAlive(handles[i]));
            } else if (world.get(handles[i], Item.KEY) != key(i)) {
                throw new AssertionError("entity " + i + " has key " + world.get(handles[i], Item.KEY));
            }
        }
    }
}
