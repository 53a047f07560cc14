package basalt.memory;

import basalt.memory.lifetime.Lifetimes;

/**
 * One piece of memory that belongs to one thread at a time, and can be handed to another one without a copy.
 *
 * <pre>{@code
 * TransferableBlock block = TransferableBlock.allocate(source, 4096, 64);     // in one thread
 * block.slice().putLong(0, 42);
 * queue.add(block.give());                                     // from here on it is not ours any more
 *
 * try (TransferableBlock block = queue.take().receive()) {             // in another one
 *     use(block.slice().getLong(0));
 * }
 * }</pre>
 *
 * <p>At each moment either a transferable block or a {@link BlockTransfer} stands for the memory, and that one has to
 * be closed. Each use of a block from another thread, after it was given away, or after it was closed throws {@link
 * IllegalStateException}; its slices die with it.
 */
public final class TransferableBlock implements AutoCloseable {
    private final MemorySource source;
    private final long address;
    private final long sizeBytes;
    private final Ownership ownership = new Ownership();

    /** SAFETY: the memory is the caller's, which forgets it. */
    TransferableBlock(MemorySource source, long address, long sizeBytes) {
        this.source = source;
        this.address = address;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Takes memory; it belongs to the calling thread. Contents are undefined.
     *
     * @param source where it comes from, and goes to in the end, by whichever thread: a thread-safe one
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return the block; close it or give it away
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if there is no more memory
     */
    public static TransferableBlock allocate(MemorySource source, long bytes, int alignment) {
        return new TransferableBlock(source, MemorySource.allocateFrom(source, bytes, alignment), bytes);
    }

    /**
     * As {@link #allocate}, for callers that can go on without the memory.
     *
     * @param source where it comes from, and goes to in the end, by whichever thread: a thread-safe one
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return the block; null if there is no more memory
     * @throws IllegalArgumentException if {@code source} is null, or {@code bytes} or {@code alignment} is out of range
     */
    public static TransferableBlock tryAllocate(MemorySource source, long bytes, int alignment) {
        try {
            return allocate(source, bytes, alignment);
        } catch (NativeMemoryException e) {
            return null;
        }
    }

    /**
     * The memory.
     *
     * @return a view, for the owner; it dies when the block is given away or closed
     * @throws IllegalStateException if the block is not the calling thread's any more
     */
    public Slice slice() {
        ownership.require();
        return new Slice(ownership, 0, Ownership.SERIAL, address, sizeBytes);
    }

    /**
     * How large it is.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Gives the memory away. What was written before is seen by the thread that receives it.
     *
     * @return what stands for the memory now: for one other thread to receive, or to be closed
     * @throws IllegalStateException if the block is not the calling thread's any more
     */
    public BlockTransfer give() {
        ownership.require();
        BlockTransfer transfer = new BlockTransfer(source, address, sizeBytes); // first, because the heap may be full
        ownership.end("given away");
        return transfer;
    }

    /**
     * Gives the memory back to its source. Further calls do nothing; so does a call after it was given away, since it
     * is another one's then.
     *
     * @throws IllegalStateException on another thread than the owner's
     */
    @Override
    public void close() {
        ownership.requireOwner();
        if (ownership.isCurrent()) {
            ownership.end("closed");
            source.free(address, sizeBytes);
        }
    }

    @Override
    public String toString() {
        return "TransferableBlock[sizeBytes=" + sizeBytes + ", " + ownership + "]";
    }

    /** The one lifetime that the slices of a block share. */
    private static final class Ownership extends Lifetimes {
        static final long SERIAL = 1;

        private String ended = "";

        Ownership() {
            super(1);
            serials[0] = SERIAL;
        }

        boolean isCurrent() {
            return serials[0] == SERIAL;
        }

        void require() {
            requireOwner();
            if (!isCurrent()) {
                throw dead(0, SERIAL);
            }
        }

        void end(String how) {
            ended = how;
            serials[0] = 0;
        }

        @Override
        public IllegalStateException dead(int slot, long serial) {
            return new IllegalStateException("block used after it was " + ended + "; the memory is another one's now");
        }

        @Override
        public String allocator() {
            return "transferable block";
        }

        @Override
        protected String remedyForOtherThreads() {
            return "give() it there, and receive() it here";
        }

        @Override
        public String toString() {
            return isCurrent() ? "owned" : ended;
        }
    }
}
