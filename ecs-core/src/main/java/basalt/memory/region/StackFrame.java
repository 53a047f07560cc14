package basalt.memory.region;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;

/**
 * One open frame of a {@link StackAllocator}: what is allocated while it is the innermost one dies when it closes.
 *
 * <p>Allocators reuse their frame objects: after {@link #close()} the object may stand for a later frame of the same
 * depth, so drop the reference. Confined to its allocator's thread.
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
     * Allocates memory that lives until this frame closes, as {@link StackAllocator#allocate(long, int)} does.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more; the stack can be used
     *     further
     * @throws IllegalStateException if this is not the innermost frame, it or the stack is closed, or on a wrong thread
     */
    public Slice allocate(long bytes, int alignment) {
        stack.requireInnermost(depth, serial);
        return stack.allocate(bytes, alignment);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if this is not the innermost frame, it or the stack is closed, or on a wrong thread
     */
    public Slice tryAllocate(long bytes, int alignment) {
        stack.requireInnermost(depth, serial);
        return stack.tryAllocate(bytes, alignment);
    }

    /**
     * Pops this frame. Nothing is given back to the memory source.
     *
     * @throws IllegalStateException if it is closed already; if a frame that was pushed later is still open (both stay
     *     open then); if the allocator is closed; on a wrong thread
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
