package basalt.component;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Converts the objects of a {@link ReferenceColumn} to bytes and back, so that they can be saved. A field of a record
 * declares it by {@link WithCodec}. Strings, boxes, collections of them and some more types have a codec without a
 * declaration, see {@link Component}: strings are written in UTF-8, in which an unpaired surrogate has three bytes,
 * constants of enums by their names, and records field by field, found by name. Collections are read as unmodifiable
 * ones.
 *
 * <pre>{@code
 * public final class RouteCodec implements ReferenceCodec<Route> {
 *     public int write(Route route, MutableDirectBuffer to, int offset) {
 *         to.putInt(offset, route.from(), ByteOrder.LITTLE_ENDIAN);
 *         to.putInt(offset + 4, route.to(), ByteOrder.LITTLE_ENDIAN);
 *         return 8;
 *     }
 *
 *     public Route read(DirectBuffer from, int offset, int length) {
 *         return new Route(
 *                 from.getInt(offset, ByteOrder.LITTLE_ENDIAN), from.getInt(offset + 4, ByteOrder.LITTLE_ENDIAN));
 *     }
 * }
 * }</pre>
 *
 * <p>An object with a codec is a value, collections too: it is replaced in its column, and never changed. So snapshots
 * in memory keep references to the objects, and encode none; only files and records of runs do.
 *
 * <p>Names the byte order, as above, if files are to be read on other machines. Must not use the world. May be called
 * on any thread, but not by two threads at once for one world.
 *
 * @param <T> type of the objects
 */
public interface ReferenceCodec<T> {
    /**
     * Writes an object.
     *
     * @param value the object, never null: the library saves nulls itself
     * @param offset where to begin in it
     * @return number of bytes written, 0 or more
     */
    int write(T value, MutableDirectBuffer to, int offset);

    /**
     * Makes an object of what {@link #write} has written. The bytes may come from a damaged or hostile file: then throw
     * an {@link IllegalArgumentException} that says what is wrong.
     *
     * @param from the buffer, which may be read from the offset on
     * @param length number of bytes that were written
     * @return an equal object, not null
     */
    T read(DirectBuffer from, int offset, int length);
}
