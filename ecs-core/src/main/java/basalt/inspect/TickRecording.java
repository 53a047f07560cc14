package basalt.inspect;

import basalt.internal.JsonWriter;
import basalt.runtime.TickControl;
import basalt.runtime.TickTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The traces of some ticks to come, written in the trace event format of Chrome, which Perfetto opens: times are
 * microseconds, each worker is a thread.
 *
 * @see <a href="https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU">Trace Event Format</a>
 */
final class TickRecording extends Question {
    /** The most ticks of a recording. */
    static final int MOST_TICKS = 1_000;

    private static final int MOST_PIECES = 1_000_000;
    private static final long POLL_NANOS = 1_000_000;

    private final int wanted;
    private final List<TickTrace> ticks = new ArrayList<>();
    private int pieces;
    private volatile boolean isFull;
    private volatile boolean isStopped;

    /** A question for the next ticks. */
    TickRecording(Inspection inspected, int ticks) {
        super(inspected);
        this.wanted = ticks;
    }

    /** The recording begins; the ticks come later. */
    @Override
    void begin() {
        inspected.traces.add(this);
    }

    /** Called on the world's thread after each tick; returns whether the recording wants more. */
    boolean add(TickTrace trace) {
        if (isStopped) {
            return false;
        }
        TickTrace copy = new TickTrace();
        copy.copy(trace);
        ticks.add(copy);
        pieces += trace.count();
        isFull = ticks.size() >= wanted || pieces >= MOST_PIECES;
        return !isFull;
    }

    /** Waits for the ticks. For the asker's thread, after the question was answered. */
    boolean awaitTicks(long nanos) {
        long start = System.nanoTime();
        while (!isFull) {
            if (System.nanoTime() - start > nanos || Thread.currentThread().isInterrupted()) {
                isStopped = true;
                return false;
            }
            LockSupport.parkNanos(this, POLL_NANOS);
        }
        return true;
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("displayTimeUnit", "ns").startArray("traceEvents");
        for (int worker = 0; worker < inspected.control.workers(); worker++) {
            writeThread(json, worker + 1, "worker " + worker);
        }
        writeThread(json, 0, "ticks");
        long origin = ticks.isEmpty() ? 0 : ticks.get(0).startNanos();
        for (TickTrace tick : ticks) {
            long start = tick.startNanos() - origin;
            write(json, "tick " + tick.tick(), 0, start, tick.nanos());
            for (int i = 0; i < tick.count(); i++) {
                int system = tick.system(i);
                String name = system == TickTrace.COMMANDS ? "(commands)" : inspected.control.name(system);
                write(json, name, tick.worker(i) + 1, start + tick.start(i), tick.duration(i));
            }
        }
        json.endArray().endObject();
    }

    private static void writeThread(JsonWriter json, int thread, String name) {
        json.startObject()
                .put("ph", "M")
                .put("name", "thread_name")
                .put("pid", 1)
                .put("tid", thread);
        json.startObject("args").put("name", name).endObject().endObject();
    }

    private static void write(JsonWriter json, String name, int thread, long startNanos, long nanos) {
        json.startObject().put("ph", "X").put("name", name).put("pid", 1).put("tid", thread);
        json.put("ts", startNanos / 1e3).put("dur", nanos / 1e3).endObject();
    }

    /**
     * The trace of the last tick. Ticks are traced while questions ask for them, and two seconds longer. For the
     * world's thread.
     */
    static final class Traces {
        private static final long KEPT_NANOS = 2_000_000_000;

        private final TickControl control;
        private final TickTrace last = new TickTrace();
        private final List<TickRecording> recordings = new ArrayList<>();
        private boolean isOn;
        private long wantedAt;

        Traces(TickControl control) {
            this.control = control;
        }

        /** Asks for the traces of the ticks to come. */
        void want() {
            wantedAt = System.nanoTime();
            if (!isOn) {
                isOn = true;
                control.trace(last);
            }
        }

        TickTrace last() {
            return last;
        }

        /** Lets a recording have the ticks to come. */
        void add(TickRecording recording) {
            want();
            recordings.add(recording);
        }

        /** Called after each tick. */
        void afterTick() {
            if (!isOn || last.tick() == 0) {
                return;
            }
            for (int i = recordings.size() - 1; i >= 0; i--) {
                if (!recordings.get(i).add(last)) {
                    recordings.remove(i);
                }
            }
            if (recordings.isEmpty() && System.nanoTime() - wantedAt > KEPT_NANOS) {
                stop();
            }
        }

        /** Ends all traces. */
        void stop() {
            if (isOn) {
                isOn = false;
                control.trace(null);
            }
        }
    }
}
