package basalt.storage.access;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ListColumn;
import basalt.component.VariableColumn;
import basalt.component.layout.ComponentAreas;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Elements;
import basalt.storage.Entities;
import basalt.storage.Entities.RowMask;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;

/**
 * Copies the entities of a store into another one, where they get new handles. Handles in columns are replaced by the
 * new ones, and by null if their entity is not among them. If something fails, the entities are destroyed again. For
 * the thread of both stores.
 *
 * <p>SAFETY: bases come from the blocks of the two stores, rows are below ROWS, and the offsets are those of declared
 * columns of components that the rows have.
 */
public final class StoreMerge {
    private final Store from;
    private final Store to;

    /** For each block of entity indices of the source, the new handles; null if none has one yet. */
    private final long[][] handles;

    /** The generations that these indices had there; 0 where there was no entity. */
    private final int[][] generations;

    private final Map<List<Integer>, Prototype> prototypes = new HashMap<>();
    private final List<Placed> placed = new ArrayList<>();
    private final RowMask spawned = new RowMask();
    private int count;

    /** New rows of a word of the target that have the same components. */
    private record Placed(Prototype prototype, int block, int word, long rows) {}

    public StoreMerge(Store from, Store to) {
        this.from = from;
        this.to = to;
        this.handles = new long[from.blocks().count()][];
        this.generations = new int[handles.length][];
    }

    /** Copies all entities, and calls the hooks for them. */
    public void run() {
        try {
            for (int block = 0; block < handles.length; block++) {
                copyBlock(block);
            }
            for (int i = 0; i < placed.size(); i++) {
                replaceHandles(placed.get(i));
            }
            to.trees().loaded(); // before observers are called
        } catch (RuntimeException e) {
            undo();
            throw e;
        }
        notifySpawned();
    }

    /** Calls the hooks for all entities, as one change. */
    private void notifySpawned() {
        to.hookScope().run(() -> {
            for (Placed rows : placed) {
                long base = to.blocks().base(rows.block());
                to.structure().notifySpawned(rows.prototype(), base, rows.word(), rows.rows());
            }
        });
    }

    public int count() {
        return count;
    }

    /** The new handle of an entity of the source. */
    public long handleOf(long handle) {
        int block = Entity.index(handle) >>> ROW_BITS;
        long[] known = block < handles.length ? handles[block] : null;
        boolean isThere = known != null
                && (handle & 1L << Integer.SIZE) != 0
                && generations[block][(int) handle & ROW_MASK] == Entity.generation(handle);
        return isThere ? known[(int) handle & ROW_MASK] : Entity.NULL;
    }

    private void copyBlock(int block) {
        RowAllocator same = to.rows().allocatorLike(from.rows(), block);
        RowAllocator allocator = same == null ? to.rowAllocator() : same;
        allocator.releaseClaimed();
        for (int word = 0; word < WORDS; word++) {
            long base = from.blocks().base(block);
            for (long rest = Pools.presentWord(base, word, ALIVE_ID); rest != 0; ) {
                List<Integer> ids = new ArrayList<>();
                long rows = alike(base, word, rest, ids);
                copy(block, word, rows, prototype(ids), allocator);
                rest &= ~rows;
            }
        }
    }

    /** The rows of a word that have the same components as the first one. These are added to a list. */
    private long alike(long base, int word, long rows, List<Integer> ids) {
        long first = Long.lowestOneBit(rows);
        long alike = rows;
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            if (from.pools().component(id) != null) {
                long present = Pools.presentWord(base, word, id);
                boolean has = (present & first) != 0;
                alike &= has ? present : ~present;
                if (has) {
                    ids.add(id);
                }
            }
        }
        return alike;
    }

    private Prototype prototype(List<Integer> ids) {
        return prototypes.computeIfAbsent(ids, all -> {
            List<RowImage> images = new ArrayList<>();
            all.forEach(id -> images.add(RowImage.zero(from.pools().component(id))));
            return to.newPrototype(images);
        });
    }

    private void copy(int block, int word, long rows, Prototype prototype, RowAllocator allocator) {
        for (long rest = rows; rest != 0; ) {
            to.structure().spawnInWord(allocator, prototype, Long.bitCount(rest), spawned);
            int toBlock = Blocks.index(spawned.base());
            int toWord = spawned.word();
            long toRows = spawned.rows();
            placed.add(new Placed(prototype, toBlock, toWord, toRows));
            count += Long.bitCount(toRows);
            for (long news = toRows; news != 0; news &= news - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                int toRow = (toWord << 6) + Long.numberOfTrailingZeros(news);
                copyRow(block, row, toBlock, toRow, prototype);
                setHandle(
                        Entities.handle(from.blocks().base(block), row),
                        Entities.handle(to.blocks().base(toBlock), toRow));
                rest &= rest - 1;
            }
        }
    }

    private void setHandle(long old, long handle) {
        int block = Entity.index(old) >>> ROW_BITS;
        if (handles[block] == null) {
            handles[block] = new long[ROWS];
            generations[block] = new int[ROWS];
        }
        generations[block][(int) old & ROW_MASK] = Entity.generation(old);
        handles[block][(int) old & ROW_MASK] = handle;
    }

    private void copyRow(int block, int row, int toBlock, int toRow, Prototype prototype) {
        long base = from.blocks().base(block);
        long toBase = to.blocks().base(toBlock);
        for (int id : prototype.ids()) {
            ColumnSet set = ColumnSet.of(from.pools().component(id));
            set.copyRows(base, row, toBase, toRow, 1);
            copyLists(set, base, row, toBase, toRow);
            for (int slot : set.referenceSlots()) {
                to.references().set(slot, toBlock, toRow, from.references().get(slot, block, row));
            }
            if (!Pools.isEnabled(base, row, id)) {
                to.structure().disableSpawned(toBase, toRow >>> 6, 1L << toRow, id);
            }
        }
        if (Pools.has(base, row, DISABLED_ID)) {
            to.structure().disableSpawned(toBase, toRow >>> 6, 1L << toRow, DISABLED_ID);
        }
    }

    private void copyLists(ColumnSet set, long base, int row, long toBase, int toRow) {
        set.zeroLists(toBase, toRow >>> 6, 1L << toRow); // instead of lists of the other world
        for (VariableColumn list : set.lists()) {
            long elements = ColumnMemory.getLong(base, row, list.offset());
            int shift = list.elementKind().shift();
            to.references()
                    .elements()
                    .copy(from.references().elements(), elements, shift, toBase + list.offset() + ((long) toRow << 3));
        }
    }

    private void replaceHandles(Placed rows) {
        long base = to.blocks().base(rows.block());
        for (int id : rows.prototype().ids()) {
            Component<?> component = to.pools().component(id);
            for (Column column : component.columns()) {
                for (int lane = 0; column.kind() == ColumnKind.ENTITY && lane < column.length(); lane++) {
                    replaceHandles(base + column.laneOffset(lane), rows);
                }
                if (column instanceof ListColumn.OfEntity) {
                    replaceHandlesOfLists(base + column.offset(), rows);
                }
            }
        }
    }

    private void replaceHandlesOfLists(long lane, Placed rows) {
        for (long rest = rows.rows(); rest != 0; rest &= rest - 1) {
            int row = (rows.word() << 6) + Long.numberOfTrailingZeros(rest);
            long list = UnsafeApi.getLong(null, lane + ((long) row << 3));
            for (int i = 0; i < Elements.length(list); i++) {
                long at = to.references().elements().startForWrite(list, i, 3) + ((long) i << 3);
                UnsafeApi.putLong(null, at, handleOf(UnsafeApi.getLong(null, at)));
            }
        }
    }

    private void replaceHandles(long lane, Placed rows) {
        for (long rest = rows.rows(); rest != 0; rest &= rest - 1) {
            long at = lane + ((long) ((rows.word() << 6) + Long.numberOfTrailingZeros(rest)) << 3);
            UnsafeApi.putLong(null, at, handleOf(UnsafeApi.getLong(null, at)));
        }
    }

    private void undo() {
        for (Placed rows : placed) {
            to.structure().undoSpawn(to.blocks().base(rows.block()), rows.word(), rows.rows());
        }
    }
}
