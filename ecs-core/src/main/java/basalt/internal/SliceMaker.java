package basalt.internal;

/**
 * Creates checked views of memory, and returns the lifetimes that a view belongs to.
 *
 * @param <S> the views' type
 */
public abstract class SliceMaker<S> extends Friend<S, Lifetimes> {
    /** Called by the type of the views, which installs it. */
    protected SliceMaker() {}

    /**
     * Creates a view of memory, which is dead once the slot holds another serial.
     *
     * <p>SAFETY: the address is not checked here. The caller guarantees that these bytes stay allocated while the slot
     * holds the serial.
     *
     * @param sizeBytes the number of bytes
     */
    public abstract S slice(Lifetimes lifetimes, int slot, long serial, long address, long sizeBytes);
}
