package basalt.system;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Which system each worker runs at the moment. Each worker writes its own element; any thread may read. */
final class RunningSystems {
    private static final int NONE = -1;

    private final AtomicIntegerArray systems;

    RunningSystems(int workers) {
        systems = new AtomicIntegerArray(workers);
        for (int i = 0; i < workers; i++) {
            systems.setPlain(i, NONE);
        }
    }

    void set(int worker, int system) {
        systems.setRelease(worker, system);
    }

    void end(int worker) {
        systems.setRelease(worker, NONE);
    }

    /** The index of the system; -1 for none. */
    int get(int worker) {
        return systems.getAcquire(worker);
    }
}
