package basalt.save;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A resource with a state that {@link Snapshots} contain, such as a generator of random numbers. Resources that are
 * records need not implement this: they do not change, so that a snapshot refers to them.
 *
 * <p>A restoration puts the object back under its type, if it was replaced or removed; so do not close it while there
 * are snapshots.
 *
 * <p>Called on the world's thread. Neither method may change entities. {@link #restore} must not throw: other parts of
 * the world have been restored then, and some have not.
 */
public interface Restorable {
    /**
     * Writes all that decides how this object behaves from now on.
     *
     * @param to an expandable buffer
     * @param offset where to begin in it
     * @return number of bytes written, 0 or more
     */
    int save(MutableDirectBuffer to, int offset);

    /**
     * Restores what {@link #save} has written.
     *
     * @param from the buffer
     * @param offset where it begins
     * @param length number of bytes
     */
    void restore(DirectBuffer from, int offset, int length);
}
