package basalt.memory.block;

import basalt.memory.Slice;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The lifetimes of a {@link BumpArena}'s allocations: the epoch at depth 0 and, above it, scopes and marks in one LIFO
 * stack.
 *
 * <p>Each entry is a lifetime. Serial, cursor and cursor position of a depth are adjacent in one array, so that opening
 * and ending a mark touch one cache line. Serials ascend; the two low bits hold the kind, the high bits identify the
 * arena, so that a mark of another arena is rejected. A depth that is not open has serial 0.
 */
public final class ScopeStack extends SliceLifetimes {
    static final long SCOPE = 2;
    static final long MARK = 3;

    private static final long EPOCH = 1;
    private static final long KIND_BITS = 3;
    private static final int ARENA_SHIFT = 44;
    private static final int ENTRY = 3;
    private static final int CURSOR = 1;
    private static final int POSITION = 2;

    /** The position of an entry also holds, from this bit on, the depth of the entry that was innermost before it. */
    private static final int OUTER_SHIFT = 32;

    private static final AtomicLong ARENAS = new AtomicLong();

    private final String label;
    private final String subject;
    private final String ending;
    private int depth;
    private int innermost; // the depth of the innermost entry that must be ended; 0 for the epoch
    private int kept;
    private long epoch;
    private boolean closed;
    private long nextSerial = ARENAS.incrementAndGet() << ARENA_SHIFT;

    public ScopeStack(String label, String subject, String ending) {
        super(16 * ENTRY);
        this.label = label;
        this.subject = subject;
        this.ending = ending;
        serials[0] = newSerial(EPOCH);
    }

    /** Gives depth 0 a new serial: everything allocated in the old epoch is dead. */
    void startEpoch() {
        while (depth > 0) { // all of these were kept, so they end with the epoch
            pop();
        }
        serials[0] = newSerial(EPOCH);
        epoch++;
    }

    /** The number of epochs that have ended. */
    public long epoch() {
        return epoch;
    }

    public boolean isClosed() {
        return closed;
    }

    public void requireOpen() {
        requireOwner();
        if (closed) {
            throw new IllegalStateException(label + " is closed: create a new one");
        }
    }

    @Override
    public String allocator() {
        return label;
    }

    /**
     * The number of scopes and marks, including kept ones. Returns the depth of the innermost one; 0 if there is none.
     */
    public int depth() {
        return depth;
    }

    /** The serial of the innermost entry. */
    long serial() {
        return serials[depth * ENTRY];
    }

    /** SAFETY: the caller allocated these bytes in the innermost entry, and its end releases them. */
    Slice slice(long address, long bytes) {
        return slice(depth * ENTRY, serial(), address, bytes);
    }

    /** Whether a scope, mark or epoch is still open. */
    public boolean isOpen(int atDepth, long serial) {
        return isLive(atDepth * ENTRY, serial);
    }

    /** The depth of the innermost entry that must be ended: new allocations end with it. */
    public int innermostDepth() {
        return innermost;
    }

    /** The serial of the entry at a depth. Returns its serial, never the same twice; 0 if nothing is open there. */
    public long serial(int atDepth) {
        return serials[atDepth * ENTRY];
    }

    /** The cursor when the innermost scope or mark was opened. */
    long cursor() {
        return serials[depth * ENTRY + CURSOR];
    }

    /** The cursor's position when the innermost scope or mark was opened. */
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

    /** Keeps the innermost entry: it ends together with the one below it. */
    void keepInnermost() {
        innermost = outer(innermost);
        kept++;
    }

    /** Whether a serial is that of the innermost entry that must be ended. Kept entries above it end with it. */
    public boolean isInnermost(long serial) {
        return innermost > 0 && serials[innermost * ENTRY] == serial;
    }

    /** The number of scopes and marks that must be ended. */
    public int open() {
        return depth - kept;
    }

    /** The depth of the entry that was innermost when this one was opened. */
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

    /** Ends all lifetimes, including the epoch. */
    void close() {
        Arrays.fill(serials, 0);
        depth = 0;
        innermost = 0;
        kept = 0;
        closed = true;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        String message = "slice used after " + end(serial);
        if (closed) {
            return new IllegalStateException(message);
        }
        return new IllegalStateException(
                serial < serials[0]
                        ? message + ": it is in epoch " + epoch + " now; copy what must live longer"
                        : message + ": allocate it further out, or copy it before");
    }

    /** What has ended a lifetime, as a phrase that follows "used after". */
    public String end(long serial) {
        if (closed) {
            return subject + " was closed";
        }
        return serial < serials[0] ? subject + " was " + ending : "its " + kind(serial) + " had ended";
    }

    private boolean contains(long mark) {
        for (int i = 1; i <= depth; i++) {
            if (serials[i * ENTRY] == mark) {
                return true;
            }
        }
        return false;
    }

    /** Requires that a mark is the innermost scope or mark. */
    void requireInnermost(long mark) {
        if (!isInnermost(mark)) {
            requireOpen();
            throw wrongRelease(mark);
        }
    }

    /** Requires that a mark is open, innermost or not. */
    void requireReleasable(long mark) {
        if (!isInnermost(mark) && !contains(mark)) {
            requireOpen();
            throw wrongRelease(mark);
        }
    }

    /** Requires that a scope is the innermost scope or mark, so that it may be closed. */
    void requireClosable(int scopeDepth, long serial) {
        requireOpen();
        if (!isInnermost(serial)) {
            requireNotClosed(scopeDepth, serial);
            throw new IllegalStateException("scope closed out of order: end what was opened later first, depth="
                    + scopeDepth + ", innermost is a " + innermost());
        }
    }

    /** Requires that a scope is the innermost one, so that allocations belong to it. */
    void requireInnermost(int scopeDepth, long serial) {
        requireOpen();
        if (!isInnermost(serial)) {
            requireNotClosed(scopeDepth, serial);
            throw new IllegalStateException("only the innermost scope can be allocated in: this one is at depth "
                    + scopeDepth + ", innermost is a " + innermost());
        }
    }

    /** Requires that no scope or mark must be ended. */
    public void requireNoneOpen() {
        requireOpen();
        if (open() > 0) {
            throw new IllegalStateException(ending + " with " + open()
                    + " open scopes or marks: close each scope and release each mark first, innermost is a "
                    + innermost());
        }
    }

    /** Makes the calling thread the owner. The previous owner must have stopped using the allocator. */
    public void adopt() {
        moveToCurrentThread();
    }

    private void requireNotClosed(int scopeDepth, long serial) {
        if (!isOpen(scopeDepth, serial)) {
            throw new IllegalStateException("scope is closed already: open() gives a new one, depth=" + scopeDepth);
        }
    }

    private IllegalStateException wrongRelease(long mark) {
        for (int i = 1; i < depth; i++) {
            if (serials[i * ENTRY] == mark) {
                return new IllegalStateException(
                        "mark released out of order: end what was opened later first, innermost is a " + innermost());
            }
        }
        return new IllegalStateException(
                "mark is not open in this arena: release each mark once, and where it was made, mark=" + mark);
    }

    private String innermost() {
        return kind(serials[innermost * ENTRY]) + " at depth " + innermost;
    }

    private static String kind(long serial) {
        long kind = serial & KIND_BITS;
        return kind == SCOPE ? "scope" : kind == MARK ? "mark" : "epoch";
    }

    private long newSerial(long kind) {
        long serial = nextSerial | kind;
        nextSerial += KIND_BITS + 1;
        return serial;
    }
}
