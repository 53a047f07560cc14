package basalt.command;

import static basalt.storage.ColumnMemory.putLong;

import basalt.memory.MemorySource;
import java.util.Arrays;

/**
 * Commands in the order in which they were recorded, off heap: segments of 64 KiB, then twice as much each time up to 1 MiB,
 * which are kept for the next time. What is no plain data lies in a list on the heap beside them, until all commands are gone.
 *
 * <p>A position is the number of a segment in the upper 32 bits and the bytes before it in that segment in the lower ones.
 *
 * <p>SAFETY: a command is written only where {@link Op#MAX_BYTES} are left before the segment's limit.
 */
final class CommandStream {
    private static final int FIRST_BYTES = 64 << 10;
    private static final int MAX_BYTES = 1 << 20;
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
    private long[] segments = new long[4];
    private int[] sizes = new int[4];
    private int[] used = new int[4];
    private int segmentCount;
    private int current = -1;
    private long cursor;
    private long limit;
    private Object[] objects = new Object[8];
    private int objectCount;
    private int count;
    private boolean closed;
    private boolean sealed;

    CommandStream(MemorySource source) {
        this.source = source;
    }

    /** Commands since the last {@link #clear}. */
    int count() {
        return count;
    }

    /**
     * Makes sure that the next command needs no memory.
     *
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    void makeRoom() {
        if (limit - cursor < Op.MAX_BYTES) {
            nextSegment();
        }
    }

    void add(long entity, long code) {
        makeRoom();
        putLong(cursor, 0, 0, entity);
        putLong(cursor, 1, 0, code);
        cursor += 2 * Long.BYTES;
        count++;
    }

    void add(long entity, long code, long value) {
        makeRoom();
        putLong(cursor, 0, 0, entity);
        putLong(cursor, 1, 0, code);
        putLong(cursor, 2, 0, value);
        cursor += Op.MAX_BYTES;
        count++;
    }

    /** Keeps an object for the commands to name; the same one again is not kept twice in a row. */
    int keep(Object object) {
        return objectCount > 0 && objects[objectCount - 1] == object ? objectCount - 1 : append(object);
    }

    /** Keeps two objects side by side; answers the place of the first. */
    int keep(Object first, Object second) {
        int place = append(first);
        append(second);
        return place;
    }

    private int append(Object object) {
        if (objectCount == objects.length) {
            objects = Arrays.copyOf(objects, 2 * objectCount);
        }
        objects[objectCount] = object;
        return objectCount++;
    }

    Object object(int place) {
        return objects[place];
    }

    /** Where the next command will lie. */
    long position() {
        return current < 0 ? 0 : (long) current << Integer.SIZE | cursor - segments[current];
    }

    int segmentOf(long position) {
        return (int) (position >>> Integer.SIZE);
    }

    /** The address of a position in its segment. */
    long address(long position) {
        return segments[segmentOf(position)] + (int) position;
    }

    long start(int segment) {
        return segments[segment];
    }

    /** The address after the last command of a segment that is not the last. */
    long end(int segment) {
        return segments[segment] + used[segment];
    }

    /** Forgets the last commands, all that lie after a position. */
    void cutBack(long position, int commands) {
        if (commands == count) {
            clear(); // with the objects, which nobody names any more
            return;
        }
        current = segmentOf(position);
        cursor = address(position);
        limit = segments[current] + sizes[current];
        count -= commands;
    }

    /** Forgets all commands; the segments are kept. */
    void clear() {
        Arrays.fill(objects, 0, objectCount, null);
        objectCount = 0;
        count = 0;
        current = segmentCount == 0 ? -1 : 0;
        cursor = segmentCount == 0 ? 0 : segments[0];
        limit = segmentCount == 0 ? 0 : segments[0] + sizes[0];
    }

    long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < segmentCount; i++) {
            bytes += sizes[i];
        }
        return bytes;
    }

    /**
     * Takes no more commands until it is unsealed. Costs recording nothing: a sealed stream has no room.
     */
    void seal() {
        sealed = true;
        limit = cursor;
    }

    void unseal() {
        sealed = false;
        limit = current < 0 ? 0 : segments[current] + sizes[current];
    }

    private void nextSegment() {
        if (sealed) {
            throw new IllegalStateException(
                    "these commands belong to the world's thread outside of systems; in a system record with"
                            + " what its kernel is given, or with world.commands() as the system calls it");
        }
        int next = current + 1;
        if (next == segmentCount) {
            grow();
        }
        if (current >= 0) {
            used[current] = (int) (cursor - segments[current]);
        }
        current = next;
        cursor = segments[next];
        limit = cursor + sizes[next];
    }

    private void grow() {
        if (closed) {
            throw new IllegalStateException(
                    "the world or the schedule of these commands is closed; create another one");
        }
        if (segmentCount == segments.length) {
            int longer = 2 * segmentCount;
            sizes = Arrays.copyOf(sizes, longer);
            used = Arrays.copyOf(used, longer);
            segments = Arrays.copyOf(segments, longer);
        }
        int bytes = segmentCount == 0 ? FIRST_BYTES : Math.min(MAX_BYTES, 2 * sizes[segmentCount - 1]);
        segments[segmentCount] = MemorySource.allocateFrom(source, bytes, ALIGNMENT);
        sizes[segmentCount++] = bytes;
    }

    /** Gives all memory back; nothing can be added any more. */
    void close() {
        while (segmentCount > 0) {
            segmentCount--;
            source.free(segments[segmentCount], sizes[segmentCount]);
        }
        closed = true;
        clear();
    }
}
