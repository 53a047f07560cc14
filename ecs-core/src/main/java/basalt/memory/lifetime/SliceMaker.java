package basalt.memory.lifetime;

import basalt.friend.Friend;

/**
 * Makes checked views of memory, and tells whose they are.
 *
 * @param <S> the views' type
 */
public abstract class SliceMaker<S> extends Friend<S, Lifetimes> {
    /** The maker of a type of views, which installs it. */
    protected SliceMaker() {}

    /**
     * A view of memory, which dies when another serial stands in the slot.
     *
     * <p>SAFETY: nothing else vouches for the address. The caller promises that these bytes are allocated, and that
     * they stay so while the serial stands in the slot.
     *
     * @param lifetimes what the view is checked against
     * @param slot where the serial stands
     * @param serial the lifetime
     * @param address the first byte
     * @param sizeBytes how many there are
     * @return the view
     */
    public abstract S slice(Lifetimes lifetimes, int slot, long serial, long address, long sizeBytes);
}
