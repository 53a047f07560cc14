package basalt.feed.wire;

import java.util.Arrays;

/** What a client has after each of the last packets. */
public final class ShownStates {
    private final ShownRows[] states;

    /**
     * No states.
     *
     * @param capacity the greatest number of frames, a power of two
     */
    public ShownStates(int capacity) {
        states = new ShownRows[capacity];
    }

    /** The state after a frame's packet. Returns the state; null if it is not there. */
    public ShownRows find(int frame) {
        ShownRows state = states[frame & states.length - 1];
        return state != null && frame != Frames.NONE && state.frame() == frame ? state : null;
    }

    /** The object for the state after a frame's packet. It replaces the one that is older by the capacity. */
    public ShownRows place(int frame) {
        int slot = frame & states.length - 1;
        if (states[slot] == null) {
            states[slot] = new ShownRows();
        }
        return states[slot];
    }

    /** Forgets all states. */
    public void clear() {
        Arrays.fill(states, null);
    }
}
