package basalt.memory;

import java.util.Arrays;

/**
 * The native memory of one {@link Heap}: regions of one size, taken from the source one at a time up to a cap.
 *
 * <p>A region's number orders it among the others. The number of one that was given back is the next to be used again.
 */
final class HeapRegions {
    private final MemorySource source;
    private final long regionBytes;
    private final long capBytes;
    private final FreeSpace space;
    private long[] addresses = new long[8]; // 0 where there is no region
    private int[] heads = new int[8]; // the segment that starts the region
    private int count; // all regions have numbers below this
    private long reservedBytes;

    HeapRegions(MemorySource source, long regionBytes, long capBytes, FreeSpace space) {
        this.source = source;
        this.regionBytes = regionBytes;
        this.capBytes = capBytes;
        this.space = space;
    }

    long reservedBytes() {
        return reservedBytes;
    }

    /** Whether the cap permits another region. */
    boolean mayGrow() {
        return regionBytes <= capBytes - reservedBytes;
    }

    /**
     * Takes another region from the source, which becomes one hole.
     *
     * @return the hole
     * @throws NativeMemoryException if the source refuses; nothing has changed then
     */
    int grow() {
        int region = lowestUnused();
        if (region == addresses.length) {
            heads = Arrays.copyOf(heads, region * 2);
            addresses = Arrays.copyOf(addresses, region * 2);
        }
        long address = MemorySource.allocateFrom(source, regionBytes, MemorySource.MAX_ALIGNMENT);
        addresses[region] = address;
        heads[region] = space.addRegion(headBehind(region), region * regionBytes);
        count = Math.max(count, region + 1);
        reservedBytes += regionBytes;
        ArenaGrowthEvent.commit("heap", regionBytes, reservedBytes);
        return heads[region];
    }

    /** SAFETY: positions are those of segments, each of which lies with all of its bytes inside one region. */
    long address(long position) {
        return addresses[(int) (position / regionBytes)] + position % regionBytes;
    }

    /** Gives back the regions without a block. Returns their bytes. */
    long giveBackEmpty() {
        long before = reservedBytes;
        for (int region = 0; region < count; region++) {
            if (addresses[region] != 0 && space.isEmptyRegion(heads[region])) {
                space.removeRegion(heads[region]);
                free(region);
            }
        }
        return before - reservedBytes;
    }

    /** Gives back all regions, whatever lies in them. */
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
        reservedBytes -= regionBytes;
        source.free(address, regionBytes);
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
