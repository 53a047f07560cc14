package basalt.system;

import basalt.runtime.TickTrace;

/** Records what workers do in a tick, if that is asked for. For the world's thread. */
final class TickTracer {
    /** Null while nothing is recorded. */
    private TickTrace trace;

    /** Sets where the following ticks are recorded; null for nowhere. */
    void trace(TickTrace newTrace) {
        trace = newTrace;
    }

    boolean isOn() {
        return trace != null;
    }

    void begin(long tick, long now) {
        if (trace != null) {
            trace.begin(tick, now);
        }
    }

    /** Adds a piece that a worker has run. */
    void add(int system, int worker, long start, long nanos) {
        if (trace != null) {
            trace.add(system, worker, start, nanos);
        }
    }

    /** The time, if it will be needed. */
    long now() {
        return trace == null ? 0 : System.nanoTime();
    }

    /** Adds a piece of the world's thread that ends now. */
    void addUntilNow(int system, long start) {
        if (trace != null) {
            trace.add(system, 0, start, System.nanoTime() - start);
        }
    }

    void end(long nanos) {
        if (trace != null) {
            trace.end(nanos);
        }
    }
}
