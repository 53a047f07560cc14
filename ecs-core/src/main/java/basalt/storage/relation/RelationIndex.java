package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.OnTargetDestroy;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.block.ArenaAccess;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.Rows;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.DestroyWaves.DestroyWave;
import basalt.storage.change.RowSet;
import basalt.storage.change.Structure;
import basalt.storage.relation.RelationIndex.SourceLists.SourceList;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.agrona.UnsafeApi;

/**
 * Finds the entities that point at an entity by one column: its sources.
 *
 * <p>The column is the truth, and {@link SourceLists} a derived index. The index may have too many links, never too
 * few: a link counts only if the source still has the component, with that target in the column, and a link that does
 * not is removed when it is met. So it is enough to add the links of rows in which the component was gained or written,
 * which a reader of changes records. They are added before an answer, in {@link #update}, at a cost that is
 * proportional to their number. After rows were replaced, by a restored snapshot, all rows are visited.
 *
 * <p>Answers are in ascending order of rows, so they do not depend on when the index was updated.
 *
 * <p>The locks are for the workers of a schedule, which may look up at the same time.
 */
public final class RelationIndex implements ChangeTracker.Unsaved {
    private final EntityColumn column;
    private final OnTargetDestroy policy;
    private final int id;
    private final Rows rows;
    private final Structure structure;
    private final Blocks blocks;
    private final Entities entities;
    private final SourceLists lists;
    private final ChangeTracker changes;
    private final RowSet changed;
    private final BooleanSupplier mayStillWrite;
    private final IntConsumer linking = this::link;

    /** Whether all rows have been visited since {@link #replacements}. */
    private boolean isComplete;

    /** The value of {@link Rows#replacements} at the last complete visit. */
    private int replacements;

    private boolean isExclusive;

    /** The rows of the world that {@link #find} has found, ascending. */
    private int[] found = {};

    /** A target that had several sources when it was visited, although that is not allowed; NULL for none. */
    private long crowded = Entity.NULL;

    RelationIndex(
            EntityColumn column,
            OnTargetDestroy policy,
            Rows rows,
            Structure structure,
            BooleanSupplier mayStillWrite) {
        this.column = column;
        this.policy = policy;
        this.rows = rows;
        this.structure = structure;
        this.mayStillWrite = mayStillWrite;
        id = column.component().id();
        blocks = rows.blocks();
        entities = rows.entities();
        lists = new SourceLists(rows.blockPool().source());
        changes = structure.changeTracker();
        changed = changes.trackChanged(id, this);
    }

    public EntityColumn column() {
        return column;
    }

    public Component<?> component() {
        return (Component<?>) column.component();
    }

    public OnTargetDestroy policy() {
        return policy;
    }

    public synchronized boolean isExclusive() {
        return isExclusive;
    }

    public synchronized void makeExclusive() {
        if (isExclusive) {
            return;
        }
        isExclusive = true;
        isComplete = false; // visits all rows again
        try {
            update();
            requireExclusive();
        } catch (RuntimeException e) {
            isExclusive = false;
            crowded = Entity.NULL;
            throw e;
        }
        structure.checkSpawns(this::requireSpawn);
    }

    /** Refuses to spawn what would be a second source of a target. */
    private synchronized void requireSpawn(Prototype prototype, RecordPrototype values, int count) {
        boolean isOwn = values != null && values.has(column.component());
        long target = (isOwn ? values.prototype() : prototype).entity(column);
        if (target == Entity.NULL || isOver(target)) {
            return;
        }
        update();
        int source = first(target);
        if (source >= 0 || count > 1) {
            throw new IllegalStateException("the relation over " + Relations.name(column) + " is exclusive, and "
                    + (source >= 0 ? Entity.toString(handle(source)) : "each of " + count + " new entities")
                    + " would point at " + Entity.toString(target)
                    + " beside another one; spawn with NULL in the column, and give each a target of its own");
        }
    }

    public void update() {
        if (!changes.isShared()) {
            updateAlone();
            return;
        }
        synchronized (this) {
            if (!isCurrent()) {
                synchronized (changes.lock(id)) { // others may write other columns of the component
                    updateAlone();
                }
            }
        }
    }

    boolean isCurrent() {
        return isComplete && replacements == rows.replacements() && changed.isEmpty();
    }

    private void updateAlone() {
        if (isCurrent()) {
            return;
        }
        int now = rows.replacements();
        if (!isComplete || replacements != now) {
            visitAll();
        } else {
            visitChanged(linking);
        }
        isComplete = true;
        replacements = now;
        if (!mayStillWrite.getAsBoolean()) {
            changed.clear();
        }
    }

    /** As {@link #update()}, after nothing but a row has changed. If there is no memory, the next update does it. */
    void update(int rowOfWorld) {
        try {
            link(rowOfWorld);
            changed.clear();
        } catch (NativeMemoryException e) {
            // it is linked by the next update
        }
    }

    private void visitAll() {
        for (int block = 0; block < blocks.count(); block++) {
            for (int word = 0; word < WORDS && Pools.hasHad(blocks.base(block), id); word++) {
                visit(block, word, -1L, linking);
            }
        }
    }

    private void visitChanged(IntConsumer visit) {
        int count = blocks.count();
        for (int at = changed.nextWordOfWorld(0, count); at >= 0; at = changed.nextWordOfWorld(at + 1, count)) {
            visit(at / WORDS, at % WORDS, changed.word(at / WORDS, at % WORDS), visit);
        }
    }

    /** Visits some rows of a word that have the component, as rows of the world. */
    private void visit(int block, int word, long some, IntConsumer visit) {
        for (long rest = some & Pools.presentWord(blocks.base(block), word, id); rest != 0; rest &= rest - 1) {
            visit.accept((block << ROW_BITS) + (word << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    private void link(int rowOfWorld) {
        int block = rowOfWorld >>> ROW_BITS;
        int row = rowOfWorld & ROW_MASK;
        int source = entities.index(block, row);
        long target = ColumnMemory.getLong(blocks.base(block), row, column.offset());
        if (lists.target(source) != target) {
            if (target == Entity.NULL || entities.place(Entity.index(target)) == 0) {
                lists.unlink(source);
                return;
            }
            lists.cover(source, Entity.index(target));
            lists.link(source, target);
        }
        if (isExclusive && crowded == Entity.NULL && hasSeveral(target)) {
            crowded = target;
        }
    }

    boolean isSource(int index, long target) {
        long place = entities.place(index);
        return place != 0
                && Pools.has(Place.base(place), Place.row(place), id)
                && ColumnMemory.getLong(Place.base(place), Place.row(place), column.offset()) == target;
    }

    /** As {@link #isSource(int, long)}, and fast if it is not. The links are up to date. */
    boolean isLinked(int index, long target) {
        return lists.target(index) == target && isSource(index, target);
    }

    public boolean isSource(long entity, long target) {
        return entities.isAlive(entity) && isSource(Entity.index(entity), target);
    }

    public long target(long place) {
        return Pools.has(Place.base(place), Place.row(place), id)
                ? ColumnMemory.getLong(Place.base(place), Place.row(place), column.offset())
                : Entity.NULL;
    }

    /** The index of the first source in the list of a target; negative if there is none. */
    int first(long target) {
        return valid(lists.first(Entity.index(target)), target);
    }

    int next(int source, long target) {
        return valid(lists.next(source), target);
    }

    /** The first source of a target at or after an entry of a list. Removes links that do not count any more. */
    private int valid(int from, long target) {
        int index = from;
        while (index >= 0) {
            long linked = lists.target(index);
            boolean counts = isSource(index, linked);
            if (counts && linked == target) {
                return index;
            }
            int next = lists.next(index);
            if (!counts || isOver(linked)) {
                lists.unlink(index);
            }
            index = next;
        }
        return SourceLists.NONE;
    }

    /** Whether an entity is dead, and not one that commands have yet to spawn. */
    private boolean isOver(long target) {
        int index = Entity.index(target);
        return entities.place(index) == 0
                || Integer.compareUnsigned(Entity.generation(handle(index)), Entity.generation(target)) > 0;
    }

    public synchronized int count(long target) {
        update();
        requireExclusive();
        int count = 0;
        for (int source = first(target); source >= 0; source = next(source, target)) {
            count++;
        }
        return count;
    }

    public synchronized long collect(long target, ArenaAccess arena) {
        update();
        requireExclusive();
        int count = find(target);
        long list = arena.allocateUnchecked(SourceList.bytes(count), Long.BYTES);
        SourceList.count(list, count);
        for (int i = 0; i < count; i++) {
            SourceList.put(list, i, Entities.handle(blocks.base(found[i] >>> ROW_BITS), found[i] & ROW_MASK));
        }
        return list;
    }

    /** Finds the sources of an entity, for {@link #found}; returns their number. The links are up to date. */
    int find(long target) {
        int count = 0;
        for (int source = first(target); source >= 0; source = next(source, target)) {
            if (count == found.length) {
                found = Arrays.copyOf(found, Math.max(16, 2 * count));
            }
            found[count++] = Place.rowOfWorld(entities.place(source));
        }
        sort(found, count);
        return count;
    }

    /** Shellsort: makes no garbage, as Arrays.sort may. */
    static void sort(int[] rows, int count) {
        for (int gap = count / 2; gap > 0; gap = gap == 2 ? 1 : (int) (gap / 2.2)) {
            for (int i = gap; i < count; i++) {
                int row = rows[i];
                int at = i;
                for (; at >= gap && rows[at - gap] > row; at -= gap) {
                    rows[at] = rows[at - gap];
                }
                rows[at] = row;
            }
        }
    }

    int found(int i) {
        return found[i];
    }

    /** Reads the first sources of an entity, in the order of the index. */
    public synchronized int sources(long target, long[] to) {
        update();
        int count = 0;
        for (int source = first(target); source >= 0; source = next(source, target)) {
            if (count < to.length) {
                to[count] = handle(source);
            }
            count++;
        }
        return count;
    }

    private long handle(int index) {
        return Entities.handle(entities.place(index));
    }

    /** Throws if the relation is exclusive, and another entity points at a target. */
    public synchronized void requireOnly(long source, long target) {
        if (isExclusive) {
            update();
            for (int other = first(target); other >= 0; other = next(other, target)) {
                if (other != Entity.index(source)) {
                    throw crowded(target, handle(other), source);
                }
            }
        }
    }

    private boolean hasSeveral(long target) {
        int first = first(target);
        return first >= 0 && next(first, target) >= 0;
    }

    private void requireExclusive() {
        while (crowded != Entity.NULL) {
            if (hasSeveral(crowded)) {
                int first = first(crowded);
                int second = next(first, crowded);
                throw crowded(crowded, handle(Math.min(first, second)), handle(Math.max(first, second)));
            }
            crowded = Entity.NULL;
            isComplete = false; // there may be others
            update();
        }
    }

    private IllegalStateException crowded(long target, long first, long second) {
        return new IllegalStateException("the relation over " + Relations.name(column)
                + " is exclusive, and both " + Entity.toString(first) + " and " + Entity.toString(second)
                + " point at " + Entity.toString(target) + "; write another target, or NULL, into one of them");
    }

    /** Lists the sources that are linked now. For any thread that may read; does not add links. */
    public synchronized void forEachLinked(long target, LongConsumer each) {
        for (int source = first(target); source >= 0; source = next(source, target)) {
            each.accept(handle(source));
        }
    }

    /** Lists the rows that were written since the last update, and point at the dead of a wave, ascending. */
    void forEachOrphan(DestroyWave dead, IntConsumer each) {
        if (!changed.isEmpty()) {
            visitChanged(row -> {
                if (isOrphan(dead, Place.of(blocks.base(row >>> ROW_BITS), row & ROW_MASK))) {
                    each.accept(row);
                }
            });
        }
    }

    boolean isOrphan(DestroyWave dead, long source) {
        return dead.hasDead(target(source));
    }

    /** Which entities of some rows of a word have sources. The links are up to date. */
    long targets(long base, int word, long rows) {
        int firstIndex = Entities.firstIndex(base);
        long rest = firstIndex >= 0 ? lists.any(firstIndex + (word << 6)) & rows : rows;
        long found = 0;
        for (; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            if (lists.first(Entities.index(base, firstIndex, row)) >= 0
                    && first(Entities.handle(base, firstIndex, row)) >= 0) {
                found |= 1L << row;
            }
        }
        return found;
    }

    /** Which entities of some rows of a word have sources. */
    public synchronized long withSources(long base, int word, long rows) {
        update();
        return targets(base, word, rows);
    }

    synchronized long reservedBytes() {
        return lists.reservedBytes();
    }

    void close() {
        lists.close();
    }

    /**
     * For each entity index the list of the indices that point at it, off heap, in pages of 1,024 indices. An index is
     * in at most one list.
     *
     * <pre>
     *   page of targets                              page of sources
     *   +0     first source + 1  [1024 ints]         +0      handle of the target  [1024 longs], NULL for none
     *   +4096  whether there is one  [16 longs]      +8192   next source + 1       [1024 ints]
     *                                                +12288  previous source + 1   [1024 ints]
     * </pre>
     *
     * <p>Lists follow the indices and not the rows, so they stay valid when rows move. For one thread at a time.
     *
     * <p>SAFETY: a page is found by the upper bits of an index, and the rest of the index is below 1,024. Links are
     * written only for indices that {@link #cover} has given pages.
     */
    public static final class SourceLists {
        static final int NONE = -1;

        static final int PAGE_INDICES = 1024;
        static final int TARGETS_BYTES = PAGE_INDICES * Integer.BYTES + PAGE_INDICES / Byte.SIZE;
        static final int SOURCES_BYTES = PAGE_INDICES * (Long.BYTES + 2 * Integer.BYTES);

        private static final int SHIFT = 10;
        private static final int MASK = PAGE_INDICES - 1;
        private static final int ANY = PAGE_INDICES * Integer.BYTES;
        private static final int NEXT = PAGE_INDICES * Long.BYTES;
        private static final int PREVIOUS = NEXT + PAGE_INDICES * Integer.BYTES;
        private static final int ALIGNMENT = 64;

        private final MemorySource source;
        private long[] targets = {};
        private long[] sources = {};
        private long reservedBytes;

        SourceLists(MemorySource source) {
            this.source = source;
        }

        void cover(int from, int to) {
            if (page(sources, from) == 0) {
                long page = newPage(SOURCES_BYTES);
                sources = withRoom(sources, from >>> SHIFT);
                sources[from >>> SHIFT] = page;
            }
            if (page(targets, to) == 0) {
                long page = newPage(TARGETS_BYTES);
                targets = withRoom(targets, to >>> SHIFT);
                targets[to >>> SHIFT] = page;
            }
        }

        private static long[] withRoom(long[] pages, int page) {
            return page < pages.length ? pages : Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
        }

        private long newPage(int bytes) {
            long page = MemorySource.allocateFrom(source, bytes, ALIGNMENT);
            UnsafeApi.setMemory(null, page, bytes, (byte) 0);
            reservedBytes += bytes;
            return page;
        }

        private static long page(long[] pages, int index) {
            int page = index >>> SHIFT;
            return page < pages.length ? pages[page] : 0;
        }

        /** The handle that an index points at; NULL for none. */
        long target(int from) {
            long page = page(sources, from);
            return page == 0 ? Entity.NULL : UnsafeApi.getLong(null, page + ((long) (from & MASK) << 3));
        }

        /** The first index of a list; {@link #NONE} if it is empty. */
        int first(int to) {
            long page = page(targets, to);
            return page == 0 ? NONE : getInt(page, to, 0) - 1;
        }

        /** The index after another one of a list; {@link #NONE} at the end. */
        int next(int from) {
            return getInt(page(sources, from), from, NEXT) - 1;
        }

        /** Which of 64 indices have a list that is not empty; one bit each. */
        long any(int first) {
            long page = page(targets, first);
            return page == 0 ? 0 : UnsafeApi.getLong(null, anyAddress(page, first));
        }

        private static long anyAddress(long page, int index) {
            return page + ANY + ((long) ((index & MASK) >>> 6) << 3);
        }

        /** Makes an index, which is in a list or not, the first of a target's list. Both are covered. */
        void link(int from, long target) {
            unlink(from);
            int to = Entity.index(target);
            long page = page(targets, to);
            int first = getInt(page, to, 0);
            if (first != 0) {
                putInt(page(sources, first - 1), first - 1, PREVIOUS, from + 1);
            }
            long own = page(sources, from);
            UnsafeApi.putLong(null, own + ((long) (from & MASK) << 3), target);
            putInt(own, from, NEXT, first);
            putInt(own, from, PREVIOUS, 0);
            first(to, from + 1);
        }

        void unlink(int from) {
            long target = target(from);
            if (target == Entity.NULL) {
                return;
            }
            long own = page(sources, from);
            int next = getInt(own, from, NEXT);
            int previous = getInt(own, from, PREVIOUS);
            if (next != 0) {
                putInt(page(sources, next - 1), next - 1, PREVIOUS, previous);
            }
            if (previous != 0) {
                putInt(page(sources, previous - 1), previous - 1, NEXT, next);
            } else {
                first(Entity.index(target), next);
            }
            UnsafeApi.putLong(null, own + ((long) (from & MASK) << 3), Entity.NULL);
        }

        private void first(int to, int firstPlusOne) {
            long page = page(targets, to);
            putInt(page, to, 0, firstPlusOne);
            long any = UnsafeApi.getLong(null, anyAddress(page, to));
            long bit = 1L << to;
            UnsafeApi.putLong(null, anyAddress(page, to), firstPlusOne != 0 ? any | bit : any & ~bit);
        }

        long reservedBytes() {
            return reservedBytes;
        }

        void close() {
            free(targets, TARGETS_BYTES);
            free(sources, SOURCES_BYTES);
            targets = new long[0];
            sources = new long[0];
        }

        private void free(long[] pages, int bytes) {
            for (long page : pages) {
                if (page != 0) {
                    source.free(page, bytes);
                }
            }
        }

        private static int getInt(long page, int index, int offset) {
            return UnsafeApi.getInt(null, page + offset + ((long) (index & MASK) << 2));
        }

        private static void putInt(long page, int index, int offset, int value) {
            UnsafeApi.putInt(null, page + offset + ((long) (index & MASK) << 2), value);
        }

        /**
         * A list of entities in memory of a frame arena.
         *
         * <pre>
         *   count, entity, entity, ...     a long each, aligned to 8
         * </pre>
         *
         * <p>SAFETY: positions are below the count, which is at most the capacity that the memory was taken for.
         */
        public static final class SourceList {
            private SourceList() {}

            static long bytes(int capacity) {
                return (capacity + 1L) * Long.BYTES;
            }

            public static int count(long list) {
                return (int) ColumnMemory.getLong(list, 0, 0);
            }

            static void count(long list, int count) {
                ColumnMemory.putLong(list, 0, 0, count);
            }

            /** An entity of the list, which may have been destroyed since. */
            public static long entity(long list, int position) {
                return ColumnMemory.getLong(list, position, Long.BYTES);
            }

            static void put(long list, int position, long value) {
                ColumnMemory.putLong(list, position, Long.BYTES, value);
            }
        }
    }

    /** It visits all rows after a restoration. */
    @Override
    public boolean isToldOfReplaced() {
        return false;
    }
}
