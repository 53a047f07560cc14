package basalt.examples.showcase.tour;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A memory source for tests that calls a listener before each allocation, in the allocating thread. Thread-safe. */
final class ObservedMemory implements MemorySource {
    private final MemorySource source = MemorySource.direct();
    private final AtomicLong allocations = new AtomicLong();
    private final AtomicLong allocatedBytes = new AtomicLong();
    private final LongConsumer listener;

    /**
     * The listener receives the number of each allocation, counted from 1; its exceptions reach the allocating code.
     */
    ObservedMemory(LongConsumer listener) {
        this.listener = listener;
    }

    /** Fails one allocation, counted from 1; 0 for none. */
    static ObservedMemory refusing(long refused) {
        return refusing(refused, refused);
    }

    /** Fails the allocations from {@code first} to {@code last}, counted from 1. */
    static ObservedMemory refusing(long first, long last) {
        return new ObservedMemory(number -> {
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
        listener.accept(allocations.incrementAndGet());
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
