package basalt.memory.region;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.chunk.BumpCursor;
import basalt.memory.chunk.ChunkStore;
import basalt.memory.chunk.Reserve;
import java.util.Arrays;

/**
 * Scoped scratch memory: what was allocated since a push dies with its pop.
 *
 * <pre>{@code
 * try (StackFrame frame = stack.push()) {
 *     Slice distances = frame.allocate(rows * 4, 64);
 *     ...
 * }
 * }</pre>
 *
 * <p>Frames nest, and close in the opposite order. There is no memory without a frame, which is the difference to a
 * {@link basalt.memory.frame.FrameArena FrameArena}: nothing waits for a reset, so the stack fits code that is called
 * at any moment.
 *
 * <p>The stack grows by chunks: 64 KiB, then twice as much each time up to 1 MiB, larger where a single request needs
 * it, and just as large as that where the source has no more, never beyond its cap. Chunks are kept for the frames to
 * come; in a steady state nothing is taken from the source and no garbage is made. All operations take constant time,
 * except for those that enter or leave chunks.
 *
 * <p>A stack belongs to the thread that created it, and use by another one throws. The figures may be read anywhere,
 * but are exact on the owner's thread only.
 */
public final class StackAllocator implements Allocator, AutoCloseable {
    private final ChunkStore chunks;
    private final BumpCursor cursor;
    private final StackFrames frames = new StackFrames();
    private StackFrame[] frameObjects = new StackFrame[16]; // by depth, reused

    /**
     * Creates a stack. It takes its first chunk at its first allocation.
     *
     * @param source where chunks come from
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @throws IllegalArgumentException if {@code source} is null or {@code capBytes} not positive
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public StackAllocator(MemorySource source, long capBytes) {
        this.chunks = new ChunkStore(new Reserve(frames.allocator(), source, capBytes));
        this.cursor = new BumpCursor(chunks);
    }

    /**
     * Opens a frame: what is allocated from now on dies when the frame closes.
     *
     * @return the frame, an object that this stack reuses; close it before any that was pushed earlier
     * @throws IllegalStateException if the stack is closed, or on a wrong thread
     */
    public StackFrame push() {
        frames.requireOpen();
        StackFrame frame = frameObject(frames.depth() + 1);
        frame.begin(frames.push(cursor.cursor(), cursor.position()));
        return frame;
    }

    /**
     * Allocates memory that lives until the innermost frame closes. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more; the stack can be used
     *     further
     * @throws IllegalStateException if no frame is open, the stack is closed, or on a wrong thread
     */
    public Slice allocate(long bytes, int alignment) {
        frames.requireFrame();
        return slice(cursor.bump(bytes, alignment), bytes);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if no frame is open, the stack is closed, or on a wrong thread
     */
    public Slice tryAllocate(long bytes, int alignment) {
        frames.requireFrame();
        long address = cursor.tryBump(bytes, alignment);
        return address == 0 ? null : slice(address, bytes);
    }

    /**
     * How many frames are open.
     *
     * @return the depth of the innermost frame, counted from 1; 0 if none is open
     */
    public int depth() {
        return frames.depth();
    }

    /**
     * What is allocated at the moment.
     *
     * @return bytes, with the gaps that alignment makes, without the unused tails of full chunks
     */
    public long usedBytes() {
        return cursor.usedBytes();
    }

    /**
     * What this stack holds of its source.
     *
     * @return bytes of all chunks, used or kept
     */
    public long reservedBytes() {
        return chunks.reservedBytes();
    }

    /**
     * The most that {@link #usedBytes()} has ever been.
     *
     * @return bytes
     */
    public long highWaterBytes() {
        return cursor.highWaterBytes();
    }

    /**
     * Gives all memory back to the source, whatever is still open. Further calls do nothing.
     *
     * @throws IllegalStateException on a wrong thread
     */
    @Override
    public void close() {
        frames.requireOwner();
        if (!frames.isClosed()) {
            frames.close();
            cursor.releaseAll();
            chunks.trim();
        }
    }

    @Override
    public String toString() {
        return "StackAllocator[depth=" + depth() + ", usedBytes=" + usedBytes() + ", reservedBytes=" + reservedBytes()
                + ", highWaterBytes=" + highWaterBytes() + (frames.isClosed() ? ", closed]" : "]");
    }

    /**
     * {@inheritDoc}
     *
     * <p>Fragmentation is the share of the entered chunks' bytes that lie in the unused tails of full ones. The gaps
     * that alignment makes count as used.
     *
     * @return figures that do not change any more
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return new AllocatorSnapshot(
                frames.allocator(),
                "",
                usedBytes(),
                reservedBytes(),
                highWaterBytes(),
                AllocatorSnapshot.NOT_COUNTED,
                AllocatorSnapshot.share(cursor.lostBytes(), cursor.reservedBytes()));
    }

    /** Requires that what is allocated now belongs to that frame. */
    void requireInnermost(int depth, long serial) {
        frames.requireInnermost(depth, serial);
    }

    /** Closes the frame at {@code depth}; called by {@link StackFrame#close()}. */
    void pop(int depth, long serial) {
        frames.requireInnermost(depth, serial);
        cursor.goBackTo(frames.position(), frames.cursor());
        frames.pop();
    }

    /** Whether the frame of that serial is still open at that depth. */
    boolean isOpen(int depth, long serial) {
        return frames.isOpen(depth, serial);
    }

    private StackFrame frameObject(int depth) {
        if (depth == frameObjects.length) {
            frameObjects = Arrays.copyOf(frameObjects, depth * 2);
        }
        StackFrame frame = frameObjects[depth];
        if (frame == null) {
            frame = frameObjects[depth] = new StackFrame(this, depth);
        }
        return frame;
    }

    private Slice slice(long address, long bytes) {
        return frames.slice(address, bytes);
    }
}
