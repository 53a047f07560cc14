package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;

import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import basalt.storage.BlockImages;
import basalt.storage.Blocks;
import basalt.storage.ElementPages;
import basalt.storage.Pools;
import basalt.storage.Rows;
import basalt.storage.StateBuffer;
import basalt.storage.capture.ChunkTable.ColumnTable;
import basalt.storage.capture.ChunkTable.ReferenceTable;
import basalt.storage.change.ChangeTracker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.agrona.CloseHelper;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Kept states of the rows of one world. One state is current: the one that was captured or restored last.
 *
 * <pre>
 *   tables         the copies (cells) of the current state, for each part of each block:
 *                  entities; indices of rows; presence of a component; 1,024 rows of a component's columns;
 *                  and for each page of the elements of lists
 *
 *   states   0 ---- step 1 ---- 1 ---- step 2 ---- 2 ---- step 3 ---- 3
 *                   cells of 0         cells of 1         cells of 3
 *                                                  ^ current
 * </pre>
 *
 * <p>States share the cells in which they are equal. A step has the cells in which two neighbours differ, those of the
 * neighbour that is farther from the current state. So a capture copies what has changed since the current state; to
 * make another state current, the cells of the steps between are exchanged with those of the tables, and what differs
 * from the world is copied into it.
 *
 * <p>What has changed is known from {@link ChunkChanges}, and from the number of the interval in each block's header.
 * For the store's thread. Must be closed.
 */
public final class RowHistory implements AutoCloseable {
    static final int ENTITIES = 0;

    /** Has cells for the blocks whose rows may have other entity indices than their own. */
    static final int INDICES = 1;

    /** Has cells for the pages of the elements of lists. */
    static final int ELEMENTS = 2;

    private static final int FIRST = 3;

    private final Rows rows;
    private final BlockImages images;
    private final ChunkChanges changes;
    private final MemorySource source;

    private final Int2ObjectHashMap<CellPool> pools = new Int2ObjectHashMap<>();

    /**
     * Entities, indices, pages of lists, then presence, columns and references of each component; null where there are
     * none.
     */
    private final CellTable[] tables = new CellTable[FIRST + 3 * MAX_COMPONENTS];

    private final Set<Class<?>> excluded;
    private final List<ReferenceTable> references = new ArrayList<>();
    private final Step[] steps;
    private final int[] blockCounts;
    private int states;
    private int current = -1;

    /** The first version of the structure after the current state. */
    private long interval;

    private final BitSet changedBlocks = new BitSet();

    private final ElementPages elements;

    /** The first version of the elements after the current state. */
    private long elementsInterval;

    private final BitSet changedPages = new BitSet();

    /** The copy of the entities of a block in the current state. */
    private final IntToLongFunction entitiesImage;

    private final IntToLongFunction indicesImage;

    /** Whether a restoration has failed in its middle, so that the rows are in no state. */
    private boolean isBroken;

    public RowHistory(Rows rows, ChangeTracker tracker, MemorySource source, int capacity, Set<Class<?>> excluded) {
        this.rows = rows;
        this.images = new BlockImages(rows);
        this.elements = rows.references().elements().pages();
        this.changes = new ChunkChanges(tracker);
        this.source = source;
        this.excluded = excluded;
        steps = new Step[capacity + 1];
        Arrays.setAll(steps, i -> new Step());
        blockCounts = new int[capacity + 1];
        entitiesImage = block -> tables[ENTITIES].cell(block);
        indicesImage = block -> tables[INDICES].cell(block);
        tables[ENTITIES] = new CellTable(pool(BlockImages.ENTITIES_BYTES));
        tables[INDICES] = new CellTable(pool(BlockImages.INDICES_BYTES));
        tables[ELEMENTS] = new CellTable(pool(ElementPages.IMAGE_BYTES));
    }

    private CellPool pool(int cellBytes) {
        return pools.computeIfAbsent(cellBytes, bytes -> new CellPool(source, bytes));
    }

    private static int presence(int id) {
        return FIRST + 3 * id;
    }

    private static int columns(int id) {
        return FIRST + 3 * id + 1;
    }

    private static int references(int id) {
        return FIRST + 3 * id + 2;
    }

    private ColumnTable columnTable(int id) {
        return (ColumnTable) tables[columns(id)];
    }

    public int states() {
        return states;
    }

    public StateBuffer parts(int state) {
        return steps[state].otherParts;
    }

    public long tick(int state) {
        return steps[state].tick;
    }

    /** {@return where the other parts of the next state are written, before {@link #capture}} */
    public StateBuffer nextParts() {
        return steps[steps.length - 1].otherParts;
    }

    /**
     * Keeps the state of the rows. It becomes the current one, after the one that was current. States after that one
     * are dropped, and the oldest one, if there are too many. The rows must not be {@link #isBroken}.
     */
    public void capture(long tick) {
        rows.settle();
        trackComponents();
        Step step = steps[steps.length - 1]; // the spare one
        try {
            copyChanged(step);
        } catch (RuntimeException e) {
            step.swap();
            step.drop();
            throw e;
        }
        while (states > current + 1) {
            steps[--states].drop();
        }
        step.tick = tick;
        append();
    }

    /** Adds the state whose step is the spare one. If there are too many, the oldest is dropped. */
    private void append() {
        int last = steps.length - 1;
        Step spare = states == last ? steps[0] : steps[states];
        boolean isFull = states == last;
        if (isFull) {
            steps[1].free(); // the cells of the oldest state that the others do not have
            System.arraycopy(steps, 1, steps, 0, last);
            System.arraycopy(blockCounts, 1, blockCounts, 0, last - 1);
            spare.drop();
        } else {
            steps[states++] = steps[last];
        }
        steps[last] = spare;
        steps[0].free(); // nothing is before the oldest state
        current = states - 1;
        blockCounts[current] = rows.blocks().count();
        settle();
    }

    /** Called when the rows are in the current state. */
    private void settle() {
        interval = rows.pools().newVersion();
        elementsInterval = elements.newVersion();
        changes.clear();
    }

    private void trackComponents() {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = rows.pools().component(id);
            if (component != null && tables[columns(id)] == null && component.bytesPerRow() > 0) {
                CellPool pool = pool(ColumnTable.chunkBytes(component));
                ColumnTable table = new ColumnTable(component, changes, pool);
                changes.track(id);
                tables[columns(id)] = table;
            }
            if (component != null) {
                trackReferences(component, id);
            }
        }
    }

    private void trackReferences(Component<?> component, int id) {
        if (rows.pools().hasReferences(id) && tables[references(id)] == null && !excluded.contains(component.type())) {
            ReferenceTable table = new ReferenceTable(
                    id, changes, rows.references(), rows.pools().referenceSlots(id));
            changes.track(id);
            references.add(table);
            tables[references(id)] = table;
        }
    }

    private void copyChanged(Step step) {
        int count = rows.blocks().count();
        for (int block = 0; block < count; block++) {
            boolean isChanged = current < 0 || Pools.hasChanged(rows.blocks().base(block), interval);
            if (isChanged) {
                copyStructure(step, block);
            }
            copyColumns(step, block);
            copyReferences(step, block, isChanged);
        }
        for (int page = 1; page < elements.pages(); page++) {
            if (current < 0 || elements.hasChanged(page, elementsInterval)) {
                copyElements(step, page);
            }
        }
    }

    private void copyElements(Step step, int page) {
        if (!elements.isFree(page)) {
            elements.copyPage(page, step.newCell(ELEMENTS, page));
        } else if (tables[ELEMENTS].cell(page) != 0) {
            step.dropCell(ELEMENTS, page);
        }
    }

    private void copyStructure(Step step, int block) {
        images.copyEntities(block, step.newCell(ENTITIES, block));
        copyIndices(step, block);
        int components = ComponentAreas.process().count();
        for (int id = 0; id < components; id++) {
            int table = presence(id);
            if (Blocks.isPopulated(rows.blocks().base(block), id)) {
                if (tables[table] == null) {
                    tables[table] = new CellTable(pool(BlockImages.PRESENCE_BYTES));
                }
                images.copyPresence(block, id, step.newCell(table, block));
            } else if (tables[table] != null && tables[table].cell(block) != 0) {
                step.dropCell(table, block);
            }
        }
    }

    private void copyIndices(Step step, int block) {
        long last = tables[INDICES].cell(block);
        if (!rows.entities().hasMoved(block)) {
            if (last != 0) {
                step.dropCell(INDICES, block);
            }
        } else if (!images.hasIndices(block, last)) {
            images.copyIndices(block, step.newCell(INDICES, block));
        }
    }

    private void copyColumns(Step step, int block) {
        long base = rows.blocks().base(block);
        int words = rows.blocks().populatedWords();
        for (int ids = 0; ids < words; ids++) {
            for (long rest = Blocks.populated(base, ids); rest != 0; rest &= rest - 1) {
                ColumnTable table = columnTable((ids << 6) + Long.numberOfTrailingZeros(rest));
                if (table != null) {
                    copyChunks(step, table, block, base);
                }
            }
        }
    }

    private void copyChunks(Step step, ColumnTable table, int block, long base) {
        for (int rest = table.changedChunks(block); rest != 0; rest &= rest - 1) {
            int chunk = Integer.numberOfTrailingZeros(rest);
            if (images.hasRows(base, table.id, chunk, ChunkChanges.CHUNK_ROWS)) {
                long cell = step.newCell(columns(table.id), block * ChunkChanges.CHUNKS + chunk);
                table.copy(base, chunk, cell);
            }
        }
    }

    private void copyReferences(Step step, int block, boolean isOther) {
        for (int i = 0; i < references.size(); i++) {
            ReferenceTable table = references.get(i);
            int chunks = isOther ? ChunkChanges.ALL : table.changedChunks(block);
            for (int rest = chunks; rest != 0; rest &= rest - 1) {
                int chunk = Integer.numberOfTrailingZeros(rest);
                if (table.differs(block, chunk)) {
                    copyReferences(step, table, block, chunk);
                }
            }
        }
    }

    private void copyReferences(Step step, ReferenceTable table, int block, int chunk) {
        int part = block * ChunkChanges.CHUNKS + chunk;
        if (table.isEmpty(block, chunk)) {
            step.dropCell(references(table.id), part);
        } else {
            table.copy(block, chunk, step.newCell(references(table.id), part));
        }
    }

    /** Makes another state current, and gives the rows its contents. */
    public void restore(int state) {
        rows.settle();
        int before = current;
        findChanges(state);
        swapTo(state); // the tables have the state now, and get back the current one if there is no memory
        try {
            for (int page = changedPages.nextSetBit(0); page >= 0; page = changedPages.nextSetBit(page + 1)) {
                if (tables[ELEMENTS].cell(page) != 0) {
                    elements.prepareRestore(page);
                }
            }
            images.prepare(changedBlocks, blockCounts[state], entitiesImage, indicesImage);
        } catch (RuntimeException e) {
            elements.restored(); // the memory that was taken is free
            swapTo(before);
            throw e;
        }
        isBroken = true;
        clearReferences(blockCounts[state]);
        images.replaceBlocks(blockCounts[state], changedBlocks, indicesImage);
        for (int block = changedBlocks.nextSetBit(0); block >= 0; block = changedBlocks.nextSetBit(block + 1)) {
            restoreStructure(block);
        }
        restoreColumns(blockCounts[state]);
        restoreElements();
        for (int i = 0; i < references.size(); i++) {
            references.get(i).restoreChanged(blockCounts[state]);
        }
        rows.replaced();
        settle();
        isBroken = false;
    }

    /** {@return whether a restoration has failed in its middle; the next one restores all} */
    public boolean isBroken() {
        return isBroken;
    }

    private void restoreElements() {
        for (int page = changedPages.nextSetBit(0); page >= 0; page = changedPages.nextSetBit(page + 1)) {
            elements.restorePage(page, tables[ELEMENTS].cell(page));
        }
        elements.restored();
    }

    /** Finds the blocks, chunks and pages in which the rows may differ from a state. */
    private void findChanges(int state) {
        int most = Math.max(rows.blocks().count(), blockCounts[state]);
        changedBlocks.clear();
        for (int block = 0; block < rows.blocks().count(); block++) {
            changedBlocks.set(block, isBroken || Pools.hasChanged(rows.blocks().base(block), interval));
        }
        changedPages.clear();
        for (int page = 1; page < elements.pages(); page++) {
            changedPages.set(page, isBroken || elements.hasChanged(page, elementsInterval));
        }
        int used = FIRST + 3 * ComponentAreas.process().count();
        for (int i = FIRST; i < used; i++) {
            if (tables[i] instanceof ChunkTable chunks) {
                chunks.findChanges(most, isBroken);
            }
        }
        for (int i = Math.min(state, current) + 1; i <= Math.max(state, current); i++) {
            findChanges(steps[i]);
        }
        for (int i = 0; i < references.size(); i++) {
            for (int block = 0; block < blockCounts[state]; block++) {
                if (block >= rows.blocks().count() || changedBlocks.get(block)) {
                    references.get(i).addChanges(block, ChunkChanges.ALL);
                }
            }
        }
    }

    private void findChanges(Step step) {
        for (int i = 0; i < step.count; i++) {
            if (tables[step.tables[i]] instanceof ChunkTable chunks) {
                chunks.addChange(step.parts[i]);
            } else if (step.tables[i] == ELEMENTS) {
                changedPages.set(step.parts[i]);
            } else {
                changedBlocks.set(step.parts[i]);
            }
        }
    }

    /**
     * Clears the references that the state does not have, and that no table restores: of blocks that are removed, and
     * of rows that lose a component that is excluded or new. Called before blocks are replaced.
     */
    private void clearReferences(int count) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            if (rows.pools().hasReferences(id)) {
                for (int slot : rows.pools().referenceSlots(id)) {
                    rows.references().truncate(slot, count);
                }
                if (tables[references(id)] == null) {
                    clearReferences(id, Math.min(count, rows.blocks().count()));
                }
            }
        }
    }

    private void clearReferences(int id, int count) {
        CellTable presence = tables[presence(id)];
        for (int block = 0; block < count; block++) {
            if (changedBlocks.get(block) || images.isReplaced(block)) {
                long image = presence == null ? 0 : presence.cell(block);
                long entities = tables[ENTITIES].cell(block);
                images.clearReferences(block, id, image, entities, tables[INDICES].cell(block));
            }
        }
    }

    private void swapTo(int state) {
        while (current > state) {
            steps[current--].swap();
        }
        while (current < state) {
            steps[++current].swap();
        }
    }

    private void restoreStructure(int block) {
        images.restoreEntities(block, entitiesImage.applyAsLong(block));
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            CellTable table = tables[presence(id)];
            long image = table == null ? 0 : table.cell(block);
            if (image != 0 || Blocks.isPopulated(rows.blocks().base(block), id)) {
                ColumnTable columns = columnTable(id);
                if (columns != null) {
                    columns.addChanges(block, images.regained(block, id, image, ChunkChanges.CHUNK_ROWS));
                }
                images.restorePresence(block, id, image);
            }
        }
    }

    private void restoreColumns(int count) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            ColumnTable table = columnTable(id);
            for (int block = 0; table != null && block < count; block++) {
                if (Blocks.isPopulated(rows.blocks().base(block), id)) {
                    table.restoreChanged(block, rows.blocks().base(block));
                }
            }
        }
    }

    /** Bytes reserved from the memory source. */
    public long reservedBytes() {
        long bytes = 0;
        for (CellPool pool : pools.values()) {
            bytes += pool.reservedBytes();
        }
        for (Step step : steps) {
            bytes += step.otherParts.reservedBytes();
        }
        return bytes;
    }

    /** Frees all memory, and ends the readers of changes. If something fails, the rest is still done. */
    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>();
        all.add(changes);
        all.addAll(pools.values());
        for (Step step : steps) {
            all.add(step.otherParts);
        }
        references.clear();
        Arrays.fill(tables, null);
        CloseHelper.closeAll(all);
    }

    /** The cells of one kind: copies of equal parts of the blocks, as they were at the state that is current. */
    static class CellTable {
        /** Null if the cells are the table's own. */
        private final CellPool pool;

        /** For each part the address of its copy; 0 if there is none. */
        private long[] cells = {};

        CellTable(CellPool pool) {
            this.pool = pool;
        }

        /** The address of the copy of a part; 0 if there is none. */
        final long cell(int part) {
            return part < cells.length ? cells[part] : 0;
        }

        long allocate() {
            return pool.allocate();
        }

        void free(long cell) {
            pool.free(cell);
        }

        /** Replaces the copy of a part; returns the old one. */
        private long replace(int part, long cell) {
            if (part >= cells.length) {
                cells = Arrays.copyOf(cells, Math.max(part + 1, 2 * cells.length));
            }
            long old = cells[part];
            cells[part] = cell;
            return old;
        }
    }

    /**
     * The cells in which two neighbouring states differ. It has those of the earlier state while the later one is
     * current, and those of the later one otherwise.
     */
    private final class Step {
        private int[] tables = new int[16];
        private int[] parts = new int[16];
        private long[] cells = new long[16];
        private int count;

        /** The tick of the later state, and what it has besides cells. */
        private long tick;

        private final StateBuffer otherParts = new StateBuffer(source);

        /** Gives a part of a table a new cell; this step keeps the one before. */
        long newCell(int table, int part) {
            CellTable all = RowHistory.this.tables[table];
            long cell = all.allocate();
            add(table, part, all.replace(part, cell));
            return cell;
        }

        void dropCell(int table, int part) {
            add(table, part, RowHistory.this.tables[table].replace(part, 0));
        }

        private void add(int table, int part, long cell) {
            if (count == cells.length) {
                tables = Arrays.copyOf(tables, 2 * count);
                parts = Arrays.copyOf(parts, 2 * count);
                cells = Arrays.copyOf(cells, 2 * count);
            }
            tables[count] = table;
            parts[count] = part;
            cells[count++] = cell;
        }

        void swap() {
            for (int i = 0; i < count; i++) {
                cells[i] = RowHistory.this.tables[tables[i]].replace(parts[i], cells[i]);
            }
        }

        /** Drops the later state: frees the cells of this step, and forgets the other parts. */
        void drop() {
            free();
            otherParts.clear();
        }

        /**
         * Frees the cells of this step, which is empty then. The last one first, so that they are taken in order again.
         */
        void free() {
            while (count > 0) {
                count--;
                if (cells[count] != 0) {
                    RowHistory.this.tables[tables[count]].free(cells[count]);
                }
            }
        }
    }
}
