package basalt.feed.wire;

import basalt.feed.wire.ShownRows.Walk;

/** A hash of what a client has: the indices of its entities, and all their fields. */
public final class ShownHash {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L; // 2^64 divided by the golden ratio, made odd

    private ShownHash() {}

    /** The hash from the server's frames, in which each row's values are in the frame of which they are. */
    public static long ofServer(ShownRows state, Frames frames) {
        return of(state, frames, true);
    }

    public static long ofClient(ShownRows state, Frames frames) {
        return of(state, frames, false);
    }

    private static long of(ShownRows state, Frames frames, boolean isServer) {
        long hash = state.count();
        Walk walk = new Walk().begin(state);
        while (walk.next()) {
            int frame = isServer ? walk.frame() : state.frame();
            if (!frames.has(frame)) {
                throw new IllegalArgumentException("the client has values of a frame that is not kept any more, because"
                        + " there was no room for newer ones: frame=" + frame + ", newest=" + frames.newest());
            }
            hash = add(hash, frames, frame, walk.index());
        }
        return hash;
    }

    private static long add(long before, Frames frames, int frame, int index) {
        long hash = mix(before, index);
        for (int field = 0; field < frames.fields(); field++) {
            hash = mix(hash, frames.get(frame, index, field));
        }
        return hash;
    }

    private static long mix(long hash, int value) {
        long mixed = (hash ^ value) * FACTOR;
        return mixed ^ mixed >>> 32;
    }
}
