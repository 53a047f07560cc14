package basalt.storage;

import basalt.internal.Strict;
import basalt.memory.MemorySource;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import org.agrona.collections.Long2LongHashMap;

/**
 * The direct memory of one world. If the world is dropped without being closed, a cleaner gives the memory back, and
 * logs a warning; in strict mode it says where the world was made. All objects that access the memory refer to this
 * one. Thread-safe.
 */
public final class ReclaimedMemory implements MemorySource {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long NONE = 0;

    private final MemorySource direct = MemorySource.direct();
    private final Taken taken = new Taken(direct);

    /** A source for a world that is being made. */
    public ReclaimedMemory() {
        CLEANER.register(this, taken);
    }

    @Override
    public long allocate(long bytes, int alignment) {
        long address = direct.allocate(bytes, alignment);
        taken.add(address, bytes);
        return address;
    }

    @Override
    public void free(long address, long bytes) {
        taken.remove(address);
        direct.free(address, bytes);
    }

    @Override
    public long allocatedBytes() {
        return direct.allocatedBytes();
    }

    /** Takes over direct memory that another world has given up. */
    void adopt(long address, long bytes) {
        taken.add(address, bytes);
    }

    void giveUp(long address) {
        taken.remove(address);
    }

    /** What was taken and not freed. It does not refer to the source. */
    private static final class Taken implements Runnable {
        private final MemorySource direct;
        private final Long2LongHashMap bytesAt = new Long2LongHashMap(NONE);
        private final Throwable made = Strict.ON ? new Throwable("the world was made here") : null;
        private boolean isUnreachable;

        Taken(MemorySource direct) {
            this.direct = direct;
        }

        synchronized void add(long address, long bytes) {
            bytesAt.put(address, bytes);
        }

        synchronized void remove(long address) {
            bytesAt.remove(address);
        }

        /** Called by the cleaner. The last method that used the world may still run, so this waits for it once more. */
        @Override
        public synchronized void run() {
            if (bytesAt.isEmpty()) {
                return;
            }
            if (!isUnreachable) {
                isUnreachable = true;
                CLEANER.register(new Object(), this);
                return;
            }
            long[] total = {0};
            bytesAt.forEachLong((address, bytes) -> {
                direct.free(address, bytes);
                total[0] += bytes;
            });
            bytesAt.clear();
            System.getLogger("basalt.world")
                    .log(
                            Level.WARNING,
                            total[0] + " bytes of native memory of a world were not given back before it became"
                                    + " unreachable; close() worlds and their schedules"
                                    + (made == null ? "; -Dbasalt.strict=true shows where it was made" : ""),
                            made);
        }
    }
}
