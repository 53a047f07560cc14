package basalt.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A source with a hard cap on what is taken from another source.
 *
 * <p>A request is counted before its memory is taken and uncounted after its memory is given back, so concurrent
 * requests cannot exceed the cap together. A request that exceeds the cap never reaches the source below.
 *
 * <p>Adds constant time to each call. Thread-safe if the source below is. Holds no memory of its own, so there is
 * nothing to close. Several caps may share one source, and caps nest.
 */
public final class CappedMemory implements MemorySource {
    private final MemorySource source;
    private final long capBytes;
    private final AtomicLong countedBytes = new AtomicLong();

    private CappedMemory(MemorySource source, long capBytes) {
        this.source = source;
        this.capBytes = capBytes;
    }

    /**
     * Puts a cap on a source.
     *
     * @param source the source below; memory taken from it directly is not counted
     * @param capBytes the most that {@link #allocatedBytes()} may become, at least 1
     * @return the capped source
     * @throws IllegalArgumentException if {@code source} is null or {@code capBytes} is not positive
     */
    public static CappedMemory of(MemorySource source, long capBytes) {
        MemorySource.require(source);
        if (capBytes <= 0) {
            throw new IllegalArgumentException("capBytes must be > 0: capBytes=" + capBytes);
        }
        return new CappedMemory(source, capBytes);
    }

    /**
     * Takes memory from the source below if the cap allows it.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to {@link #MAX_ALIGNMENT}
     * @return the address of the first byte, never 0
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source below refuses; nothing changes
     * @throws IllegalStateException if the source below returned 0 or an address that is not aligned
     */
    @Override
    public long allocate(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        count(bytes);
        boolean taken = false;
        try {
            long address = MemorySource.allocateFrom(source, bytes, alignment);
            taken = true;
            return address;
        } finally {
            if (!taken) {
                countedBytes.addAndGet(-bytes);
            }
        }
    }

    @Override
    public void free(long address, long bytes) {
        if (bytes <= 0 || bytes > countedBytes.get()) {
            throw new IllegalArgumentException("not an allocation of this capped source: address=" + address
                    + ", bytes=" + bytes + ", allocatedBytes=" + countedBytes);
        }
        source.free(address, bytes);
        countedBytes.addAndGet(-bytes); // not earlier: until now the memory is held
    }

    /**
     * What has been taken through this cap and not yet freed. Any thread.
     *
     * @return bytes as requested, never more than {@link #capBytes()}; includes requests in progress on other threads
     */
    @Override
    public long allocatedBytes() {
        return countedBytes.get();
    }

    /**
     * The cap. Any thread.
     *
     * @return bytes
     */
    public long capBytes() {
        return capBytes;
    }

    @Override
    public String toString() {
        return "CappedMemory[allocatedBytes=" + countedBytes + ", capBytes=" + capBytes + ", source=" + source + "]";
    }

    private void count(long bytes) {
        long counted;
        do {
            counted = countedBytes.get();
            if (bytes > capBytes - counted) { // the difference is never negative, so this cannot overflow
                throw new NativeMemoryException("memory is at its cap of " + capBytes + " bytes", bytes, counted);
            }
        } while (!countedBytes.compareAndSet(counted, counted + bytes));
    }
}
