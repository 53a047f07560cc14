package basalt.storage;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.FREE;
import static basalt.component.BlockLayout.FREE_SUMMARY;
import static basalt.component.BlockLayout.GENERATIONS;
import static basalt.component.BlockLayout.MAX_COMPONENTS;
import static basalt.component.BlockLayout.ROWS;
import static basalt.component.BlockLayout.ROW_BITS;
import static basalt.component.BlockLayout.ROW_MASK;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * The entity pool: which rows are alive, their generations, and the free ones.
 *
 * <p>A row's generation is odd while an entity lives in it and even while none does, and counts up at each birth and death. A
 * handle carries the odd generation of its birth, so it matches nothing afterwards. The last generation, 2^32 - 1, is odd; a
 * row that dies with it would start over at 0 and is retired instead: it is never free again.
 *
 * <p>SAFETY: a base comes from {@link Blocks} for a block number below its count, a row is masked by ROW_MASK.
 */
public final class Entities {
    private final Blocks blocks;
    private final Pools pools;
    private Cluster[] owners = new Cluster[4];
    private int count;
    private int retiredRows;

    Entities(Blocks blocks, Pools pools) {
        this.blocks = blocks;
        this.pools = pools;
    }

    /**
     * How many entities are alive.
     *
     * @return entities
     */
    public int count() {
        return count;
    }

    /**
     * How many rows will never be used again because their generations ran out.
     *
     * @return rows
     */
    public int retiredRows() {
        return retiredRows;
    }

    /**
     * Whether a handle's entity is alive.
     *
     * @param entity a handle, or any long
     * @return true if it is
     */
    public boolean isAlive(long entity) {
        int block = Entity.index(entity) >>> ROW_BITS;
        if (block >= blocks.count()) {
            return false;
        }
        int generation = Entity.generation(entity);
        return (generation & 1) != 0 && generation == generation(blocks.base(block), (int) entity & ROW_MASK);
    }

    /**
     * The block of a living entity.
     *
     * @param entity a handle
     * @return the block's address
     * @throws DeadEntityException if it is not alive
     */
    public long require(long entity) {
        int block = Entity.index(entity) >>> ROW_BITS;
        if (block < blocks.count()) {
            long base = blocks.base(block);
            int generation = Entity.generation(entity);
            if ((generation & 1) != 0 && generation == generation(base, (int) entity & ROW_MASK)) {
                return base;
            }
        }
        throw dead(entity);
    }

    /**
     * The handle of the entity in a row.
     *
     * @param base the block's address
     * @param row row in the block, alive
     * @return the handle
     */
    public static long handle(long base, int row) {
        return Entity.of(Blocks.index(base) << ROW_BITS | row, generation(base, row));
    }

    /**
     * Makes a population with blocks of its own.
     *
     * @return the cluster
     */
    public Cluster newCluster() {
        return new Cluster();
    }

    /**
     * Makes up to {@code limit} entities in the lowest free rows of a cluster that share a word. They have no components.
     *
     * @param cluster whose rows to take
     * @param limit how many at most, at least 1
     * @param spawned set to the new rows: 1 to 64 of them
     * @throws basalt.memory.NativeMemoryException if another block is needed and cannot be had; nothing has changed then
     */
    public void create(Cluster cluster, int limit, SpawnedRows spawned) {
        int block = cluster.lowestBlock();
        if (block < 0) {
            block = grow(cluster);
        }
        long base = blocks.base(block);
        long summary = base + FREE_SUMMARY;
        int word = RowBits.nextAny(summary, 0);
        long rows = lowestBits(UnsafeApi.getLong(null, base + FREE + ((long) word << 3)), limit);
        RowBits.clearAll(summary, base + FREE, word, rows);
        if (RowBits.any(summary, word >>> 6) == 0 && RowBits.isEmpty(summary)) {
            cluster.isFull(block);
        }
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            setGeneration(base, row, generation(base, row) + 1);
        }
        pools.insert(base, word, rows, ALIVE_ID);
        count += Long.bitCount(rows);
        spawned.base = base;
        spawned.word = word;
        spawned.rows = rows;
    }

    /**
     * Destroys entities: clears all their presence, ends their handles, and frees their rows.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     */
    public void destroy(long base, int word, long rows) {
        for (int i = 0; i < MAX_COMPONENTS / Long.SIZE; i++) {
            for (long ids = Blocks.populated(base, i); ids != 0; ids &= ids - 1) {
                pools.erase(base, word, rows, (i << 6) + Long.numberOfTrailingZeros(ids));
            }
        }
        long reusable = rows;
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            int next = generation(base, row) + 1;
            setGeneration(base, row, next);
            if (next == 0) {
                reusable &= ~(1L << row);
                retiredRows++;
            }
        }
        boolean wasFull = RowBits.isEmpty(base + FREE_SUMMARY);
        RowBits.setAll(base + FREE_SUMMARY, base + FREE, word, reusable);
        if (wasFull && reusable != 0) {
            int block = Blocks.index(base);
            owners[block].hasFreeRow(block);
        }
        count -= Long.bitCount(rows);
        pools.changed(base, word, rows);
    }

    private int grow(Cluster cluster) {
        int block = blocks.grow();
        if (block >= owners.length) {
            owners = Arrays.copyOf(owners, 2 * block);
        }
        owners[block] = cluster;
        cluster.hasFreeRow(block);
        return block;
    }

    private DeadEntityException dead(long entity) {
        int block = Entity.index(entity) >>> ROW_BITS;
        int current = block < blocks.count() ? generation(blocks.base(block), (int) entity & ROW_MASK) : 0;
        return new DeadEntityException(entity, current);
    }

    private static long lowestBits(long bits, int limit) {
        if (limit >= Long.bitCount(bits)) {
            return bits;
        }
        long rest = bits;
        for (int i = 0; i < limit; i++) {
            rest &= rest - 1;
        }
        return bits & ~rest;
    }

    private static int generation(long base, int row) {
        assert row >= 0 && row < ROWS : row;
        return ColumnMemory.getInt(base, row, GENERATIONS);
    }

    private static void setGeneration(long base, int row, int generation) {
        ColumnMemory.putInt(base, row, GENERATIONS, generation);
    }
}
