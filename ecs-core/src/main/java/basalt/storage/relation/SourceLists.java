package basalt.storage.relation;

import basalt.component.Entity;
import basalt.memory.MemorySource;
import basalt.storage.ColumnMemory;
import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * For each entity index the list of the indices that point at it, off heap, in pages of 1,024 indices. An index is in
 * at most one list.
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
 * <p>SAFETY: a page is found by the upper bits of an index, and the rest of the index is below 1,024. Links are written
 * only for indices that {@link #cover} has given pages.
 */
public final class SourceLists {
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
