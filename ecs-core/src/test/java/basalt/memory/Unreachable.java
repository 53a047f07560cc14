package basalt.memory;

import java.lang.ref.WeakReference;

/** Waits for objects to be collected. */
public final class Unreachable {
    private Unreachable() {}

    /** Fails if an object stays reachable. */
    public static void await(WeakReference<?> object) {
        Deadline deadline = new Deadline("for an object to be collected");
        while (object.get() != null) {
            System.gc();
            deadline.pause();
        }
    }
}
