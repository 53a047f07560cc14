package basalt.memory;

import java.util.Arrays;

/**
 * The native memory of one {@link Heap}: regions of one size, taken from the source one at a time up to a cap; and regions
 * that are each one large block's own.
 *
 * <p>A region's number orders it among the others. The number of one that was given back is the next to be used again. Regions
 * of large blocks have no number, no position and no segment: whoever took one knows where it is.
 */
final class HeapRegions {
    private static final int PAGE_BYTES = MemorySource.MAX_ALIGNMENT;

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
        return allows(regionBytes);
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
        addresses[region] = take(regionBytes);
        heads[region] = space.addRegion(headBehind(region), region * regionBytes);
        count = Math.max(count, region + 1);
        return heads[region];
    }

    /**
     * Takes a region for one large block alone. Regions without a block are given back where it is refused with them.
     *
     * @return its address; 0 if the cap denies it
     * @throws NativeMemoryException if the source refuses
     */
    long takeOwn(long blockBytes) {
        long bytes = ownBytes(blockBytes);
        if (!allows(bytes) && (giveBackEmpty() == 0 || !allows(bytes))) {
            return 0;
        }
        try {
            return take(bytes);
        } catch (NativeMemoryException e) {
            if (giveBackEmpty() == 0) {
                throw e;
            }
            return take(bytes);
        }
    }

    /** Gives back what {@link #takeOwn} has taken. */
    void giveBackOwn(long address, long blockBytes) {
        giveBack(address, ownBytes(blockBytes));
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
        giveBack(address, regionBytes);
    }

    private boolean allows(long bytes) {
        return bytes <= capBytes - reservedBytes;
    }

    private long take(long bytes) {
        long address = MemorySource.allocateFrom(source, bytes, PAGE_BYTES);
        reservedBytes += bytes;
        ArenaGrowthEvent.commit("heap", bytes, reservedBytes);
        return address;
    }

    private void giveBack(long address, long bytes) {
        reservedBytes -= bytes;
        source.free(address, bytes);
    }

    /** Rounded up to a page; what is too large for that is too large for any source. */
    private static long ownBytes(long blockBytes) {
        return blockBytes > Long.MAX_VALUE - PAGE_BYTES ? blockBytes : Heap.align(blockBytes, PAGE_BYTES);
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
