package basalt.memory;

import basalt.internal.Friend;
import basalt.internal.Lifetimes;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A checked view of allocated memory.
 *
 * <p>A slice is dead once its memory is freed, its scope has ended, or its allocator was reset or closed. Contents are
 * undefined until written. It is a small heap object that the JIT compiler usually removes where it does not escape.
 *
 * <p><b>Access.</b> Offsets are in bytes from the start of the slice, values in the processor's byte order. Each get
 * and put throws {@link IndexOutOfBoundsException} if not all bytes of the value lie inside the slice, and {@link
 * IllegalStateException} if the slice is dead; the message says why.
 *
 * <p><b>Threads.</b> A slice may be used only by the thread that owns its allocator, such as the thread of {@code
 * world.frame()}. Use by another thread throws in strict mode. Outside strict mode it is not checked: the other thread
 * may find the slice live just before the owner ends its memory, and then access unrelated memory or crash the JVM. Two
 * kinds may be used by other threads:
 *
 * <ul>
 *   <li>a slice of a {@link basalt.memory.allocator.SharedPool SharedPool}: by any thread, until it is freed,
 *   <li>a slice of {@code world.tickArena()}: by the threads that run the world's systems, until the tick ends.
 * </ul>
 *
 * <p>Such a slice throws if its memory was already released. It does not wait for an access in progress on another
 * thread, not even in strict mode: free the memory, end the frame or tick, or close the pool, arena or world only after
 * the other threads have finished. A schedule does that for its systems.
 */
public final class Slice {
    private final Lifetimes lifetimes;
    private final long address;
    private final long sizeBytes;
    private final int slot;
    private final long serial;

    static {
        Friend.install(Slice.class, Lifetimes.class, new Lifetimes.SliceMaker<>() {
            @Override
            public Lifetimes internal(Slice slice) {
                return slice.lifetimes;
            }

            @Override
            public Slice slice(Lifetimes lifetimes, int slot, long serial, long address, long sizeBytes) {
                return new Slice(lifetimes, slot, serial, address, sizeBytes);
            }
        });
    }

    /** SAFETY: the allocator owns these bytes, and they belong to this slice while the slot holds the serial. */
    Slice(Lifetimes lifetimes, int slot, long serial, long address, long sizeBytes) {
        this.lifetimes = lifetimes;
        this.slot = slot;
        this.serial = serial;
        this.address = address;
        this.sizeBytes = sizeBytes;
    }

    /**
     * {@return the address of the first byte, for native code such as a graphics library}
     * Accesses by address are not checked. Valid to call on a dead slice.
     */
    public long addressUnchecked() {
        return address;
    }

    /** {@return the size of this slice, in bytes} Valid to call on a dead slice. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * {@return whether the memory may still be used; false if it was freed, its scope has ended, or its allocator was
     * reset or closed}
     */
    public boolean isLive() {
        return lifetimes.isLive(slot, serial);
    }

    /** Requires that the memory may still be used. */
    public void requireLive() {
        lifetimes.requireOwnerIfStrict();
        if (!lifetimes.isLive(slot, serial)) {
            throw lifetimes.dead(slot, serial);
        }
    }

    /** {@return the handle of the slice's block; 0 if its allocator has none, or if the slice is dead} */
    public long handle() {
        return isLive() ? lifetimes.handle(slot, serial) : 0;
    }

    /**
     * A slice of a part of this memory. It dies with this slice.
     *
     * @param offsetBytes the start, from the start of this slice
     * @param bytes the size, at least 0
     * @throws IndexOutOfBoundsException if the part is not inside this slice
     */
    public Slice part(long offsetBytes, long bytes) {
        // SAFETY: inside this slice, with the same lifetime.
        Objects.checkFromIndexSize(offsetBytes, bytes, sizeBytes);
        return new Slice(lifetimes, slot, serial, address + offsetBytes, bytes);
    }

    // SAFETY: the address of each get and put below comes from at(), which checks its range and that it is live.

    /** {@return the byte at an offset} */
    public byte getByte(long offsetBytes) {
        return UnsafeApi.getByte(null, at(offsetBytes, Byte.BYTES));
    }

    /** Writes a byte. */
    public void putByte(long offsetBytes, byte value) {
        UnsafeApi.putByte(null, at(offsetBytes, Byte.BYTES), value);
    }

    /** {@return the short (2 bytes) at an offset} */
    public short getShort(long offsetBytes) {
        return UnsafeApi.getShort(null, at(offsetBytes, Short.BYTES));
    }

    /** Writes a short (2 bytes). */
    public void putShort(long offsetBytes, short value) {
        UnsafeApi.putShort(null, at(offsetBytes, Short.BYTES), value);
    }

    /** {@return the int (4 bytes) at an offset} */
    public int getInt(long offsetBytes) {
        return UnsafeApi.getInt(null, at(offsetBytes, Integer.BYTES));
    }

    /** Writes an int (4 bytes). */
    public void putInt(long offsetBytes, int value) {
        UnsafeApi.putInt(null, at(offsetBytes, Integer.BYTES), value);
    }

    /** {@return the long (8 bytes) at an offset} */
    public long getLong(long offsetBytes) {
        return UnsafeApi.getLong(null, at(offsetBytes, Long.BYTES));
    }

    /** Writes a long (8 bytes). */
    public void putLong(long offsetBytes, long value) {
        UnsafeApi.putLong(null, at(offsetBytes, Long.BYTES), value);
    }

    /** {@return the float (4 bytes) at an offset} */
    public float getFloat(long offsetBytes) {
        return UnsafeApi.getFloat(null, at(offsetBytes, Float.BYTES));
    }

    /** Writes a float (4 bytes). */
    public void putFloat(long offsetBytes, float value) {
        UnsafeApi.putFloat(null, at(offsetBytes, Float.BYTES), value);
    }

    /** {@return the double (8 bytes) at an offset} */
    public double getDouble(long offsetBytes) {
        return UnsafeApi.getDouble(null, at(offsetBytes, Double.BYTES));
    }

    /** Writes a double (8 bytes). */
    public void putDouble(long offsetBytes, double value) {
        UnsafeApi.putDouble(null, at(offsetBytes, Double.BYTES), value);
    }

    /** Sets all bytes of the slice to a value. */
    public void fill(byte value) {
        UnsafeApi.setMemory(null, at(0, sizeBytes), sizeBytes, value);
    }

    /**
     * Copies all bytes of another slice to the start of this one. The two may overlap.
     *
     * @param source what to copy, at most as large as this slice
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
     * {@return the largest power of two that the slice's address is a multiple of, at
     * most {@link MemorySource#MAX_ALIGNMENT}}
     */
    int alignment() {
        return (int) Math.min(Long.lowestOneBit(address), MemorySource.MAX_ALIGNMENT);
    }

    /**
     * Wraps this memory in an Agrona buffer, for interfaces that take one.
     *
     * <p>The buffer checks its bounds, but not whether the memory is live. A buffer that is used after the slice is
     * dead reads and writes unrelated memory, or crashes the process. The caller must prevent that, for example by
     * {@code buffer.wrap(0, 0)} before the memory is released.
     *
     * @param buffer the buffer, which no longer refers to what it wrapped before
     * @throws IllegalArgumentException if the slice is larger than a buffer can be (2^31 - 1 bytes)
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

    // SAFETY: every address that leaves this method lies, with `bytes` behind it, inside a live allocation. The JIT
    // hoists these checks out of loops, so that the loops can be vectorised. Where the offset is an int, it drops the
    // second check, which makes short loops faster. "Length" in their message is the number of offsets at which the
    // bytes fit.
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
