package basalt.memory;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.BitUtil;
import org.agrona.collections.Long2LongHashMap;

/**
 * A first-fit allocator over one range of addresses: it takes the lowest free part that fits.
 *
 * <pre>
 *   start                                                            end
 *    +----------+-------------+----------+-----+----------+-----------+
 *    |  taken   |    free     |  taken   | gap |  taken   |   free    |     a gap that alignment left is free too
 *    +----------+-------------+----------+-----+----------+-----------+
 * </pre>
 *
 * <p>A part that is given back merges with its free neighbours, so no two free parts touch. The bookkeeping is on the
 * Java heap and the range itself is never touched, so this suits large pieces that are allocated rarely. Taking is
 * linear in the number of free parts, giving back logarithmic. Not thread-safe.
 */
final class FirstFit {
    private static final long NOT_TAKEN = 0;

    private final TreeMap<Long, Long> freeEnds = new TreeMap<>(); // by start
    private final Long2LongHashMap takenBytes = new Long2LongHashMap(NOT_TAKEN); // by address

    FirstFit(long start, long bytes) {
        freeEnds.put(start, start + bytes);
    }

    /** Takes an aligned part; returns its address, or 0 if none fits. */
    long take(long bytes, int alignment) {
        for (Map.Entry<Long, Long> free : freeEnds.entrySet()) {
            long start = free.getKey();
            long end = free.getValue();
            long address = BitUtil.align(start, alignment);
            if (bytes <= end - address) {
                cut(start, end, address, address + bytes);
                takenBytes.put(address, bytes);
                return address;
            }
        }
        return 0;
    }

    /** Frees a taken part; returns false and changes nothing if exactly this part is not taken. */
    boolean giveBack(long address, long bytes) {
        if (bytes == NOT_TAKEN || takenBytes.get(address) != bytes) {
            return false;
        }
        takenBytes.remove(address);
        Map.Entry<Long, Long> before = freeEnds.lowerEntry(address);
        Long endOfNext = freeEnds.remove(address + bytes);
        long start = before != null && before.getValue() == address ? before.getKey() : address;
        freeEnds.put(start, endOfNext != null ? endOfNext : address + bytes);
        return true;
    }

    /** The number of taken parts. */
    int taken() {
        return takenBytes.size();
    }

    private void cut(long start, long end, long from, long to) {
        if (start < from) {
            freeEnds.put(start, from);
        } else {
            freeEnds.remove(start);
        }
        if (to < end) {
            freeEnds.put(to, end);
        }
    }
}
