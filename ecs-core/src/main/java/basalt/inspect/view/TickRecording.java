package basalt.inspect.view;

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
public final class TickRecording extends Question {
    /** The most ticks of a recording. */
    public static final int MOST_TICKS = 1_000;

    private static final int MOST_PIECES = 1_000_000;
    private static final long POLL_NANOS = 1_000_000;

    private final TickControl control;
    private final int wanted;
    private final List<TickTrace> ticks = new ArrayList<>();
    private int pieces;
    private volatile boolean isFull;
    private volatile boolean isStopped;

    /** A question for the next ticks. */
    public TickRecording(TickControl control, int ticks) {
        this.control = control;
        this.wanted = ticks;
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        inspected.traces().add(this);
    }

    /** The recording has begun; the ticks come later. */
    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        return true;
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
    public boolean awaitTicks(long nanos) {
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
        json.startObject()
                .name("displayTimeUnit")
                .value("ns")
                .name("traceEvents")
                .startArray();
        for (int worker = 0; worker < control.workers(); worker++) {
            json.startObject().name("ph").value("M").name("name").value("thread_name");
            json.name("pid").value(1).name("tid").value(worker + 1).name("args").startObject();
            json.name("name").value("worker " + worker).endObject().endObject();
        }
        json.startObject().name("ph").value("M").name("name").value("thread_name");
        json.name("pid").value(1).name("tid").value(0).name("args").startObject();
        json.name("name").value("ticks").endObject().endObject();
        long origin = ticks.isEmpty() ? 0 : ticks.get(0).startNanos();
        for (TickTrace tick : ticks) {
            long start = tick.startNanos() - origin;
            write(json, "tick " + tick.tick(), 0, start, tick.nanos());
            for (int i = 0; i < tick.count(); i++) {
                int system = tick.system(i);
                String name = system == TickTrace.COMMANDS ? "(commands)" : control.name(system);
                write(json, name, tick.worker(i) + 1, start + tick.start(i), tick.duration(i));
            }
        }
        json.endArray().endObject();
    }

    private static void write(JsonWriter json, String name, int thread, long startNanos, long nanos) {
        json.startObject()
                .name("ph")
                .value("X")
                .name("name")
                .value(name)
                .name("pid")
                .value(1);
        json.name("tid")
                .value(thread)
                .name("ts")
                .value(startNanos / 1e3)
                .name("dur")
                .value(nanos / 1e3);
        json.endObject();
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
