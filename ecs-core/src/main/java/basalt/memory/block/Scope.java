package basalt.memory.block;

import basalt.memory.MemoryScope;
import basalt.memory.Slice;

/** A scope of a {@link BumpArena}. The object is reused for later scopes of the same depth. */
final class Scope implements MemoryScope {
    private final BumpArena arena;
    private final int depth;
    private long serial;

    Scope(BumpArena arena, int depth) {
        this.arena = arena;
        this.depth = depth;
    }

    void begin(long newSerial) {
        serial = newSerial;
    }

    @Override
    public Slice allocate(long bytes, int alignment) {
        arena.scopes().requireInnermost(depth, serial);
        return arena.allocate(bytes, alignment);
    }

    @Override
    public Slice tryAllocate(long bytes, int alignment) {
        arena.scopes().requireInnermost(depth, serial);
        return arena.tryAllocate(bytes, alignment);
    }

    @Override
    public void close() {
        arena.close(depth, serial);
        serial = 0;
    }

    @Override
    public String toString() {
        return "MemoryScope[depth=" + depth + ", open=" + arena.scopes().isOpen(depth, serial) + "]";
    }
}
