package basalt.storage.index;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Entity;
import basalt.internal.Friend;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameLongList;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RadixSort;
import basalt.storage.Rows;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.RowSet;
import basalt.storage.change.Structure;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.UnsafeApi;

/**
 * Finds the entities by their values in a column.
 *
 * <p>The column is the truth, and this a derived index. For each entity index it has a record of what it has last seen:
 *
 * <pre>
 *   page    +0      records   [1024 of 16 bytes]
 *           +16384  previous  [1024 ints]  index + 1 of the entity before, if there is one
 *
 *   record  +0   key         [long]
 *           +8   generation  [int]  0 if the entity is in no list
 *           +12  next        [int]  index + 1 of the next entity with the same key, 0 for none; the sign bit is set
 *                                   if there is one before
 * </pre>
 *
 * <p>A {@link KeyTable} has the first entity of each list; {@link SortedEntries} has all entities in the order of
 * their keys, from when this is first asked for until many have changed. Before an answer, {@link #update} compares
 * the rows that a reader of changes has recorded with their records: those in which the component was gained, lost or
 * written, or may have been written by a kernel. After rows were replaced, by a restored snapshot, all records and all
 * rows with the component are compared. Records follow entity indices and not rows, so they stay valid when rows move.
 * If there is no memory, what was not yet compared is compared in the next update.
 *
 * <p>Answers do not depend on when the index was updated: equal keys are in the order of their entity indices.
 *
 * <p>The lock is for the workers of a schedule, which may look up at the same time. What is up to date is read without.
 *
 * <p>SAFETY: a page of records is found by the upper bits of an index, and the rest of the index is below PAGE_RECORDS;
 * lists link indices with records only. What is written to a list of longs is below its capacity.
 */
public final class IndexedColumn implements ChangeTracker.Unsaved, AutoCloseable {
    @SuppressWarnings("unchecked") // lists install it
    private static final ArenaAccess.LongLists<FrameLongList> LISTS =
            (ArenaAccess.LongLists<FrameLongList>) Friend.of(FrameLongList.class, Slice.class);

    private static final int GENERATION = 8;
    private static final int NEXT = 12;
    private static final int HAS_PREVIOUS = 1 << 31;
    private static final int RECORD_BYTES = 16;
    private static final int PAGE_BITS = 10;
    private static final int PAGE_RECORDS = 1 << PAGE_BITS;
    private static final int PREVIOUS = PAGE_RECORDS * RECORD_BYTES;
    private static final int PAGE_BYTES = PREVIOUS + PAGE_RECORDS * Integer.BYTES;
    private static final int ALIGNMENT = 64;

    /** A list is sorted by itself if it has fewer than one of so many records; else all records are gone through. */
    private static final int FEW = 16;

    /** If more than one of so many entries change, sorting again is faster. */
    private static final int SORTED_CHANGES = 4;

    private static final int LEAST_SORTED_CHANGES = 64;
    private static final long ABSENT = Long.MIN_VALUE;

    private final ColumnKeys keys;
    private final int id;
    private final Rows rows;
    private final Blocks blocks;
    private final Entities entities;
    private final ChangeTracker changes;
    private final RowSet changed;
    private final BooleanSupplier mayStillWrite;
    private final MemorySource source;
    private final KeyTable table;
    private final SortedEntries sorted;
    private final RadixSort sort = new RadixSort();
    private long[] pages = {};
    private long pageBytes;
    private final long[] noted = new long[KeyTable.MOST_LOADED];
    private final long[] notedKeys = new long[KeyTable.MOST_LOADED];
    private final long[] recordedKeys = new long[KeyTable.MOST_LOADED];
    private int notedCount;
    private long loaded; // else the JIT would remove the loops that load
    private int size;

    /** How many changes are made in {@link #sorted} before it is given up; negative if it was. */
    private int sortedLeft = -1;

    /** Whether all rows have been visited since {@link #replacements}. */
    private boolean isComplete;

    /** The value of {@link Rows#replacements} at the last complete visit. */
    private int replacements;

    /** @param mayStillWrite whether values are still being written, in rows that count as changed already */
    public IndexedColumn(ColumnKeys keys, Rows rows, Structure structure, BooleanSupplier mayStillWrite) {
        this.keys = keys;
        this.rows = rows;
        this.mayStillWrite = mayStillWrite;
        id = keys.column().component().id();
        blocks = rows.blocks();
        entities = rows.entities();
        changes = structure.changeTracker();
        source = rows.blockPool().source();
        table = new KeyTable(source);
        sorted = new SortedEntries(source);
        changed = changes.trackChanged(id, this);
    }

    /** The records of what has lost the component are taken out. */
    @Override
    public boolean isToldOfLosses() {
        return true;
    }

    /** It visits all rows after a restoration. */
    @Override
    public boolean isToldOfReplaced() {
        return false;
    }

    // ---- changes

    /** If so, all that {@link #update} has written before is seen by the calling thread. */
    private boolean isCurrent() {
        boolean isCurrent = isComplete && replacements == rows.replacements() && changed.isEmpty();
        VarHandle.acquireFence();
        return isCurrent;
    }

    private void update() {
        if (!isCurrent()) {
            synchronized (changes.lock(id)) { // others may write other columns of the component
                compare();
            }
        }
    }

    private void compare() {
        int now = rows.replacements();
        notedCount = 0;
        if (isComplete && replacements == now) {
            visitChanged();
        } else {
            removeGone();
            visitAll();
        }
        compareNoted();
        VarHandle.releaseFence();
        isComplete = true;
        replacements = now;
        if (!mayStillWrite.getAsBoolean()) {
            changed.clear();
        }
    }

    /** Takes out what does not have the component any more. */
    private void removeGone() {
        for (int index = nextListed(0); index >= 0; index = nextListed(index + 1)) {
            long place = entities.place(index);
            if (place == 0 || !Pools.has(Place.base(place), Place.row(place), id)) {
                reserveNotes();
                unlink(index);
            }
        }
    }

    private void visitAll() {
        for (int block = 0; block < blocks.count(); block++) {
            for (int word = 0; word < WORDS && Pools.hasHad(blocks.base(block), id); word++) {
                visit(block, word, Pools.presentWord(blocks.base(block), word, id));
            }
        }
    }

    private void visitChanged() {
        int count = blocks.count();
        for (int at = changed.nextWordOfWorld(0, count); at >= 0; at = changed.nextWordOfWorld(at + 1, count)) {
            visit(at / WORDS, at % WORDS, changed.word(at / WORDS, at % WORDS));
        }
    }

    /** Compares some rows of a word with their records, or notes them for that. */
    private void visit(int block, int word, long some) {
        long base = blocks.base(block);
        long present = Pools.presentWord(base, word, id);
        for (long rest = some; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            noted[notedCount++] = Place.of(base, row) | ((present >>> row & 1) != 0 ? 0 : ABSENT);
            if (notedCount == noted.length) {
                compareNoted();
            }
        }
    }

    /**
     * Compares the noted rows with their records. What is read lies far apart: each loop reads one thing of all rows,
     * and no branch depends on it, so that the processor loads much at the same time.
     */
    private void compareNoted() {
        int count = notedCount;
        notedCount = 0;
        for (int i = 0; i < count; i++) {
            boolean isAbsent = noted[i] < 0;
            long place = noted[i] & ~ABSENT;
            long entity = Entities.handle(place);
            noted[i] = isAbsent ? Entity.of(Entity.index(entity), 0) : entity;
            notedKeys[i] = isAbsent ? 0 : keys.read(Place.base(place), Place.row(place));
        }
        int different = 0;
        for (int i = 0; i < count; i++) {
            int index = Entity.index(noted[i]);
            int generation = generation(index);
            long key = generation == 0 ? 0 : key(index);
            if (generation != Entity.generation(noted[i]) || generation != 0 && key != notedKeys[i]) {
                noted[different] = noted[i];
                notedKeys[different] = notedKeys[i];
                recordedKeys[different++] = key;
            }
        }
        loaded = table.load(notedKeys, different) + table.load(recordedKeys, different);
        for (int i = 0; i < different; i++) {
            set(noted[i], notedKeys[i]);
        }
    }

    /** Puts an entity into the list of its key; if its generation is 0, into none. */
    private void set(long entity, long key) {
        int index = Entity.index(entity);
        boolean isGone = Entity.generation(entity) == 0;
        reserveNotes();
        if (!isGone) {
            cover(index);
            table.reserve();
        }
        if (generation(index) != 0) {
            unlink(index);
        }
        if (!isGone) {
            link(entity, key);
        }
    }

    private void link(long entity, long key) {
        int index = Entity.index(entity);
        long record = record(index);
        long next = table.put(key, entity);
        UnsafeApi.putLong(null, record, key);
        UnsafeApi.putInt(null, record + GENERATION, Entity.generation(entity));
        UnsafeApi.putInt(null, record + NEXT, next == Entity.NULL ? 0 : Entity.index(next) + 1);
        if (next != Entity.NULL) {
            previous(Entity.index(next), index + 1);
        }
        if (changesSorted()) {
            sorted.note(key, entity);
        }
        size++;
    }

    private void unlink(int index) {
        long key = key(index);
        int next = next(index);
        int previous = previous(index);
        if (changesSorted()) {
            sorted.note(key, Entity.of(index, 0));
        }
        if (next != 0) {
            previous(next - 1, previous);
        }
        if (previous != 0) {
            UnsafeApi.putInt(null, record(previous - 1) + NEXT, next | links(previous - 1) & HAS_PREVIOUS);
        } else if (next != 0) {
            table.put(key, entity(next - 1));
        } else {
            table.remove(key);
        }
        UnsafeApi.putInt(null, record(index) + GENERATION, 0);
        size--;
    }

    private void reserveNotes() {
        if (sortedLeft >= 0) {
            sorted.reserveNotes();
        }
    }

    /** Whether a change is made in the order, too; counts it. */
    private boolean changesSorted() {
        return sortedLeft >= 0 && --sortedLeft >= 0;
    }

    // ---- records

    private void cover(int index) {
        int page = index >>> PAGE_BITS;
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
        }
        if (pages[page] == 0) {
            long added = MemorySource.allocateFrom(source, PAGE_BYTES, ALIGNMENT);
            UnsafeApi.setMemory(null, added, PAGE_BYTES, (byte) 0);
            pages[page] = added;
            pageBytes += PAGE_BYTES;
        }
    }

    private long record(int index) {
        return pages[index >>> PAGE_BITS] + (long) (index & PAGE_RECORDS - 1) * RECORD_BYTES;
    }

    /** The generation in an index's record; 0 if it has none, or is in no list. */
    private int generation(int index) {
        int page = index >>> PAGE_BITS;
        return page >= pages.length || pages[page] == 0 ? 0 : UnsafeApi.getInt(null, record(index) + GENERATION);
    }

    /** The first index that is in a list, from one on; negative if there is none. */
    private int nextListed(int from) {
        for (int page = from >>> PAGE_BITS; page < pages.length; page++) {
            int first = Math.max(from, page << PAGE_BITS);
            for (int index = first; pages[page] != 0 && index >>> PAGE_BITS == page; index++) {
                if (generation(index) != 0) {
                    return index;
                }
            }
        }
        return -1;
    }

    private long key(int index) {
        return UnsafeApi.getLong(null, record(index));
    }

    private long entity(int index) {
        return Entity.of(index, UnsafeApi.getInt(null, record(index) + GENERATION));
    }

    private int links(int index) {
        return UnsafeApi.getInt(null, record(index) + NEXT);
    }

    /** The next index with the same key, plus one; 0 for none. */
    private int next(int index) {
        return links(index) & ~HAS_PREVIOUS;
    }

    /** The index before with the same key, plus one; 0 for none. */
    private int previous(int index) {
        return links(index) < 0 ? UnsafeApi.getInt(null, previousAddress(index)) : 0;
    }

    private void previous(int index, int previous) {
        UnsafeApi.putInt(null, record(index) + NEXT, next(index) | (previous != 0 ? HAS_PREVIOUS : 0));
        UnsafeApi.putInt(null, previousAddress(index), previous);
    }

    private long previousAddress(int index) {
        return pages[index >>> PAGE_BITS] + PREVIOUS + ((long) (index & PAGE_RECORDS - 1) << 2);
    }

    // ---- look-ups

    /** Throws if two entities have the same value, and names those with the lowest indices. */
    public void requireUnique() {
        if (!isCurrent()) {
            synchronized (this) {
                update();
            }
        }
        if (size > table.count()) {
            requireNoEqual();
        }
    }

    private void requireNoEqual() {
        for (int first = nextListed(0); first >= 0; first = nextListed(first + 1)) {
            int second = hasOthers(first) ? nextListed(first + 1) : -1;
            while (second >= 0 && !areEqual(first, second)) {
                second = nextListed(second + 1);
            }
            if (second >= 0) {
                long place = entities.place(first);
                throw new IllegalStateException(keys + " is unique, and both " + Entity.toString(entity(first))
                        + " and " + Entity.toString(entity(second)) + " have the value "
                        + keys.text(key(first), Place.base(place), Place.row(place))
                        + "; write another value into one of them");
            }
        }
    }

    private boolean areEqual(int first, int second) {
        if (key(first) != key(second) || keys.areValues()) {
            return key(first) == key(second);
        }
        long place = entities.place(first);
        String text = keys.string(Place.base(place), Place.row(place));
        return hasText(entity(second), text);
    }

    private boolean hasOthers(int index) {
        return links(index) != 0;
    }

    /** The number of entities. */
    public int size() {
        if (isCurrent()) {
            return size;
        }
        synchronized (this) {
            update();
            return size;
        }
    }

    /**
     * The entity with a key, of several the one with the lowest index; NULL if there is none.
     *
     * @param text the string of a key of strings; else null
     */
    public long find(long key, String text) {
        if (isCurrent()) {
            return lowest(key, text);
        }
        synchronized (this) {
            update();
            return lowest(key, text);
        }
    }

    private long lowest(long key, String text) {
        long first = table.get(key);
        if (first == Entity.NULL || keys.areValues() && size == table.count()) {
            return first;
        }
        long lowest = Entity.NULL;
        for (long entity = first; entity != Entity.NULL; entity = other(entity)) {
            boolean isLower = lowest == Entity.NULL || Entity.index(entity) < Entity.index(lowest);
            lowest = isLower && hasText(entity, text) ? entity : lowest;
        }
        return lowest;
    }

    /** One of the entities with a key, for a loop that holds the lock; NULL if there is none. */
    public synchronized long first(long key) {
        update();
        return table.get(key);
    }

    /** Another one with the same key, NULL after the last. */
    public long other(long entity) {
        int next = next(Entity.index(entity));
        return next == 0 ? Entity.NULL : entity(next - 1);
    }

    /** Whether an entity with the key of a string has that one; true for other keys. */
    private boolean hasText(long entity, String text) {
        long place = entities.place(Entity.index(entity));
        return keys.areValues() || keys.hasText(Place.base(place), Place.row(place), text);
    }

    /** The number of entities with a key. */
    public int count(long key, String text) {
        if (isCurrent()) {
            return length(key, text);
        }
        synchronized (this) {
            update();
            return length(key, text);
        }
    }

    private int length(long key, String text) {
        int length = 0;
        for (long entity = table.get(key); entity != Entity.NULL; entity = other(entity)) {
            length += hasText(entity, text) ? 1 : 0;
        }
        return length;
    }

    /** Appends the entities with a key to a list, in the order of their indices; returns their number. */
    public int collect(long key, String text, FrameLongList into) {
        if (isCurrent()) {
            return append(key, text, into);
        }
        synchronized (this) {
            update();
            return append(key, text, into);
        }
    }

    private int append(long key, String text, FrameLongList into) {
        int count = length(key, text);
        long to = end(into, count);
        if (count > 1 && count > pageBytes / PAGE_BYTES * PAGE_RECORDS / FEW) {
            appendFromRecords(key, text, to, count);
        } else if (count > 0) {
            long at = to;
            for (long entity = table.get(key); entity != Entity.NULL; entity = other(entity)) {
                if (hasText(entity, text)) {
                    UnsafeApi.putLong(null, at, entity);
                    at += Long.BYTES;
                }
            }
            sort(to, count);
        }
        LISTS.grow(into, count);
        return count;
    }

    private void appendFromRecords(long key, String text, long to, int count) {
        long at = to;
        for (int index = nextListed(0); at < to + ((long) count << 3); index = nextListed(index + 1)) {
            if (key(index) == key && hasText(entity(index), text)) {
                UnsafeApi.putLong(null, at, entity(index));
                at += Long.BYTES;
            }
        }
    }

    /** Shellsort of entities by their indices: makes no garbage. */
    private static void sort(long list, int count) {
        for (int gap = count / 2; gap > 0; gap = gap == 2 ? 1 : (int) (gap / 2.2)) {
            for (int i = gap; i < count; i++) {
                long entity = UnsafeApi.getLong(null, list + ((long) i << 3));
                int at = i;
                for (; at >= gap; at -= gap) {
                    long before = UnsafeApi.getLong(null, list + ((long) (at - gap) << 3));
                    if (Entity.index(before) < Entity.index(entity)) {
                        break;
                    }
                    UnsafeApi.putLong(null, list + ((long) at << 3), before);
                }
                UnsafeApi.putLong(null, list + ((long) at << 3), entity);
            }
        }
    }

    /** The address behind the last element of a list that has room for so many. */
    private static long end(FrameLongList list, int count) {
        Slice slice = LISTS.internal(list);
        slice.requireLive();
        if (count > list.capacity() - list.size()) {
            throw new IllegalStateException("the list has room for " + (list.capacity() - list.size()) + " of " + count
                    + " entities, and gets none; make it with a larger capacity, see count(...)");
        }
        return slice.addressUnchecked() + ((long) list.size() << 3);
    }

    // ---- order

    /** The number of entities with keys from one to another, both inclusive. */
    public synchronized int countRange(long least, long greatest) {
        updateSorted();
        return sorted.count(least, greatest);
    }

    /** Appends the entities with keys from one to another, both inclusive, in the order of the keys. */
    public synchronized int collectRange(long least, long greatest, FrameLongList into) {
        updateSorted();
        int count = sorted.count(least, greatest);
        sorted.copy(least, end(into, count), count);
        LISTS.grow(into, count);
        return count;
    }

    /** Appends the entities with the lowest keys, the lowest first, or those with the highest, the highest first. */
    public synchronized int collectEnds(boolean isHighest, int most, FrameLongList into) {
        updateSorted();
        int count = Math.min(most, size);
        long to = end(into, count);
        if (isHighest) {
            sorted.copyLast(to, count);
        } else {
            sorted.copy(Long.MIN_VALUE, to, count);
        }
        LISTS.grow(into, count);
        return count;
    }

    private void updateSorted() {
        update();
        boolean isSorted = sortedLeft >= 0;
        sortedLeft = -1; // if there is no memory
        if (isSorted) {
            sorted.makeNoted(sort);
        } else {
            sortAll();
        }
        sortedLeft = Math.max(LEAST_SORTED_CHANGES, size / SORTED_CHANGES);
    }

    private void sortAll() {
        long bytes = RadixSort.bytes(size);
        long memory = MemorySource.allocateFrom(source, bytes, ALIGNMENT);
        try {
            sort.begin(memory, size);
            for (int index = nextListed(0); index >= 0; index = nextListed(index + 1)) {
                sort.add(key(index) ^ Long.MIN_VALUE, index);
            }
            sort.sort();
            sorted.clear();
            for (int i = 0; i < sort.count(); i++) {
                int index = UnsafeApi.getInt(null, sort.order() + ((long) i << 2));
                sorted.reserve();
                sorted.append(sort.key(i) ^ Long.MIN_VALUE, entity(index));
            }
        } finally {
            source.free(memory, bytes);
        }
    }

    /** Bytes of memory, without that of the recorded changes. */
    public synchronized long reservedBytes() {
        return pageBytes + table.reservedBytes() + sorted.reservedBytes();
    }

    /** Frees all memory. If something fails, the rest is still done. */
    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>();
        all.add(() -> changes.stopAll(this));
        all.add(table::close);
        all.add(sorted::close);
        for (long page : pages) {
            if (page != 0) {
                all.add(() -> source.free(page, PAGE_BYTES));
            }
        }
        pages = new long[0];
        pageBytes = 0;
        CloseHelper.closeAll(all);
    }
}
