package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.LongColumn;
import basalt.component.layout.BlockLayout;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.storage.RowPlaces;
import java.util.BitSet;
import java.util.Random;
import org.agrona.collections.LongArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten million entities with {@code -Pci}, otherwise one million: handles from before the moves give their values. */
@Tag("long")
class TenMillionTest {
    private static final int COUNT = Soak.times(1_000_000, 10_000_000);

    record Item(long key) {
        static final Component<Item> TYPE = Component.of(Item.class);
        static final LongColumn KEY = TYPE.int64("key");
    }

    private static long key(int number) {
        return number * 0x9E37_79B9_7F4A_7C15L;
    }

    /** The handle of each entity, whose key follows from its position; 0 while it is dead. */
    private final long[] handles = new long[COUNT];

    /** The handles of all entities that were destroyed, and their indices. */
    private final LongArrayList dead = new LongArrayList();

    private final BitSet deadIndices = new BitSet();
    private final Random random = new Random(30);
    private int alive = COUNT;

    @Test
    void shouldKeepHandlesOfManyEntities() {
        try (World world = World.create()) {
            Template template = world.template().with(Item.TYPE).build();
            Query items = world.query().all(Item.TYPE).build();
            template.spawn(handles);
            for (int i = 0; i < COUNT; i++) {
                world.set(handles[i], Item.KEY, key(i));
            }
            destroySome(world, 3);
            Compaction done = world.rows().compact();
            assertTrue(done.isComplete());
            assertTrue(done.entitiesMoved() > 0.2 * alive && done.entitiesMoved() < 0.4 * alive, done::toString);
            assertEquals((alive + BlockLayout.ROWS - 1) / BlockLayout.ROWS, blocksInUse(world, done));
            assertEquals(1, spansAcrossBlocks(items));
            check(world, items);

            int blocks = world.statistics().memory().blocks();
            destroySome(world, 1);
            assertTrue(spawnSome(world, template) > 0, "indices are used again");
            assertEquals(blocks, world.statistics().memory().blocks());
            check(world, items);

            Arrangement byKey = world.rows().arrange(items).byKeys(Item.KEY);
            byKey.run();
            assertInOrder(items);
            check(world, items);

            destroySome(world, 1);
            assertTrue(spawnSome(world, template) > 0, "indices are used again");
            check(world, items);
            byKey.run();
            assertInOrder(items);
            check(world, items);
        }
    }

    private void destroySome(World world, int ofTen) {
        for (int i = 0; i < COUNT; i++) {
            if (handles[i] != 0 && random.nextInt(10) < ofTen) {
                world.destroy(handles[i]);
                dead.addLong(handles[i]);
                deadIndices.set(Entity.index(handles[i]));
                handles[i] = 0;
                alive--;
            }
        }
    }

    /** Spawns a fifth of those that are dead; returns how many get the index of an entity that was destroyed. */
    private int spawnSome(World world, Template template) {
        int used = 0;
        for (int i = 0; i < COUNT; i++) {
            if (handles[i] == 0 && random.nextInt(5) == 0) {
                handles[i] = template.spawn();
                world.set(handles[i], Item.KEY, key(i));
                used += deadIndices.get(Entity.index(handles[i])) ? 1 : 0;
                alive++;
            }
        }
        return used;
    }

    private static void assertInOrder(Query items) {
        long[] last = new long[1];
        items.forEach(row -> {
            long now = row.get(Item.KEY);
            assertTrue(Long.compareUnsigned(last[0], now) <= 0);
            last[0] = now;
        });
    }

    private static int blocksInUse(World world, Compaction done) {
        return world.statistics().memory().blocks() - done.blocksFreed();
    }

    /** How many spans there are, if blocks side by side were one. */
    private static long spansAcrossBlocks(Query query) {
        return query.stats().spans() - (query.count() - 1) / BlockLayout.ROWS;
    }

    private void check(World world, Query items) {
        assertEquals(alive, items.count());
        for (int i = 0; i < COUNT; i++) {
            if (handles[i] != 0 && world.get(handles[i], Item.KEY) != key(i)) {
                throw new AssertionError("entity " + i + " has key " + world.get(handles[i], Item.KEY));
            }
        }
        for (int i = 0; i < dead.size(); i++) {
            assertFalse(world.isAlive(dead.getLong(i)));
        }
        RowPlaces.of(world).rows(); // fails unless each row has one index
    }
}
