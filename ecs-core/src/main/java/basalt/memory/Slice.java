package basalt.memory;

import basalt.friend.Friend;
import basalt.memory.lifetime.Lifetimes;
import basalt.memory.lifetime.SliceMaker;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A checked view of memory that one of the allocators gave out.
 *
 * <p>Dies with its memory: when that is freed, when the scope it was allocated in ends, or when its allocator is reset
 * or closed. Contents are undefined until written. A small heap object without identity: the JIT compiler usually
 * removes it where it does not escape.
 *
 * <p><b>Access.</b> Offsets are in bytes from the start of the slice, values in the processor's byte order. Each get
 * and put throws {@link IndexOutOfBoundsException} if not all bytes of the value lie inside the slice, and {@link
 * IllegalStateException} if the slice is dead; the message says why.
 *
 * <p><b>Threads.</b> A slice is for the thread that its allocator belongs to: that of a frame arena, such as {@code
 * world.frame()}, for the thread that allocates there. Use by another one throws in strict mode. Outside of it nothing
 * checks that: the other thread may find the slice alive just before the owner ends its memory, and then reads and
 * writes what lies there by then, or ends the JVM. Two kinds are for other threads as well:
 *
 * <ul>
 *   <li>one of a {@link basalt.memory.pool.SharedPool SharedPool}: for any thread, until it is freed,
 *   <li>one of {@code world.tickArena()}: for the threads that run the world's systems, until the tick ends.
 * </ul>
 *
 * <p>These find a slice dead whose memory has ended before. But no slice waits for an access that is under way:
 * whatever ends the memory, by freeing it, ending the frame or tick, or closing the pool, arena or world, comes after
 * all that other threads do with it, in strict mode too. A schedule sees to that for its systems.
 */
public final class Slice {
    private final Lifetimes lifetimes;
    private final long address;
    private final long sizeBytes;
    private final int slot;
    private final long serial;

    static {
        Friend.install(Slice.class, Lifetimes.class, new SliceMaker<>() {
            @Override
            public Lifetimes inside(Slice slice) {
                return slice.lifetimes;
            }

            @Override
            public Slice slice(Lifetimes lifetimes, int slot, long serial, long address, long sizeBytes) {
                return new Slice(lifetimes, slot, serial, address, sizeBytes);
            }
        });
    }

    /** SAFETY: the allocator owns these bytes, and they are this slice's while the serial stands in the slot. */
    Slice(Lifetimes lifetimes, int slot, long serial, long address, long sizeBytes) {
        this.lifetimes = lifetimes;
        this.slot = slot;
        this.serial = serial;
        this.address = address;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Where the memory is, for native code that wants to know, such as a graphics library. Nothing checks what is done
     * there. Also answers when the slice is dead.
     *
     * @return the address of its first byte
     */
    public long addressUnchecked() {
        return address;
    }

    /**
     * How large this slice is. Also answers when the slice is dead.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Whether the memory may still be used.
     *
     * @return false once it was freed, its scope has ended, or its allocator was reset or closed
     */
    public boolean isLive() {
        return lifetimes.isLive(slot, serial);
    }

    /**
     * Requires that the memory may still be used, for code that would not touch it otherwise.
     *
     * @throws IllegalStateException if the slice is dead; the message says why
     */
    public void requireLive() {
        lifetimes.requireOwnerIfStrict();
        if (!lifetimes.isLive(slot, serial)) {
            throw lifetimes.dead(slot, serial);
        }
    }

    /**
     * The handle of the block that the slice shows.
     *
     * @return the handle; 0 if its allocator has none, or if the slice is dead
     */
    public long handle() {
        return isLive() ? lifetimes.handle(slot, serial) : 0;
    }

    /**
     * A part of this memory as a slice of its own, which dies with this one.
     *
     * @param offsetBytes where it starts, from the start of this slice
     * @param bytes how large it is; 0 is allowed
     * @return the part
     * @throws IndexOutOfBoundsException if not all of it lies inside this slice
     */
    public Slice part(long offsetBytes, long bytes) {
        // SAFETY: inside of this slice, and under the same lifetime.
        Objects.checkFromIndexSize(offsetBytes, bytes, sizeBytes);
        return new Slice(lifetimes, slot, serial, address + offsetBytes, bytes);
    }

    // SAFETY: the address of each get and put below comes from at(), which checks its range and that it is live.

    /**
     * {@return the byte at an offset}
     *
     * @param offsetBytes where it starts
     */
    public byte getByte(long offsetBytes) {
        return UnsafeApi.getByte(null, at(offsetBytes, Byte.BYTES));
    }

    /**
     * Writes a byte.
     *
     * @param offsetBytes where it starts
     * @param value the new value
     */
    public void putByte(long offsetBytes, byte value) {
        UnsafeApi.putByte(null, at(offsetBytes, Byte.BYTES), value);
    }

    /**
     * {@return the short (2 bytes) at an offset}
     *
     * @param offsetBytes where it starts
     */
    public short getShort(long offsetBytes) {
        return UnsafeApi.getShort(null, at(offsetBytes, Short.BYTES));
    }

    /**
     * Writes a short (2 bytes).
     *
     * @param offsetBytes where it starts
     * @param value the new value
     */
    public void putShort(long offsetBytes, short value) {
        UnsafeApi.putShort(null, at(offsetBytes, Short.BYTES), value);
    }

    /**
     * {@return the int (4 bytes) at an offset}
     *
     * @param offsetBytes where it starts
     */
    public int getInt(long offsetBytes) {
        return UnsafeApi.getInt(null, at(offsetBytes, Integer.BYTES));
    }

    /**
     * Writes an int (4 bytes).
     *
     * @param offsetBytes where it starts
     * @param value the new value
     */
    public void putInt(long offsetBytes, int value) {
        UnsafeApi.putInt(null, at(offsetBytes, Integer.BYTES), value);
    }

    /**
     * {@return the long (8 bytes) at an offset}
     *
     * @param offsetBytes where it starts
     */
    public long getLong(long offsetBytes) {
        return UnsafeApi.getLong(null, at(offsetBytes, Long.BYTES));
    }

    /**
     * Writes a long (8 bytes).
     *
     * @param offsetBytes where it starts
     * @param value the new value
     */
    public void putLong(long offsetBytes, long value) {
        UnsafeApi.putLong(null, at(offsetBytes, Long.BYTES), value);
    }

    /**
     * {@return the float (4 bytes) at an offset}
     *
     * @param offsetBytes where it starts
     */
    public float getFloat(long offsetBytes) {
        return UnsafeApi.getFloat(null, at(offsetBytes, Float.BYTES));
    }

    /**
     * Writes a float (4 bytes).
     *
     * @param offsetBytes where it starts
     * @param value the new value
     */
    public void putFloat(long offsetBytes, float value) {
        UnsafeApi.putFloat(null, at(offsetBytes, Float.BYTES), value);
    }

    /**
     * {@return the double (8 bytes) at an offset}
     *
     * @param offsetBytes where it starts
     */
    public double getDouble(long offsetBytes) {
        return UnsafeApi.getDouble(null, at(offsetBytes, Double.BYTES));
    }

    /**
     * Writes a double (8 bytes).
     *
     * @param offsetBytes where it starts
     * @param value the new value
     */
    public void putDouble(long offsetBytes, double value) {
        UnsafeApi.putDouble(null, at(offsetBytes, Double.BYTES), value);
    }

    /**
     * Sets all bytes of the slice.
     *
     * @param value what each byte becomes
     * @throws IllegalStateException if the slice is dead; the message says why
     */
    public void fill(byte value) {
        UnsafeApi.setMemory(null, at(0, sizeBytes), sizeBytes, value);
    }

    /**
     * Copies all bytes of another slice to the start of this one. The two may overlap.
     *
     * @param source what to copy, at most as large as this slice
     * @throws IllegalArgumentException if the source is null
     * @throws IndexOutOfBoundsException if the source is larger than this slice
     * @throws IllegalStateException if one of the slices is dead; the message says why
     */
    public void copyFrom(Slice source) {
        if (source == null) {
            throw new IllegalArgumentException("source must not be null: the slice to copy");
        }
        // SAFETY: both ranges are checked, and live.
        Objects.checkFromIndexSize(0, source.sizeBytes, sizeBytes);
        requireLive();
        source.requireLive();
        UnsafeApi.copyMemory(source.address, address, source.sizeBytes);
    }

    /**
     * How large the address's alignment is, for a copy that is to be aligned likewise.
     *
     * @return the largest power of two that the address is a multiple of, at most {@link MemorySource#MAX_ALIGNMENT}
     */
    public int alignment() {
        return (int) Math.min(Long.lowestOneBit(address), MemorySource.MAX_ALIGNMENT);
    }

    /**
     * Makes an Agrona buffer look at this memory, for interfaces that want one.
     *
     * <p>Nothing checks what the buffer does: it knows its bounds, but not when the memory dies. A buffer that is used
     * after the slice is dead reads and writes memory that belongs to something else, or ends the process. The caller
     * sees to it that it is not, such as by {@code buffer.wrap(0, 0)} before.
     *
     * @param buffer what to wrap the memory with; what it wrapped before is forgotten
     * @throws IllegalArgumentException if the slice is larger than a buffer can be (2^31 - 1 bytes)
     * @throws IllegalStateException if the slice is dead; the message says why
     */
    public void wrapUnchecked(UnsafeBuffer buffer) {
        if (sizeBytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("slice is larger than a buffer can be: sizeBytes=" + sizeBytes);
        }
        buffer.wrap(at(0, sizeBytes), (int) sizeBytes);
    }

    @Override
    public String toString() {
        return "Slice[sizeBytes=" + sizeBytes + ", live=" + isLive() + "]";
    }

    // SAFETY: every address that leaves this method lies, with `bytes` behind it, inside a live allocation.
    // These are the checks that the JIT takes out of loops, so that they can be vectorised; where an offset is an
    // int, it sees that only the first can apply, which costs a short loop less. "Length" in their message is the
    // number of places where so many bytes fit.
    private long at(long offsetBytes, long bytes) {
        long places = Math.max(0, sizeBytes - bytes + 1);
        if (places <= Integer.MAX_VALUE && offsetBytes == (int) offsetBytes) {
            Objects.checkIndex((int) offsetBytes, (int) places);
        } else {
            Objects.checkIndex(offsetBytes, places);
        }
        requireLive();
        return address + offsetBytes;
    }
}
