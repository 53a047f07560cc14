package basalt.memory;

/**
 * One open frame of a {@link StackAllocator}: what is allocated while it is the innermost one dies when it closes.
 *
 * <p>Allocators reuse their frame objects: after {@link #close()} the object may stand for a later frame of the same depth, so
 * drop the reference. Confined to its allocator's thread.
 */
public final class StackFrame implements AutoCloseable {
    private final StackAllocator stack;
    private final int depth;
    private long serial;

    StackFrame(StackAllocator stack, int depth) {
        this.stack = stack;
        this.depth = depth;
    }

    void begin(long newSerial) {
        serial = newSerial;
    }

    /**
     * Pops this frame. Nothing is given back to the memory source.
     *
     * @throws IllegalStateException if it is closed already; if a frame that was pushed later is still open (both stay open
     *     then); if the allocator is closed; on a wrong thread
     */
    @Override
    public void close() {
        stack.pop(depth, serial);
        serial = 0;
    }

    @Override
    public String toString() {
        return "StackFrame[depth=" + depth + ", open=" + stack.isOpen(depth, serial) + "]";
    }
}
