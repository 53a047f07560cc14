package basalt.memory;

import java.util.Arrays;

/**
 * Blocks of any size, each an allocation of its own from the source: for what is too large for a size class.
 *
 * <p>The table of them lies on the Java heap, for they are few.
 */
final class LargeBlocks implements HandledBlocks {
    private final Handles handles;
    private final Reserve reserve;

    private long[] addresses = new long[16]; // 0: not allocated
    private long[] sizes = new long[16];
    private int[] freeSlots = new int[16];
    private int freeCount;
    private int slotCount;
    private long bytesHeld;

    LargeBlocks(Handles handles, Reserve reserve) {
        this.handles = handles;
        this.reserve = reserve;
    }

    /**
     * Takes a block from the source.
     *
     * @throws NativeMemoryException if the cap denies it, the source refuses, or there are no more slots; nothing has
     *     changed then
     */
    long allocate(long bytes, int alignment) {
        int slot = freeCount > 0 ? freeSlots[freeCount - 1] : slotCount;
        if (slot >= handles.maxSlots()) {
            throw new NativeMemoryException(
                    handles.allocator() + " has no more than " + handles.maxSlots() + " handles of large blocks",
                    bytes,
                    reserve.reservedBytes());
        }
        ensureSlot(slot); // before there is anything to leak
        long address = reserve.take(bytes, alignment);
        if (slot == slotCount) {
            slotCount++;
        } else {
            freeCount--;
        }
        addresses[slot] = address;
        sizes[slot] = bytes;
        bytesHeld += bytes;
        return handles.begin(slot);
    }

    /** Bytes of all live blocks. */
    long blockBytesHeld() {
        return bytesHeld;
    }

    @Override
    public Handles handlesOf(long handle) {
        return handles;
    }

    @Override
    public Slice slice(long handle) {
        int slot = handles.requireLive(handle);
        // SAFETY: a live slot has its address and size here, until free.
        return new Slice(handles, slot, handle, addresses[slot], sizes[slot]);
    }

    @Override
    public long free(long handle) {
        int slot = handles.requireLive(handle);
        if (handles.end(slot)) {
            freeSlots[freeCount++] = slot;
        }
        return giveBack(slot);
    }

    @Override
    public void close() {
        handles.close();
        for (int slot = 0; slot < slotCount; slot++) {
            if (addresses[slot] != 0) {
                giveBack(slot);
            }
        }
        freeCount = 0;
    }

    private long giveBack(int slot) {
        reserve.giveBack(addresses[slot], sizes[slot]);
        addresses[slot] = 0;
        bytesHeld -= sizes[slot];
        return sizes[slot];
    }

    private void ensureSlot(int slot) {
        handles.ensureSlots(slot + 1);
        if (slot >= addresses.length) {
            int length = addresses.length * 2;
            long[] moreAddresses = Arrays.copyOf(addresses, length);
            long[] moreSizes = Arrays.copyOf(sizes, length);
            freeSlots = Arrays.copyOf(freeSlots, length);
            sizes = moreSizes;
            addresses = moreAddresses;
        }
    }
}
