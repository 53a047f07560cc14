package basalt.memory;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is open in one {@link FrameArena}: the frame itself at depth 0, and on it scopes and marks, in one LIFO order.
 *
 * <p>Each entry has a serial that is never used again: by it a slice knows whether its entry is still the one that it
 * was allocated under. The two low bits of a serial tell the kind, the high bits the arena, so that a mark of another
 * arena is not taken for one of this. A serial of 0 is nobody's, and stands at each depth that is not open.
 */
final class OpenMarks {
    static final long FRAME = 1;
    static final long SCOPE = 2;
    static final long MARK = 3;

    private static final long KIND_BITS = 3;
    private static final int ARENA_SHIFT = 44;
    private static final int ENTRY = 3;
    private static final int CURSOR = 1;
    private static final int CHUNK = 2;
    private static final AtomicLong ARENAS = new AtomicLong();

    /** Serial, cursor and chunk of each depth, side by side: opening and ending a mark touch one array. */
    private long[] entries = new long[16 * ENTRY];

    private int depth;
    private long nextSerial = ARENAS.incrementAndGet() << ARENA_SHIFT;

    OpenMarks() {
        startFrame();
    }

    /** Gives depth 0 a new serial: whatever was allocated directly in the old frame is dead. */
    void startFrame() {
        entries[0] = newSerial(FRAME);
    }

    /** How many scopes and marks are open. */
    int depth() {
        return depth;
    }

    long serial() {
        return entries[depth * ENTRY];
    }

    boolean isOpen(int atDepth, long serial) {
        return serial != 0 && entries[atDepth * ENTRY] == serial;
    }

    /** The cursor at the moment when the innermost scope or mark was opened. */
    long cursor() {
        return entries[depth * ENTRY + CURSOR];
    }

    /** The chunk that was current at the moment when the innermost scope or mark was opened. */
    int chunk() {
        return (int) entries[depth * ENTRY + CHUNK];
    }

    long push(long kind, long cursor, int chunk) {
        int next = (depth + 1) * ENTRY;
        if (next == entries.length) {
            entries = Arrays.copyOf(entries, next * 2);
        }
        long serial = newSerial(kind);
        entries[next] = serial;
        entries[next + CURSOR] = cursor;
        entries[next + CHUNK] = chunk;
        depth++;
        return serial;
    }

    void pop() {
        entries[depth * ENTRY] = 0;
        depth--;
    }

    /** Drops everything, the frame too. */
    void clear() {
        Arrays.fill(entries, 0);
        depth = 0;
    }

    boolean contains(long mark) {
        for (int i = 1; i <= depth; i++) {
            if (entries[i * ENTRY] == mark) {
                return true;
            }
        }
        return false;
    }

    IllegalStateException wrongRelease(long mark) {
        for (int i = 1; i < depth; i++) {
            if (entries[i * ENTRY] == mark) {
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

    IllegalStateException wrongReset() {
        return new IllegalStateException("reset with " + depth
                + " open scopes or marks: close each scope and release each mark first, innermost is a " + innermost());
    }

    static String kind(long serial) {
        long kind = serial & KIND_BITS;
        return kind == SCOPE ? "scope" : kind == MARK ? "mark" : "frame";
    }

    private String innermost() {
        return kind(serial()) + " at depth " + depth;
    }

    private long newSerial(long kind) {
        long serial = nextSerial | kind;
        nextSerial += KIND_BITS + 1;
        return serial;
    }
}
