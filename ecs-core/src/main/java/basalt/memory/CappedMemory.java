package basalt.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A source with a hard cap over another source: the bytes that are taken through it never exceed the cap.
 *
 * <p>A request is counted before the memory is taken, and uncounted after it was given back, so that not even threads
 * that ask at once get past the cap together. What the cap does not have left is refused without asking the source
 * below.
 *
 * <p>Takes constant time besides what the source below takes. May be used by several threads at once if the source
 * below may. Holds no memory of its own, so there is nothing to close. Several caps may share one source, and caps
 * nest.
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
     * @param source where the memory comes from; what others take there directly does not count
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
     * Takes memory of the source below, if the cap has room for it.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to {@link #MAX_ALIGNMENT}
     * @return the address of the first byte, never 0
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source below refuses; nothing has changed then
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
        countedBytes.addAndGet(-bytes); // not earlier: the memory is held until the source below has it back
    }

    /**
     * What has been taken through this cap and not yet freed. Any thread.
     *
     * @return bytes as requested, never more than {@link #capBytes()}; with what other threads are just about to take
     */
    @Override
    public long allocatedBytes() {
        return countedBytes.get();
    }

    /**
     * The most that may be taken at once. Any thread.
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
