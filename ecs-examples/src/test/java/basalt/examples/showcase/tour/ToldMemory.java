package basalt.examples.showcase.tour;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A source for tests: tells of each allocation before it is made, in the thread that asks for it. Thread-safe. */
final class ToldMemory implements MemorySource {
    private final MemorySource source = MemorySource.direct();
    private final AtomicLong allocations = new AtomicLong();
    private final AtomicLong allocatedBytes = new AtomicLong();
    private final LongConsumer told;

    /** {@code told} gets the number of each allocation, counted from 1; what it throws reaches the code that asks. */
    ToldMemory(LongConsumer told) {
        this.told = told;
    }

    /** Refuses the {@code refused}-th allocation, counted from 1; 0 refuses none. */
    static ToldMemory refusing(long refused) {
        return refusing(refused, refused);
    }

    /** Refuses the {@code first}-th allocation, counted from 1, and those after it up to the {@code last}-th. */
    static ToldMemory refusing(long first, long last) {
        return new ToldMemory(number -> {
            if (number >= first && number <= last) {
                throw new NativeMemoryException("allocation " + number + " is to fail", 0, 0);
            }
        });
    }

    /** How many allocations have been asked for. */
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
