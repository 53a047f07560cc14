package basalt.examples.showcase.tour;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A memory source for tests that calls a listener before each allocation, in the allocating thread. Thread-safe. */
final class ToldMemory implements MemorySource {
    private final MemorySource source = MemorySource.direct();
    private final AtomicLong allocations = new AtomicLong();
    private final AtomicLong allocatedBytes = new AtomicLong();
    private final LongConsumer told;

    /**
     * The listener receives the number of each allocation, counted from 1; its exceptions reach the allocating code.
     */
    ToldMemory(LongConsumer told) {
        this.told = told;
    }

    /** Fails one allocation, counted from 1; 0 for none. */
    static ToldMemory refusing(long refused) {
        return refusing(refused, refused);
    }

    /** Fails the allocations from {@code first} to {@code last}, counted from 1. */
    static ToldMemory refusing(long first, long last) {
        return new ToldMemory(number -> {
            if (number >= first && number <= last) {
                throw new NativeMemoryException("allocation " + number + " is to fail", 0, 0);
            }
        });
    }

    /** The number of requested allocations. */
    long allocations() {
        return allocations.get();
    }

    @Override
    public long allocate(long bytes, int alignment) {
        told.accept(allocations.incrementAndGet());
        long address = source.allocate(bytes, alignment);
        allocatedBytes.addAndGet(bytes);
        return address;
    }

    @Override
    public void free(long address, long bytes) {
        allocatedBytes.addAndGet(-bytes);
        source.free(address, bytes);
    }

    @Override
    public long allocatedBytes() {
        return allocatedBytes.get();
    }
}
