package basalt.memory.tracking;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.UnsafeApi;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A debugging source over another source. It detects writes before and behind an allocation, writes to freed memory,
 * double frees and leaks, and identifies the allocation.
 *
 * <pre>
 *   from the source below
 *   +--------------------------+--------------------------+--------------------------+
 *   | front: at least 16 bytes |  bytes: 0xAB when fresh, |  back guard: 16 bytes    |
 *   | the last 16: guard 0xEB  |  0xCD when freed         |  0xEB                    |
 *   +--------------------------+--------------------------+--------------------------+
 *                              ^ address
 * </pre>
 *
 * <p>Freed memory is filled with 0xCD and kept in quarantine for a while, so that reads of it are recognisable and
 * writes to it are detected when it leaves the quarantine. This costs memory and writes each byte, so it is not for
 * production. Thread-safe.
 */
public final class GuardedMemory implements MemorySource, AutoCloseable {
    /** The byte that new memory is filled with. */
    public static final byte FRESH = (byte) 0xAB;

    /** The byte that freed memory is filled with. */
    public static final byte FREED = (byte) 0xCD;

    private static final byte GUARD = (byte) 0xEB;
    private static final int GUARD_BYTES = 16;
    private static final int SITE_LINES = 12;

    private final MemorySource source;
    private final long quarantineBytes;
    private final Long2ObjectHashMap<Allocation> live = new Long2ObjectHashMap<>();
    private final ArrayDeque<Allocation> quarantine = new ArrayDeque<>();
    private long quarantinedBytes;
    private long allocatedBytes;
    private long allocations;

    /**
     * Creates a guarded source that records the stack trace of each allocation and keeps 1 MiB of freed memory in
     * quarantine.
     */
    public GuardedMemory(MemorySource source) {
        this(source, 1 << 20);
    }

    GuardedMemory(MemorySource source, long quarantineBytes) {
        this.source = MemorySource.require(source);
        this.quarantineBytes = quarantineBytes;
    }

    /** An allocation; its memory in the source below starts at {@code address - front}. */
    private record Allocation(long number, long address, long bytes, int front, Throwable site) {
        long paddedBytes() {
            return front + bytes + GUARD_BYTES;
        }

        LiveAllocation describe() {
            return new LiveAllocation(number, address, bytes, lines(site));
        }
    }

    @Override
    public synchronized long allocate(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        int front = Math.max(alignment, GUARD_BYTES);
        if (bytes > Long.MAX_VALUE - front - GUARD_BYTES) {
            throw new NativeMemoryException("more than the address space", bytes, allocatedBytes);
        }
        long address = take(bytes, front, alignment) + front;
        long number = ++allocations;
        Allocation allocation = new Allocation(number, address, bytes, front, new Throwable());
        // SAFETY: the source gave front + bytes + GUARD_BYTES, starting at address - front, and front >= GUARD_BYTES.
        UnsafeApi.setMemory(address - GUARD_BYTES, GUARD_BYTES, GUARD);
        UnsafeApi.setMemory(address, bytes, FRESH);
        UnsafeApi.setMemory(address + bytes, GUARD_BYTES, GUARD);
        live.put(address, allocation);
        allocatedBytes += bytes;
        return address;
    }

    private long take(long bytes, int front, int alignment) {
        try {
            return MemorySource.allocateFrom(source, front + bytes + GUARD_BYTES, alignment);
        } catch (NativeMemoryException e) {
            throw new NativeMemoryException(
                    "the source below the guarded memory has refused", bytes, allocatedBytes, e);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if nothing is allocated there, or the size is wrong; the message says whether it
     *     was already freed
     * @throws DamagedException if memory was written outside this allocation, or in a freed allocation that
     *     leaves the quarantine; the memory is freed
     */
    @Override
    public synchronized void free(long address, long bytes) {
        Allocation allocation = live.get(address);
        if (allocation == null) {
            throw new IllegalArgumentException(
                    "nothing is allocated at address=" + address + ", bytes=" + bytes + freedBefore(address));
        }
        if (allocation.bytes != bytes) {
            throw new IllegalArgumentException("wrong size: bytes=" + bytes + " for " + allocation.describe());
        }
        String damage = damageBeside(allocation);
        live.remove(address);
        allocatedBytes -= bytes;
        UnsafeApi.setMemory(address, bytes, FREED);
        quarantine.add(allocation);
        quarantinedBytes += allocation.paddedBytes();
        String older = shrinkQuarantine(quarantineBytes);
        throwIf(damage.isEmpty() ? older : damage);
    }

    private String freedBefore(long address) {
        for (Allocation freed : quarantine) {
            if (freed.address == address) {
                return ": freed before, it was " + freed.describe();
            }
        }
        return "";
    }

    /**
     * Checks all guards and all freed memory in quarantine. Call it to locate a bad write.
     *
     * @throws DamagedException if memory was written that was not allocated
     */
    public synchronized void check() {
        for (Allocation allocation : live.values()) {
            throwIf(damageBeside(allocation));
        }
        for (Allocation allocation : quarantine) {
            throwIf(damageAfterFree(allocation));
        }
    }

    /** {@return the live allocations, oldest first; at the end of a program these are leaks} */
    public synchronized List<LiveAllocation> live() {
        return live.values().stream()
                .sorted(Comparator.comparingLong(Allocation::number))
                .map(Allocation::describe)
                .toList();
    }

    @Override
    public synchronized long allocatedBytes() {
        return allocatedBytes;
    }

    /**
     * Gives the quarantined memory back. Live allocations stay live, and can still be freed.
     *
     * @throws DamagedException if freed memory was written to
     * @throws IllegalStateException if memory is still allocated; the message lists the allocations with their stack
     *     traces
     */
    @Override
    public synchronized void close() {
        throwIf(shrinkQuarantine(0));
        if (!live.isEmpty()) {
            throw new IllegalStateException("native memory left behind: " + allocatedBytes + " bytes in "
                    + live.size() + " allocations:\n"
                    + live().stream().map(LiveAllocation::toString).collect(Collectors.joining("\n")));
        }
    }

    /**
     * Gives the oldest quarantined memory back until at most {@code limitBytes} are left. Returns the damage found, or
     * an empty text.
     */
    private String shrinkQuarantine(long limitBytes) {
        String damage = "";
        while (quarantinedBytes > limitBytes) {
            Allocation oldest = quarantine.remove();
            quarantinedBytes -= oldest.paddedBytes();
            String found = damageAfterFree(oldest);
            source.free(oldest.address - oldest.front, oldest.paddedBytes());
            damage = damage.isEmpty() ? found : damage;
        }
        return damage;
    }

    private static String damageBeside(Allocation allocation) {
        long end = allocation.address + allocation.bytes;
        long before = firstOther(allocation.address - GUARD_BYTES, GUARD_BYTES, GUARD);
        if (before >= 0) {
            return "memory was written " + (GUARD_BYTES - before) + " bytes before the start of "
                    + allocation.describe();
        }
        long behind = firstOther(end, GUARD_BYTES, GUARD);
        return behind < 0 ? "" : "memory was written " + behind + " bytes behind the end of " + allocation.describe();
    }

    private static String damageAfterFree(Allocation allocation) {
        long written = firstOther(allocation.address, allocation.bytes, FREED);
        return written < 0
                ? damageBeside(allocation)
                : "memory was written after it had been freed, at offset " + written + " of " + allocation.describe();
    }

    /** The first byte that is not {@code value}; -1 if all are. The caller owns the bytes. */
    private static long firstOther(long address, long bytes, byte value) {
        for (long i = 0; i < bytes; i++) {
            if (UnsafeApi.getByte(null, address + i) != value) {
                return i;
            }
        }
        return -1;
    }

    private static void throwIf(String damage) {
        if (!damage.isEmpty()) {
            throw new DamagedException(damage);
        }
    }

    private static String lines(Throwable site) {
        StringBuilder lines = new StringBuilder();
        StackTraceElement[] trace = site.getStackTrace();
        for (int i = 1; i < Math.min(trace.length, SITE_LINES + 1); i++) {
            lines.append("\tat ").append(trace[i]).append('\n');
        }
        return lines.toString();
    }

    @Override
    public String toString() {
        return "GuardedMemory[allocatedBytes=" + allocatedBytes() + ", of " + source + "]";
    }

    /**
     * A live allocation of a {@link GuardedMemory}.
     *
     * @param number its number among the allocations of the source, from 1: the same in each run of a deterministic
     *     program
     * @param site the stack trace of its allocation, innermost call first
     */
    public record LiveAllocation(long number, long address, long bytes, String site) {
        @Override
        public String toString() {
            return "allocation " + number + " of " + bytes + " bytes, allocated at\n" + site;
        }
    }

    /**
     * Thrown by {@link GuardedMemory} when it finds a write to memory that was not allocated: outside an allocation, or
     * after it was freed. The write may have happened long before.
     */
    public static final class DamagedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public DamagedException(String message) {
            super(message);
        }
    }
}
