package basalt.storage;

import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A sequence of longs off heap that grows: the small parts of a snapshot, written in some order and read in the same.
 * Its memory is kept when it is cleared. For one thread at a time. Must be closed.
 *
 * <p>SAFETY: {@code position} is at most {@code end}, and {@code end} at most {@code capacity}; each access is checked
 * against one of them.
 */
public final class StateBuffer implements AutoCloseable {
    private static final int ALIGNMENT = 64;
    private static final long FIRST_BYTES = 4096;

    private final MemorySource source;
    private long address;
    private long capacity;
    private long end;
    private long position;
    private final List<Object> objects = new ArrayList<>();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    public StateBuffer(MemorySource source) {
        this.source = source;
    }

    public void clear() {
        end = 0;
        position = 0;
        objects.clear();
    }

    /** Where the next value is read. Returns bytes from the start. */
    public long position() {
        return position;
    }

    /** Sets where the next value is read, in bytes from the start. */
    public void position(long newPosition) {
        if (newPosition < 0 || newPosition > end) {
            throw new IndexOutOfBoundsException("position=" + newPosition + ", end=" + end);
        }
        position = newPosition;
    }

    /** Appends an object that does not change. */
    public void putObject(Object value) {
        putLong(objects.size());
        objects.add(value);
    }

    /** Reads an object. Returns the object, or null. */
    public Object getObject() {
        return objects.get((int) getLong());
    }

    public void putLong(long value) {
        UnsafeApi.putLong(null, append(Long.BYTES), value);
    }

    public void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    /** Appends zeros, a multiple of 8 bytes; returns their address, until the next value is written. */
    public long putZeros(long bytes) {
        long at = append(bytes);
        UnsafeApi.setMemory(at, bytes, (byte) 0);
        return at;
    }

    /** Appends memory, a multiple of 8 bytes. */
    public void putBytes(long from, long bytes) {
        UnsafeApi.copyMemory(from, append(bytes), bytes);
    }

    /** Appends the first bytes of a buffer. */
    public void putBuffer(DirectBuffer from, int bytes) {
        from.boundsCheck(0, bytes);
        if (bytes > Integer.MAX_VALUE - Long.BYTES) { // the padded length is no int
            throw new IllegalArgumentException("so many bytes cannot be kept: " + bytes);
        }
        putLong(bytes);
        // SAFETY: the appended memory is at least as large, and the view is used only here.
        int padded = BitUtil.align(bytes, Long.BYTES);
        view.wrap(append(padded), padded);
        view.setMemory(bytes, padded - bytes, (byte) 0);
        view.putBytes(0, from, 0, bytes);
        view.wrap(0, 0);
    }

    /**
     * Reads what {@link #putBuffer} has appended.
     *
     * @param into wrapped around the bytes in this object, until the next call of a method that writes
     */
    public void getBuffer(UnsafeBuffer into) {
        int bytes = (int) getLong();
        into.wrap(next(BitUtil.align((long) bytes, Long.BYTES)), bytes);
    }

    public long getLong() {
        return UnsafeApi.getLong(null, next(Long.BYTES));
    }

    public double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    /** Reads memory, a multiple of 8 bytes. */
    public void getBytes(long to, long bytes) {
        UnsafeApi.copyMemory(next(bytes), to, bytes);
    }

    /** Passes over bytes; returns their address, until the next value is written. */
    public long skip(long bytes) {
        return next(bytes);
    }

    /** Where the next value is written. Returns bytes from the start. */
    public long end() {
        return end;
    }

    public void setLong(long at, long value) {
        if (at < 0 || at + Long.BYTES > end) {
            throw new IndexOutOfBoundsException("at=" + at + ", end=" + end);
        }
        UnsafeApi.putLong(null, address + at, value);
    }

    /** Removes the last values. There must be no objects. */
    public void cutBack(long newEnd) {
        if (newEnd < 0 || newEnd > end) {
            throw new IndexOutOfBoundsException("newEnd=" + newEnd + ", end=" + end);
        }
        end = newEnd;
        position = Math.min(position, end);
    }

    /** Bytes reserved from the memory source. */
    public long reservedBytes() {
        return capacity;
    }

    private long next(long bytes) {
        long at = position;
        if (bytes > end - at) {
            throw new IndexOutOfBoundsException("bytes=" + bytes + " at " + at + ", end=" + end);
        }
        position = at + bytes;
        return address + at;
    }

    private long append(long bytes) {
        if (bytes > capacity - end) {
            grow(end + bytes);
        }
        long at = address + end;
        end += bytes;
        return at;
    }

    private void grow(long needed) {
        long larger = Math.max(Math.max(FIRST_BYTES, needed), 2 * capacity);
        long memory = MemorySource.allocateFrom(source, larger, ALIGNMENT);
        if (end > 0) {
            UnsafeApi.copyMemory(address, memory, end);
        }
        long old = address;
        long oldBytes = capacity;
        address = memory;
        capacity = larger;
        if (oldBytes > 0) {
            source.free(old, oldBytes);
        }
    }

    @Override
    public void close() {
        if (capacity > 0) {
            source.free(address, capacity);
        }
        capacity = 0;
        clear();
    }
}
