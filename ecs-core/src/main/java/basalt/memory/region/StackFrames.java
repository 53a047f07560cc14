package basalt.memory.region;

import basalt.memory.Slice;
import basalt.memory.view.SliceLifetimes;
import java.util.Arrays;

/**
 * The open frames of one {@link StackAllocator}, the outermost at depth 1.
 *
 * <p>Each is a lifetime. Its serial and the place to go back to stand side by side in the slot of its depth; serials
 * ascend, and 0 stands where no frame is open.
 */
final class StackFrames extends SliceLifetimes {
    private static final int ENTRY = 3;
    private static final int CURSOR = 1;
    private static final int POSITION = 2;

    private int depth;
    private long lastSerial;
    private boolean closed;

    StackFrames() {
        super(16 * ENTRY);
    }

    int depth() {
        return depth;
    }

    boolean isClosed() {
        return closed;
    }

    /** SAFETY: the caller allocated these bytes in the innermost frame, whose end releases them. */
    Slice slice(long address, long bytes) {
        return slice(slot(), serial(), address, bytes);
    }

    boolean isOpen(int atDepth, long serial) {
        return isLive(atDepth * ENTRY, serial);
    }

    /** The slot of the innermost frame. */
    int slot() {
        return depth * ENTRY;
    }

    /** The serial of the innermost frame; 0 if none is open. */
    long serial() {
        return serials[depth * ENTRY];
    }

    /** Where the cursor was when the innermost frame was pushed. */
    long cursor() {
        return serials[depth * ENTRY + CURSOR];
    }

    /** The cursor's position when the innermost frame was pushed. */
    int position() {
        return (int) serials[depth * ENTRY + POSITION];
    }

    /** Opens a frame, and answers its serial. */
    long push(long cursor, int position) {
        int next = (depth + 1) * ENTRY;
        if (next == serials.length) {
            serials = Arrays.copyOf(serials, next * 2);
        }
        serials[next] = ++lastSerial;
        serials[next + CURSOR] = cursor;
        serials[next + POSITION] = position;
        depth++;
        return lastSerial;
    }

    void pop() {
        serials[depth * ENTRY] = 0;
        depth--;
    }

    void close() {
        Arrays.fill(serials, 0);
        depth = 0;
        closed = true;
    }

    void requireOpen() {
        requireOwner();
        if (closed) {
            throw new IllegalStateException("stack allocator is closed: create a new one");
        }
    }

    /** Requires that a frame is open to allocate in. */
    void requireFrame() {
        requireOpen();
        if (depth == 0) {
            throw new IllegalStateException("allocated without an open stack frame: push() one first");
        }
    }

    /** Requires that a frame is the innermost one. */
    void requireInnermost(int atDepth, long serial) {
        requireOpen();
        if (!isOpen(atDepth, serial)) {
            throw new IllegalStateException("stack frame is closed already: push() gives a new one, depth=" + atDepth);
        }
        if (atDepth != depth) {
            throw new IllegalStateException("stack frame used out of order: close what was pushed later first, depth="
                    + atDepth + ", innermost is the frame at depth " + depth);
        }
    }

    @Override
    public String allocator() {
        return "stack allocator";
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        return new IllegalStateException(
                closed
                        ? "slice used after its stack allocator was closed"
                        : "slice used after its stack frame was closed: allocate it further out, or copy it before");
    }
}
