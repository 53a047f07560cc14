package basalt.command;

import static basalt.storage.ColumnMemory.getLong;
import static basalt.storage.ColumnMemory.putLong;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.component.layout.ById;
import basalt.memory.MemorySource;
import basalt.memory.block.ChunkStore;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.agrona.BitUtil;
import org.agrona.collections.IntArrayList;

/**
 * Commands in the order of recording, off heap, in segments that grow by {@link ChunkStore#sizeAfter} and are reused.
 * Objects, components and reserved events are stored on the heap until the stream is cleared.
 *
 * <p>A position has the number of a segment in the upper 32 bits, and the offset in that segment in the lower 32 bits.
 *
 * <p>For one thread at a time, which {@link CommandQueue} checks.
 *
 * <p>SAFETY: a command is written only if {@link Op#MAX_BYTES}, or the bytes of its values, are left before the
 * segment's limit. The segment and its cursor are read once for this check, and a segment's bounds never change, so
 * even two threads at once would only lose commands. A walk stays between two positions, each of which is the start of
 * a command or the end of the stream.
 */
final class CommandStream {
    private static final int ALIGNMENT = 64;
    private static final Segment NONE = new Segment(-1, 0, 0);

    private static final class Segment {
        final int number;
        final long start;
        final long limit;
        long cursor;

        /**
         * The end of the last command, set when the next segment comes into use; {@link #cutBack} does not change it.
         */
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
    private final ById<Component<?>> components = new ById<>(null);

    private final IntArrayList used = new IntArrayList();

    private final ReservedEvents events = new ReservedEvents();
    private int count;
    private boolean closed;

    CommandStream(MemorySource source) {
        this.source = source;
    }

    /** The number of commands since the last {@link #clear}. */
    int count() {
        return count;
    }

    /** Makes sure that the next command needs no memory. */
    void makeRoom() {
        makeRoom(Op.MAX_BYTES);
    }

    void makeRoom(int bytes) {
        Segment segment = current;
        if (segment.limit - segment.cursor < bytes) {
            nextSegment(bytes);
        }
    }

    void add(long entity, long code) {
        Segment segment = current;
        long at = segment.cursor;
        if (segment.limit - at < Op.MAX_BYTES) {
            segment = nextSegment(Op.MAX_BYTES);
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
            segment = nextSegment(Op.MAX_BYTES);
            at = segment.start;
        }
        putLong(at, 0, 0, entity);
        putLong(at, 1, 0, code);
        putLong(at, 2, 0, value);
        segment.cursor = at + Op.MAX_BYTES;
        count++;
    }

    void add(long entity, int operation, int componentId, RowImage image) {
        write(addSpace(entity, Op.code(operation, componentId, longs(image))), image);
    }

    /** Adds the spawn of an entity with values of so many longs, and returns their address. */
    long addSpawn(long entity, RowAllocator allocator, Class<?>[] types, int longs) {
        int place = objectCount - 2;
        if (place < 0 || objects[place] != allocator || objects[place + 1] != types) {
            place = append(allocator);
            append((Object) types);
        }
        long at = addSpace(entity, Op.code(Op.SPAWN_VALUES, 0, 1 + longs));
        putLong(at, 0, 0, place);
        return at + Long.BYTES;
    }

    /** The allocator of a spawn. */
    RowAllocator allocator(long code, long value) {
        int place = Op.operation(code) == Op.SPAWN ? Op.argument(code) : (int) getLong(value, 0, 0);
        return (RowAllocator) objects[place];
    }

    /** The records' classes of a spawn with values. */
    Class<?>[] types(long value) {
        return (Class<?>[]) objects[(int) getLong(value, 0, 0) + 1];
    }

    /** The longs of an image's values. */
    static int longs(RowImage image) {
        return image.packedBytes() / Long.BYTES + (image.references() > 0 ? 1 : 0);
    }

    /** Writes an image's values to an address, and returns the one after them. */
    long write(long at, RowImage image) {
        image.pack(at);
        long next = at + image.packedBytes();
        if (image.references() > 0) {
            putLong(next, 0, 0, objectCount);
            next += Long.BYTES;
        }
        for (int i = 0; i < image.references(); i++) {
            append(image.keptReference(i));
        }
        return next;
    }

    /** Adds a command of two values. */
    void add(long entity, long code, long first, long second) {
        long at = addSpace(entity, code);
        putLong(at, 0, 0, first);
        putLong(at, 1, 0, second);
    }

    /** Adds a command of any kind, and returns the address of its values, which the caller writes. */
    long addSpace(long entity, long code) {
        int bytes = Op.bytes(code);
        Segment segment = current;
        long at = segment.cursor;
        if (segment.limit - at < bytes) {
            segment = nextSegment(bytes);
            at = segment.start;
        }
        putLong(at, 0, 0, entity);
        putLong(at, 1, 0, code);
        segment.cursor = at + bytes;
        count++;
        return at + 2 * Long.BYTES;
    }

    /** Reads an image's values from an address, and returns the one after them. */
    long read(long at, RowImage image) {
        image.unpack(at);
        long next = at + image.packedBytes();
        if (image.references() > 0) {
            int firstReference = (int) getLong(next, 0, 0);
            for (int i = 0; i < image.references(); i++) {
                image.reference(i, objects[firstReference + i]);
            }
            next += Long.BYTES;
        }
        return next;
    }

    /**
     * Stores an object for the next command, makes room for that command, and returns the object's index. The same
     * object twice in a row is stored once.
     */
    int keep(Object object) {
        makeRoom();
        return objectCount > 0 && objects[objectCount - 1] == object ? objectCount - 1 : append(object);
    }

    /** Stores two objects side by side; returns the index of the first. */
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

    /** Stores the component of the next command; returns its id. */
    int keepComponent(ComponentInfo component) {
        int id = component.id();
        if (components.get(id) != component) {
            used.addInt(id);
            components.set(id, (Component<?>) component);
        }
        return id;
    }

    /** The component with an id that a command has used; null if there is none. */
    Component<?> component(int id) {
        return components.get(id);
    }

    /** Whether commands use a component of a kind, or have used it before they were discarded. */
    boolean usesAny(Predicate<Component<?>> kind) {
        for (int i = 0; i < used.size(); i++) {
            if (kind.test(components.get(used.getInt(i)))) {
                return true;
            }
        }
        return false;
    }

    ReservedEvents events() {
        return events;
    }

    Object object(int place) {
        return objects[place];
    }

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
                at += Op.bytes(code);
            }
        }
    }

    static int segmentOf(long position) {
        return (int) (position >>> Integer.SIZE);
    }

    private long address(long position) {
        return segmentCount == 0 ? 0 : segments[segmentOf(position)].start + (int) position;
    }

    /** Removes the commands after a position. They can still be read until they are overwritten. */
    void cutBack(long position, int commands) {
        if (commands == count) {
            removeAll(); // also the objects, which no command uses any more
            return;
        }
        current = segments[segmentOf(position)];
        current.cursor = address(position);
        count -= commands;
    }

    /** Removes all commands and components; the segments are kept. */
    void clear() {
        for (int i = 0; i < used.size(); i++) {
            components.set(used.getInt(i), null);
        }
        used.clear();
        removeAll();
    }

    private void removeAll() {
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

    /** Continues with the next, empty segment that has room for a command. Smaller ones before it stay empty. */
    private Segment nextSegment(int bytes) {
        Segment segment;
        do {
            if (current.number + 1 == segmentCount) {
                grow(bytes);
            }
            segment = segments[current.number + 1];
            current.end = current.cursor;
            segment.cursor = segment.start;
            current = segment;
        } while (segment.bytes() < bytes);
        return segment;
    }

    private void grow(int needed) {
        if (closed) {
            throw closed();
        }
        long bytes =
                segmentCount == 0 ? ChunkStore.FIRST_BYTES : ChunkStore.sizeAfter(segments[segmentCount - 1].bytes());
        bytes = Math.max(bytes, BitUtil.align(needed, ALIGNMENT));
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

    void close() {
        closed = true;
        while (segmentCount > 0) {
            segmentCount--;
            source.free(segments[segmentCount].start, segments[segmentCount].bytes());
        }
        clear();
    }

    interface CommandReader {
        void accept(CommandStream from, long entity, long code, long value);
    }

    /**
     * The events that a queue will send, from recording until the queue is cleared: the handle and type of each, and
     * its number after it was sent.
     *
     * <p>The indices of the handles count up, and the generation is one that no entity has. Each queue starts at a
     * different index, so that handles of different queues rarely coincide.
     */
    static final class ReservedEvents {
        static final long NOT_SENT = -1;

        private static final int GENERATION = 2;

        private static final int CANCELLED = -1;
        private static final int SPREAD = 0x9E3779B9;
        private static final AtomicInteger QUEUES = new AtomicInteger();

        private int first = QUEUES.incrementAndGet() * SPREAD;
        private int firstOfSystem = first;
        private int next = first;
        private int[] typeIds = new int[4];
        private long[] numbers = new long[4];

        static boolean isEvent(long handle) {
            return Entity.generation(handle) == GENERATION;
        }

        long reserve(int typeId) {
            int index = next - first;
            if (index == typeIds.length) {
                int[] moreTypeIds = Arrays.copyOf(typeIds, 2 * index);
                numbers = Arrays.copyOf(numbers, 2 * index);
                typeIds = moreTypeIds; // last, because the heap may be full
            }
            typeIds[index] = typeId;
            numbers[index] = NOT_SENT;
            return Entity.of(next++, GENERATION);
        }

        /**
         * Whether values of a type can be recorded for an event: it has this type, was recorded since {@link #begin},
         * and is not cancelled.
         */
        boolean takes(long event, int typeId) {
            int index = index(event);
            return index >= firstOfSystem - first && index < next - first && typeIds[index] == typeId;
        }

        void sent(long event, long number) {
            numbers[index(event)] = number;
        }

        /** The number of an event; NOT_SENT if it could not be sent. */
        long number(long event) {
            return numbers[index(event)];
        }

        void cancel(long event) {
            typeIds[index(event)] = CANCELLED;
        }

        /** Begins recording for another system, which cannot set values of earlier events. */
        void begin() {
            firstOfSystem = next;
        }

        void clear() {
            first = next;
            firstOfSystem = next;
        }

        private int index(long event) {
            return Entity.index(event) - first;
        }
    }
}
