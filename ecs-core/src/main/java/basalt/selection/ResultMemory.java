package basalt.selection;

import basalt.memory.access.ArenaAccess;
import basalt.memory.access.ArenaLifetime;

/**
 * Frame memory for a result that is made again and again: each time in the caller's scope, and in the same place as
 * before where that is still the same scope and large enough.
 *
 * <p>Making it takes two steps, so that a failure between them changes nothing: {@link #begin}, then {@link #commit} or
 * {@link #abandon}.
 */
final class ResultMemory {
    private final ArenaLifetime lifetime = new ArenaLifetime();
    private final String name;
    private final String remedy;
    private ArenaAccess beginning;
    private long address;
    private long capacityBytes;
    private long newAddress;
    private long newBytes;
    private long mark;

    /** None yet; says in messages what it is, and what to do where it is gone. */
    ResultMemory(String name, String remedy) {
        this.name = name;
        this.remedy = remedy;
    }

    /** Finds a place for a result; the address. If there is no memory, nothing has changed. */
    long begin(ArenaAccess arena, long bytes) {
        if (lifetime.isInnermost(arena) && bytes <= capacityBytes) {
            newAddress = 0;
            return address;
        }
        if (beginning != arena) { // the same one again and again costs no write barrier
            beginning = arena;
        }
        long opened = arena.mark();
        try {
            newBytes = Math.max(bytes, Long.BYTES);
            newAddress = arena.allocateUnchecked(newBytes, Long.BYTES);
        } catch (Throwable e) {
            arena.release(opened);
            throw e;
        }
        mark = opened;
        return newAddress;
    }

    /** The result is there. */
    void commit() {
        if (newAddress != 0) {
            beginning.keep(mark);
            lifetime.begin(beginning);
            address = newAddress;
            capacityBytes = newBytes;
        }
    }

    /** The result could not be made: gives the place back. */
    void abandon() {
        if (newAddress != 0) {
            beginning.release(mark);
        }
    }

    /** Where the result lies, if it is live. */
    long address() {
        return address;
    }

    boolean isLive() {
        return lifetime.isLive();
    }

    void requireLive() {
        lifetime.requireLive(name, remedy);
    }

    /** Where the result was made. */
    ArenaAccess arena() {
        return lifetime.arena();
    }
}
