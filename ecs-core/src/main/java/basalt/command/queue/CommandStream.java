package basalt.command.queue;

import static basalt.component.BlockLayout.MAX_COMPONENTS;
import static basalt.storage.ColumnMemory.getLong;
import static basalt.storage.ColumnMemory.putLong;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.memory.MemorySource;
import basalt.memory.chunk.ChunkGrowth;
import java.util.Arrays;

/**
 * Commands in the order in which they were recorded, off heap: in segments, which grow by {@link ChunkGrowth} and are
 * kept for the next time. What is no plain data lies on the heap beside them, until all commands are gone: objects,
 * components, and the events that are to be sent.
 *
 * <p>A position is the number of a segment in the upper 32 bits and the bytes before it in that segment in the lower
 * ones.
 *
 * <p>For one thread at a time, which {@link CommandQueue} checks.
 *
 * <p>SAFETY: a command is written only where {@link Op#MAX_BYTES} are left before the segment's limit. The segment
 * and its cursor are read once for that, and a segment's bounds never change: two threads at once would lose
 * commands, and stay in their segments. A walk stays between two positions, each of which is the start of a command
 * or the end of all.
 */
final class CommandStream {
    private static final int ALIGNMENT = 64;
    private static final Segment NONE = new Segment(-1, 0, 0);

    /** A stretch of memory, and how far it is filled. */
    private static final class Segment {
        final int number;
        final long start;
        final long limit;
        long cursor;

        /** Where the last command ends, once the next segment is in use; {@link #cutBack} leaves it. */
        long end;

        Segment(int number, long start, long bytes) {
            this.number = number;
            this.start = start;
            this.limit = start + bytes;
            this.cursor = start;
        }

        long bytes() {
            return limit - start;
        }
    }

    private final MemorySource source;
    private Segment[] segments = new Segment[4];
    private int segmentCount;
    private Segment current = NONE;
    private Object[] objects = new Object[8];
    private int objectCount;
    private final Component<?>[] components = new Component<?>[MAX_COMPONENTS];
    private final ReservedEvents events = new ReservedEvents();
    private int count;
    private boolean closed;

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
        Segment segment = current;
        if (segment.limit - segment.cursor < Op.MAX_BYTES) {
            nextSegment();
        }
    }

    void add(long entity, long code) {
        Segment segment = current;
        long at = segment.cursor;
        if (segment.limit - at < Op.MAX_BYTES) {
            segment = nextSegment();
            at = segment.start;
        }
        putLong(at, 0, 0, entity);
        putLong(at, 1, 0, code);
        segment.cursor = at + 2 * Long.BYTES;
        count++;
    }

    void add(long entity, long code, long value) {
        Segment segment = current;
        long at = segment.cursor;
        if (segment.limit - at < Op.MAX_BYTES) {
            segment = nextSegment();
            at = segment.start;
        }
        putLong(at, 0, 0, entity);
        putLong(at, 1, 0, code);
        putLong(at, 2, 0, value);
        segment.cursor = at + Op.MAX_BYTES;
        count++;
    }

    /**
     * Keeps an object for the next command to name, for which there is room then; the same one again is not kept twice
     * in a row.
     */
    int keep(Object object) {
        makeRoom(); // first, as a memory source may have all commands applied, with whose objects this one would go
        return objectCount > 0 && objects[objectCount - 1] == object ? objectCount - 1 : append(object);
    }

    /** Keeps two objects side by side; answers the place of the first. */
    int keep(Object first, Object second) {
        makeRoom();
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

    /** Remembers the component that the next command names by its id, which it answers. */
    int keepComponent(ComponentInfo component) {
        int id = component.id();
        if (components[id] != component) {
            components[id] = (Component<?>) component;
        }
        return id;
    }

    /** A component that some command has named; null if none has. */
    Component<?> component(int id) {
        return components[id];
    }

    /** The events that commands are to send. */
    ReservedEvents events() {
        return events;
    }

    Object object(int place) {
        return objects[place];
    }

    /** Where the next command will lie. */
    long position() {
        return current == NONE ? 0 : (long) current.number << Integer.SIZE | current.cursor - current.start;
    }

    /** Reads the commands between two positions, in order. */
    void walk(long from, long to, CommandReader reader) {
        int last = segmentOf(to);
        for (int segment = segmentOf(from); segment <= last; segment++) {
            long at = segment == segmentOf(from) ? address(from) : segments[segment].start;
            long end = segment == last ? address(to) : segments[segment].end;
            while (at < end) {
                long code = getLong(at, 1, 0);
                reader.accept(this, getLong(at, 0, 0), code, at + 2L * Long.BYTES);
                at += Op.bytes(Op.operation(code));
            }
        }
    }

    static int segmentOf(long position) {
        return (int) (position >>> Integer.SIZE);
    }

    /** The address of a position in its segment; of no use before the first command. */
    private long address(long position) {
        return segmentCount == 0 ? 0 : segments[segmentOf(position)].start + (int) position;
    }

    /**
     * Forgets the last commands, all that lie after a position; they can be walked over until others take their place.
     */
    void cutBack(long position, int commands) {
        if (commands == count) {
            clear(); // with the objects, which no command names any more
            return;
        }
        current = segments[segmentOf(position)];
        current.cursor = address(position);
        count -= commands;
    }

    /** Forgets all commands; the segments are kept. */
    void clear() {
        Arrays.fill(objects, 0, objectCount, null);
        objectCount = 0;
        count = 0;
        events.clear();
        current = segmentCount == 0 ? NONE : segments[0];
        current.cursor = current.start;
    }

    long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < segmentCount; i++) {
            bytes += segments[i].bytes();
        }
        return bytes;
    }

    /** Goes on to the next segment, which is empty then. */
    private Segment nextSegment() {
        while (current.number + 1 == segmentCount) { // again, as a memory source may record or apply commands meanwhile
            grow();
        }
        Segment segment = segments[current.number + 1];
        current.end = current.cursor;
        segment.cursor = segment.start;
        current = segment;
        return segment;
    }

    private void grow() {
        if (closed) {
            throw closed();
        }
        long bytes =
                segmentCount == 0 ? ChunkGrowth.FIRST_BYTES : ChunkGrowth.after(segments[segmentCount - 1].bytes());
        long start = MemorySource.allocateFrom(source, bytes, ALIGNMENT);
        if (segmentCount == segments.length) {
            segments = Arrays.copyOf(segments, 2 * segmentCount);
        }
        segments[segmentCount] = new Segment(segmentCount, start, bytes);
        segmentCount++;
    }

    static IllegalStateException closed() {
        return new IllegalStateException("the world or the schedule of these commands is closed; create another one");
    }

    /** Gives all memory back; nothing can be added any more. */
    void close() {
        closed = true;
        while (segmentCount > 0) {
            segmentCount--;
            source.free(segments[segmentCount].start, segments[segmentCount].bytes());
        }
        clear();
    }
}
