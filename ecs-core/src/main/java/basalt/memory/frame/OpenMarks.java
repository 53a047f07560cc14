package basalt.memory.frame;

import basalt.memory.Slice;
import basalt.memory.view.SliceLifetimes;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is open in one {@link FrameArena}: the frame itself at depth 0, and on it scopes and marks, in one LIFO order.
 *
 * <p>Each entry is a lifetime. Its slot is that of its depth; serial, cursor and its position stand side by side there,
 * so that opening and ending a mark touch one array. Serials ascend; the two low bits of one tell the kind, the high
 * bits the arena, so that a mark of another arena is not taken for one of this. A serial of 0 stands at each depth that
 * is not open.
 */
final class OpenMarks extends SliceLifetimes {
    static final long FRAME = 1;
    static final long SCOPE = 2;
    static final long MARK = 3;

    private static final long KIND_BITS = 3;
    private static final int ARENA_SHIFT = 44;
    private static final int ENTRY = 3;
    private static final int CURSOR = 1;
    private static final int POSITION = 2;

    /** Where the position of an entry has the depth of what was the innermost one before it. */
    private static final int OUTER_SHIFT = 32;

    private static final AtomicLong ARENAS = new AtomicLong();

    private int depth;
    private int innermost; // the depth of the innermost entry that has to be ended; 0 for the frame
    private int kept;
    private long epoch;
    private boolean closed;
    private long nextSerial = ARENAS.incrementAndGet() << ARENA_SHIFT;

    OpenMarks() {
        super(16 * ENTRY);
        serials[0] = newSerial(FRAME);
    }

    /** Gives depth 0 a new serial: whatever was allocated in the old frame is dead. */
    void startFrame() {
        while (depth > 0) { // all of them kept, so they end with the frame
            pop();
        }
        serials[0] = newSerial(FRAME);
        epoch++;
    }

    /** How many frames have ended. */
    long epoch() {
        return epoch;
    }

    boolean isClosed() {
        return closed;
    }

    void requireOpen() {
        requireOwner();
        if (closed) {
            throw new IllegalStateException("frame arena is closed: create a new one");
        }
    }

    @Override
    public String allocator() {
        return "frame arena";
    }

    /** How many scopes and marks are open. */
    int depth() {
        return depth;
    }

    /** The slot of the innermost entry. */
    int slot() {
        return depth * ENTRY;
    }

    /** The serial of the innermost entry. */
    long serial() {
        return serials[depth * ENTRY];
    }

    /** SAFETY: the caller allocated these bytes on top of the innermost entry, whose end releases them. */
    Slice slice(long address, long bytes) {
        return slice(slot(), serial(), address, bytes);
    }

    /** Whether the scope, mark or frame of that serial is still open at that depth. */
    boolean isOpen(int atDepth, long serial) {
        return isLive(atDepth * ENTRY, serial);
    }

    /** The depth of the innermost entry that has to be ended: what is allocated now ends with it. */
    int innermostDepth() {
        return innermost;
    }

    /** The serial of the entry at a depth that is open. */
    long serial(int atDepth) {
        return serials[atDepth * ENTRY];
    }

    /** The cursor at the moment when the innermost scope or mark was opened. */
    long cursor() {
        return serials[depth * ENTRY + CURSOR];
    }

    /** The cursor's position at the moment when the innermost scope or mark was opened. */
    int position() {
        return (int) serials[depth * ENTRY + POSITION];
    }

    long push(long kind, long cursor, int position) {
        int next = (depth + 1) * ENTRY;
        if (next == serials.length) {
            serials = Arrays.copyOf(serials, next * 2);
        }
        long serial = newSerial(kind);
        serials[next] = serial;
        serials[next + CURSOR] = cursor;
        serials[next + POSITION] = Integer.toUnsignedLong(position) | (long) innermost << OUTER_SHIFT;
        depth++;
        innermost = depth;
        return serial;
    }

    /** From now on the innermost entry that has to be ended ends together with the one below it. */
    void keepInnermost() {
        innermost = outer(innermost);
        kept++;
    }

    /** Whether that serial is the innermost that has to be ended: those above it end with it. */
    boolean isInnermost(long serial) {
        return innermost > 0 && serials[innermost * ENTRY] == serial;
    }

    /** How many scopes and marks have to be ended. */
    int open() {
        return depth - kept;
    }

    /** What was the innermost entry when this one was opened. */
    private int outer(int atDepth) {
        return (int) (serials[atDepth * ENTRY + POSITION] >>> OUTER_SHIFT);
    }

    void pop() {
        if (innermost == depth) {
            innermost = outer(depth);
        } else {
            kept--;
        }
        serials[depth * ENTRY] = 0;
        depth--;
    }

    /** Ends everything, the frame too. */
    void close() {
        Arrays.fill(serials, 0);
        depth = 0;
        innermost = 0;
        kept = 0;
        closed = true;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        if (closed) {
            return new IllegalStateException("slice used after its arena was closed");
        }
        if (serial < serials[0]) {
            return new IllegalStateException("slice used after its arena was reset: the arena is in epoch " + epoch
                    + " now; copy what must outlive the frame");
        }
        return new IllegalStateException(
                "slice used after its " + kind(serial) + " had ended: allocate it further out, or copy it before");
    }

    /** What has ended a lifetime, as part of a sentence: "used after ...". */
    String end(long serial) {
        if (closed) {
            return "its arena was closed";
        }
        return serial < serials[0] ? "its arena was reset" : "its " + kind(serial) + " had ended";
    }

    boolean contains(long mark) {
        for (int i = 1; i <= depth; i++) {
            if (serials[i * ENTRY] == mark) {
                return true;
            }
        }
        return false;
    }

    IllegalStateException wrongRelease(long mark) {
        for (int i = 1; i < depth; i++) {
            if (serials[i * ENTRY] == mark) {
                return new IllegalStateException(
                        "mark released out of order: end what was opened later first, innermost is a " + innermost());
            }
        }
        return new IllegalStateException(
                "mark is not open in this arena: release each mark once, and where it was made, mark=" + mark);
    }

    IllegalStateException wrongClose(int scopeDepth, long serial) {
        if (!isOpen(scopeDepth, serial)) {
            return new IllegalStateException("scope is closed already: open() gives a new one, depth=" + scopeDepth);
        }
        return new IllegalStateException("scope closed out of order: end what was opened later first, depth="
                + scopeDepth + ", innermost is a " + innermost());
    }

    IllegalStateException wrongAllocation(int scopeDepth, long serial) {
        if (!isOpen(scopeDepth, serial)) {
            return wrongClose(scopeDepth, serial);
        }
        return new IllegalStateException("only the innermost scope can be allocated in: this one is at depth "
                + scopeDepth + ", innermost is a " + innermost());
    }

    IllegalStateException wrongReset() {
        return new IllegalStateException("reset with " + open()
                + " open scopes or marks: close each scope and release each mark first, innermost is a " + innermost());
    }

    static String kind(long serial) {
        long kind = serial & KIND_BITS;
        return kind == SCOPE ? "scope" : kind == MARK ? "mark" : "frame";
    }

    private String innermost() {
        return kind(serials[innermost * ENTRY]) + " at depth " + innermost;
    }

    private long newSerial(long kind) {
        long serial = nextSerial | kind;
        nextSerial += KIND_BITS + 1;
        return serial;
    }

    void requireInnermost(long mark) {
        if (!isInnermost(mark)) {
            requireOpen();
            throw wrongRelease(mark);
        }
    }

    /** Requires that a mark is open: it is the innermost, or below others. */
    void requireReleasable(boolean innermost, long mark) {
        if (!innermost && !contains(mark)) {
            requireOpen();
            throw wrongRelease(mark);
        }
    }

    /** Makes the calling thread the owner. */
    void adopt() {
        moveHere();
    }
}
