package basalt.storage.index;

import basalt.component.Entity;
import basalt.memory.MemorySource;
import basalt.storage.RadixSort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.UnsafeApi;

/**
 * Keys with an entity each, in the order of the keys, then of the entities' indices: in pages off heap, of which an
 * array on the heap has the order.
 *
 * <pre>
 *   page  +0     keys     [256 longs]
 *         +2048  entities [256 longs]
 * </pre>
 *
 * <p>Changes are noted first, and made in the order of their keys, so that those of one page follow each other.
 *
 * <p>Of each page but the first the array has a lower bound: no entry of the page is below it, and all of the pages
 * before are. A page that is full is split; one that is at most half full together with the next one takes its entries.
 *
 * <p>SAFETY: positions in a page are below its count, which is at most PAGE_ENTRIES.
 */
final class SortedEntries {
    static final int PAGE_ENTRIES = 256;
    static final int PAGE_BYTES = 2 * PAGE_ENTRIES * Long.BYTES;

    private static final int APPENDED_ENTRIES = PAGE_ENTRIES * 3 / 4;
    private static final int ENTITIES = PAGE_ENTRIES * Long.BYTES;
    private static final int NOTE_BYTES = 2 * Long.BYTES;
    private static final int ALIGNMENT = 64;

    private final MemorySource source;

    /** The pages that are used, and behind them those that are not. */
    private long[] pages = {};

    private int[] counts = {};
    private long[] leastKeys = {};
    private int[] leastIndices = {};
    private int used;
    private int allocated;

    /** Changes that are not made yet: keys and entities. */
    private long noted;

    private int notedCount;
    private int notedCapacity;

    /** Where {@link #seek} has found an entry. */
    private int page;

    private int position;

    SortedEntries(MemorySource source) {
        this.source = source;
    }

    /** Allocates memory to note two changes; if there is none, nothing has changed. */
    void reserveNotes() {
        if (notedCount + 2 <= notedCapacity) {
            return;
        }
        int capacity = Math.max(64, 2 * notedCapacity);
        long memory = MemorySource.allocateFrom(source, (long) capacity * NOTE_BYTES, ALIGNMENT);
        UnsafeApi.copyMemory(noted, memory, (long) notedCount * NOTE_BYTES);
        long old = noted;
        long oldBytes = (long) notedCapacity * NOTE_BYTES;
        noted = memory;
        notedCapacity = capacity;
        if (oldBytes > 0) {
            source.free(old, oldBytes); // last, because a source may throw
        }
    }

    /** Notes that an entry is added, or removed if its generation is 0, after {@link #reserveNotes}. */
    void note(long key, long entity) {
        long at = noted + (long) notedCount++ * NOTE_BYTES;
        UnsafeApi.putLong(null, at, key);
        UnsafeApi.putLong(null, at + Long.BYTES, entity);
    }

    /** Makes the noted changes, in the order of their keys. If there is no memory, some are made. */
    void makeNoted(RadixSort sort) {
        if (notedCount == 0) {
            return;
        }
        long bytes = RadixSort.bytes(notedCount);
        long memory = MemorySource.allocateFrom(source, bytes, ALIGNMENT);
        try {
            sort.begin(memory, notedCount);
            for (int i = 0; i < notedCount; i++) {
                sort.add(UnsafeApi.getLong(null, noted + (long) i * NOTE_BYTES) ^ Long.MIN_VALUE, i);
            }
            sort.sort();
            for (int i = 0; i < notedCount; i++) {
                int note = UnsafeApi.getInt(null, sort.order() + ((long) i << 2));
                make(
                        sort.key(i) ^ Long.MIN_VALUE,
                        UnsafeApi.getLong(null, noted + (long) note * NOTE_BYTES + Long.BYTES));
            }
            notedCount = 0;
        } finally {
            source.free(memory, bytes);
        }
    }

    private void make(long key, long entity) {
        if (Entity.generation(entity) == 0) {
            remove(key, entity);
        } else {
            reserve();
            add(key, entity);
        }
    }

    /** Allocates memory for one more entry; if there is none, nothing has changed. */
    void reserve() {
        if (allocated > used) {
            return;
        }
        if (allocated == pages.length) {
            int length = Math.max(16, allocated + (allocated >> 1));
            pages = Arrays.copyOf(pages, length);
            counts = Arrays.copyOf(counts, length);
            leastKeys = Arrays.copyOf(leastKeys, length);
            leastIndices = Arrays.copyOf(leastIndices, length);
        }
        pages[allocated] = MemorySource.allocateFrom(source, PAGE_BYTES, ALIGNMENT);
        allocated++;
    }

    /** Adds an entry that is not there, after {@link #reserve}. */
    private void add(long key, long entity) {
        if (used == 0) {
            counts[used++] = 0;
        }
        seek(key, Entity.index(entity));
        if (counts[page] == PAGE_ENTRIES) {
            split(key, entity);
        }
        long at = pages[page] + ((long) position << 3);
        long behind = (long) (counts[page] - position) << 3;
        UnsafeApi.copyMemory(null, at, null, at + Long.BYTES, behind);
        UnsafeApi.copyMemory(null, at + ENTITIES, null, at + ENTITIES + Long.BYTES, behind);
        UnsafeApi.putLong(null, at, key);
        UnsafeApi.putLong(null, at + ENTITIES, entity);
        counts[page]++;
    }

    /** Adds an entry behind all others, after {@link #reserve}. Leaves room in the pages. */
    void append(long key, long entity) {
        int last = used - 1;
        if (used == 0 || counts[last] == APPENDED_ENTRIES) {
            last = used++;
            counts[last] = 0;
            leastKeys[last] = key;
            leastIndices[last] = Entity.index(entity);
        }
        long at = pages[last] + ((long) counts[last]++ << 3);
        UnsafeApi.putLong(null, at, key);
        UnsafeApi.putLong(null, at + ENTITIES, entity);
    }

    /** Removes all entries and notes, and keeps the memory. */
    void clear() {
        used = 0;
        notedCount = 0;
    }

    /** Moves half of a full page to a new one behind it; none if the new entry is the last of all. */
    private void split(long key, long entity) {
        boolean isLast = page == used - 1 && position == PAGE_ENTRIES;
        int kept = isLast ? PAGE_ENTRIES : PAGE_ENTRIES / 2;
        long added = pages[used];
        int behind = used - page - 1;
        System.arraycopy(pages, page + 1, pages, page + 2, behind);
        System.arraycopy(counts, page + 1, counts, page + 2, behind);
        System.arraycopy(leastKeys, page + 1, leastKeys, page + 2, behind);
        System.arraycopy(leastIndices, page + 1, leastIndices, page + 2, behind);
        used++;
        pages[page + 1] = added;
        counts[page + 1] = 0;
        counts[page] = kept;
        moveInto(page + 1, pages[page] + ((long) kept << 3), PAGE_ENTRIES - kept);
        leastKeys[page + 1] = isLast ? key : key(page + 1, 0);
        leastIndices[page + 1] = Entity.index(isLast ? entity : entity(page + 1, 0));
        if (position >= kept && (isLast || position > kept)) {
            page++;
            position -= kept;
        }
    }

    /** Appends entries to a page. */
    private void moveInto(int to, long from, int count) {
        long end = pages[to] + ((long) counts[to] << 3);
        UnsafeApi.copyMemory(null, from, null, end, (long) count << 3);
        UnsafeApi.copyMemory(null, from + ENTITIES, null, end + ENTITIES, (long) count << 3);
        counts[to] += count;
    }

    /** Removes an entry that is there. */
    private void remove(long key, long entity) {
        seek(key, Entity.index(entity));
        long at = pages[page] + ((long) position << 3);
        counts[page]--;
        long behind = (long) (counts[page] - position) << 3;
        UnsafeApi.copyMemory(null, at + Long.BYTES, null, at, behind);
        UnsafeApi.copyMemory(null, at + ENTITIES + Long.BYTES, null, at + ENTITIES, behind);
        if (counts[page] == 0) {
            drop(page);
        } else if (page + 1 < used && counts[page] + counts[page + 1] <= PAGE_ENTRIES / 2) {
            moveInto(page, pages[page + 1], counts[page + 1]);
            drop(page + 1);
        }
    }

    /** Takes a page out of those that are used. */
    private void drop(int dropped) {
        long free = pages[dropped];
        int behind = used - dropped - 1;
        System.arraycopy(pages, dropped + 1, pages, dropped, behind);
        System.arraycopy(counts, dropped + 1, counts, dropped, behind);
        System.arraycopy(leastKeys, dropped + 1, leastKeys, dropped, behind);
        System.arraycopy(leastIndices, dropped + 1, leastIndices, dropped, behind);
        pages[--used] = free;
    }

    /**
     * Finds the first entry that is not below a key and an index: its page, and its position, perhaps behind all. Near
     * the last one that was found, this is faster.
     */
    private void seek(long key, int index) {
        int low = page < used && !isBefore(key, index, page) ? page : 0;
        int step = 1;
        while (low + step < used && !isBefore(key, index, low + step)) {
            low += step;
            step <<= 1;
        }
        int high = Math.min(low + step, used) - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (isBefore(key, index, middle)) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        page = low;
        position = position(low, key, index);
    }

    private int position(int inPage, long key, int index) {
        int low = 0;
        int high = used == 0 ? 0 : counts[inPage];
        while (low < high) {
            int middle = low + high >>> 1;
            long other = key(inPage, middle);
            if (other < key || other == key && Entity.index(entity(inPage, middle)) < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The number of entries with keys from one to another, both inclusive. */
    int count(long least, long greatest) {
        if (least > greatest) {
            return 0;
        }
        seek(greatest, Integer.MAX_VALUE);
        int count = position;
        int last = page;
        seek(least, 0);
        for (int i = page; i < last; i++) {
            count += counts[i];
        }
        return count - position;
    }

    /** Writes the entities of entries to an address: ascending from a key on, so many as there are at least. */
    void copy(long least, long to, int count) {
        seek(least, 0);
        long at = to;
        for (int left = count; left > 0; page++) {
            int here = Math.min(left, counts[page] - position);
            UnsafeApi.copyMemory(null, pages[page] + ENTITIES + ((long) position << 3), null, at, (long) here << 3);
            at += (long) here << 3;
            left -= here;
            position = 0;
        }
    }

    /** Writes the entities of the last entries to an address, descending, so many as there are at least. */
    void copyLast(long to, int count) {
        page = used;
        position = 0;
        for (long at = to; at < to + ((long) count << 3); at += Long.BYTES) {
            if (position == 0) {
                position = counts[--page];
            }
            UnsafeApi.putLong(null, at, entity(page, --position));
        }
    }

    /** Whether an entry would be in a page before one that is not the first. */
    private boolean isBefore(long key, int index, int ofPage) {
        return key < leastKeys[ofPage] || key == leastKeys[ofPage] && index < leastIndices[ofPage];
    }

    private long key(int ofPage, int at) {
        return UnsafeApi.getLong(null, pages[ofPage] + ((long) at << 3));
    }

    private long entity(int ofPage, int at) {
        return UnsafeApi.getLong(null, pages[ofPage] + ENTITIES + ((long) at << 3));
    }

    long reservedBytes() {
        return (long) allocated * PAGE_BYTES + (long) notedCapacity * NOTE_BYTES;
    }

    /** Frees all memory. If something fails, the rest is still done. */
    void close() {
        List<AutoCloseable> all = new ArrayList<>();
        if (notedCapacity > 0) {
            long bytes = (long) notedCapacity * NOTE_BYTES;
            all.add(() -> source.free(noted, bytes));
        }
        for (int i = 0; i < allocated; i++) {
            long freed = pages[i];
            all.add(() -> source.free(freed, PAGE_BYTES));
        }
        notedCapacity = 0;
        notedCount = 0;
        allocated = 0;
        used = 0;
        CloseHelper.closeAll(all);
    }
}
