package basalt.memory.allocator;

import basalt.memory.block.BackingMemory;
import java.util.Arrays;

/**
 * The shared regions of a {@link HeapBlocks}: of one size, taken from the source one at a time.
 *
 * <p>Regions are ordered by number. A new region gets the lowest number that is not in use.
 */
final class HeapRegions {
    private final BackingMemory backing;
    private final long regionBytes;
    private final FreeSpace space;
    private long[] addresses = new long[8]; // 0 where there is no region
    private int[] heads = new int[8]; // the segment that starts the region
    private int count; // all regions have numbers below this

    HeapRegions(BackingMemory backing, long regionBytes, FreeSpace space) {
        this.backing = backing;
        this.regionBytes = regionBytes;
        this.space = space;
    }

    /** Takes another region from the source and adds it as one hole. */
    int grow() {
        int region = lowestUnused();
        if (region == addresses.length) {
            heads = Arrays.copyOf(heads, region * 2);
            addresses = Arrays.copyOf(addresses, region * 2);
        }
        addresses[region] = backing.take(regionBytes, BackingMemory.PAGE_BYTES);
        heads[region] = space.addRegion(headBehind(region), region * regionBytes);
        count = Math.max(count, region + 1);
        return heads[region];
    }

    /** SAFETY: the position is that of a segment, and each segment lies inside one region. */
    long address(long position) {
        return addresses[(int) (position / regionBytes)] + position % regionBytes;
    }

    /** Gives empty regions back. Returns their bytes. */
    long giveBackEmpty() {
        long before = backing.reservedBytes();
        for (int region = 0; region < count; region++) {
            if (addresses[region] != 0 && space.isEmptyRegion(heads[region])) {
                space.removeRegion(heads[region]);
                free(region);
            }
        }
        return before - backing.reservedBytes();
    }

    /** Gives all regions back, even with live blocks. */
    void freeAll() {
        for (int region = 0; region < count; region++) {
            if (addresses[region] != 0) {
                free(region);
            }
        }
    }

    private void free(int region) {
        long address = addresses[region];
        addresses[region] = 0;
        backing.giveBack(address, regionBytes);
    }

    private int lowestUnused() {
        int region = 0;
        while (region < count && addresses[region] != 0) {
            region++;
        }
        return region;
    }

    private int headBehind(int region) {
        for (int behind = region + 1; behind < count; behind++) {
            if (addresses[behind] != 0) {
                return heads[behind];
            }
        }
        return HeapSegments.NONE;
    }
}
