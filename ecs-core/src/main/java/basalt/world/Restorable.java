package basalt.world;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A resource with a state that {@code basalt.save.Snapshots} and files contain, such as a generator of random numbers.
 * Resources that are records need not implement this: they do not change, so that a snapshot refers to them.
 *
 * <p>A restoration puts the object back under its type, if it was replaced or removed; so do not close it while there
 * are snapshots.
 *
 * <p>A loaded world has no object yet: one is restored when it is put under the type that the saved one had. It gets
 * what is in the file, which may be damaged or hostile; an exception is passed on to the caller of {@code put}, and the
 * object is not put.
 *
 * <p>Called on the world's thread. Neither method may change entities or resources, or close the world. A {@link
 * #restore} of a snapshot must not throw: other parts of the world have been restored then, and some have not, and a
 * capture is refused until another restoration has succeeded.
 */
public interface Restorable {
    /**
     * Writes all that decides how this object behaves from now on.
     *
     * @param offset where to begin in it
     * @return number of bytes written, 0 or more
     */
    int save(MutableDirectBuffer to, int offset);

    /**
     * Restores what {@link #save} has written.
     *
     * @param length number of bytes
     */
    void restore(DirectBuffer from, int offset, int length);
}
