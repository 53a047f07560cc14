package basalt.memory;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.BitUtil;
import org.agrona.collections.Long2LongHashMap;

/**
 * Which parts of one range of addresses are taken. Finds the lowest free address that fits.
 *
 * <pre>
 *   start                                                            end
 *    +----------+-------------+----------+-----+----------+-----------+
 *    |  taken   |    free     |  taken   | gap |  taken   |   free    |     a gap that alignment left is free as well
 *    +----------+-------------+----------+-----+----------+-----------+
 * </pre>
 *
 * <p>No two free parts touch: what is given back becomes one with its free neighbours, so that once all is given back
 * there is one part again. All bookkeeping is on the heap and the range itself is never touched, which makes this one
 * for large pieces that are asked for rarely. Taking passes over the free parts, in linear time; giving back is
 * logarithmic in their number. Not thread-safe.
 */
final class FirstFit {
    private static final long NOT_TAKEN = 0;

    private final TreeMap<Long, Long> freeEnds = new TreeMap<>(); // by start
    private final Long2LongHashMap takenBytes = new Long2LongHashMap(NOT_TAKEN); // by address

    FirstFit(long start, long bytes) {
        freeEnds.put(start, start + bytes);
    }

    /** Takes {@code bytes} where the address is a multiple of {@code alignment}; 0 if there is no such place. */
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

    /** Makes what was taken free; false, and nothing has changed, if exactly this is not taken. */
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

    /** How many pieces are taken. */
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
