package basalt.query;

import basalt.memory.block.ArenaAccess;
import basalt.memory.block.ArenaLifetime;

/**
 * Frame memory for a result that is computed repeatedly, each time in the caller's scope. The memory is reused if the
 * scope is still the same and the memory is large enough.
 *
 * <p>A result is made in two steps, so that a failure changes nothing: {@link #begin}, then {@link #commit} or {@link
 * #abandon}.
 */
final class ResultMemory {
    private final ArenaLifetime lifetime = new ArenaLifetime();
    private final String name;
    private final String remedy;
    private ArenaAccess newArena;
    private long address;
    private long capacityBytes;
    private long newAddress;
    private long newBytes;
    private long mark;

    /** No result yet. The arguments are for messages: the name of the result, and the remedy if its memory is gone. */
    ResultMemory(String name, String remedy) {
        this.name = name;
        this.remedy = remedy;
    }

    /** Allocates memory for a result and returns its address. If there is no memory, nothing has changed. */
    long begin(ArenaAccess arena, long bytes) {
        if (lifetime.isInnermost(arena) && bytes <= capacityBytes) {
            newAddress = 0;
            return address;
        }
        if (newArena != arena) { // no write barrier if it is the same
            newArena = arena;
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

    /** Called when the result is complete. */
    void commit() {
        if (newAddress != 0) {
            newArena.keep(mark);
            lifetime.begin(newArena);
            address = newAddress;
            capacityBytes = newBytes;
        }
    }

    /** Called if the result could not be made; releases the memory. */
    void abandon() {
        if (newAddress != 0) {
            newArena.release(mark);
        }
    }

    /** The address of the result, if it is live. */
    long address() {
        return address;
    }

    boolean isLive() {
        return lifetime.isLive();
    }

    void requireLive() {
        lifetime.requireLive(name, remedy);
    }

    /** The arena of the result. */
    ArenaAccess arena() {
        return lifetime.arena();
    }
}
