package basalt.inspect;

import basalt.internal.JsonWriter;
import basalt.runtime.TickControl;
import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;
import basalt.system.ScheduleGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The times and counts of a schedule's systems in the last ticks. */
final class SystemFigures extends Question {
    private static final int MOST_SAMPLES = 128;

    private final List<String> names = new ArrayList<>();
    private final int[] stages;
    private final TickSamples samples = new TickSamples();
    private long tick;

    SystemFigures(Inspection inspected) {
        super(inspected);
        for (int i = 0; i < inspected.control.systems(); i++) {
            names.add(inspected.control.name(i));
        }
        stages = new int[names.size()];
        List<List<String>> order = inspected.schedule.graph().stages();
        for (int stage = 0; stage < order.size(); stage++) {
            for (String name : order.get(stage)) {
                stages[names.indexOf(name)] = stage;
            }
        }
    }

    @Override
    void begin() {
        inspected.control.copySamples(samples);
        tick = inspected.tick();
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("tick", tick).put("ticks", samples.count());
        write(json.startObject("tickNanos"), samples::tickNanos);
        json.startArray("systems");
        for (int i = 0; i < names.size(); i++) {
            int system = i;
            String name = names.get(i);
            json.startObject().put("name", name).put("enabled", inspected.schedule.isEnabled(name));
            json.put("stage", stages[i])
                    .put("declarations", inspected.schedule.graph().declarations(name));
            long runs = all(index -> samples.nanos(index, system))
                    .filter(nanos -> nanos != TickSamples.NOT_RUN)
                    .count();
            write(json.put("runs", runs).startObject("nanos"), index -> samples.nanos(index, system));
            json.put("rows", last(system, index -> samples.rows(index, system)));
            json.put("commands", last(system, index -> samples.commands(index, system)));
            LongStream bytes = all(index -> samples.arenaBytes(index, system));
            json.put("arenaBytes", bytes.max().orElse(0)).endObject();
        }
        json.endArray().endObject();
    }

    private LongStream all(IntToLongFunction figure) {
        return IntStream.range(0, samples.count()).mapToLong(figure);
    }

    private long last(int system, IntToLongFunction figure) {
        for (int i = samples.count() - 1; i >= 0; i--) {
            if (samples.nanos(i, system) != TickSamples.NOT_RUN) {
                return figure.applyAsLong(i);
            }
        }
        return 0;
    }

    private void write(JsonWriter json, IntToLongFunction nanos) {
        long[] times = all(nanos).filter(time -> time != TickSamples.NOT_RUN).toArray();
        int runs = times.length;
        json.put("last", runs == 0 ? 0 : times[runs - 1]);
        Arrays.sort(times);
        json.put("median", runs == 0 ? 0 : times[(runs - 1) / 2]);
        json.put("mean", runs == 0 ? 0 : Arrays.stream(times).sum() / runs);
        json.put("max", runs == 0 ? 0 : times[runs - 1]).startArray("samples");
        all(nanos).skip(Math.max(0, samples.count() - MOST_SAMPLES)).forEach(time -> {
            if (time == TickSamples.NOT_RUN) {
                json.nullValue();
            } else {
                json.value(time);
            }
        });
        json.endArray().endObject();
    }

    /** Writes the order of a schedule's systems, which never changes. For any thread. */
    static void writeGraph(JsonWriter json, ScheduleGraph graph) {
        json.startObject().startArray("stages");
        graph.stages().forEach(stage -> {
            json.startArray();
            stage.forEach(json::value);
            json.endArray();
        });
        json.endArray().startArray("edges");
        graph.edges().forEach(edge -> {
            json.startObject().put("first", edge.first()).put("second", edge.second());
            json.put("kind", edge.kind().toString()).put("why", edge.why()).endObject();
        });
        json.endArray().startArray("implicit");
        graph.implicitOrder().forEach(pair -> {
            json.startObject().put("first", pair.first()).put("second", pair.second());
            json.put("why", pair.why()).endObject();
        });
        json.endArray().endObject();
    }

    /** What the workers did in the last tick. Before the first tick that is traced, there are no pieces. */
    static final class Timeline extends Question {
        private final TickTrace trace = new TickTrace();

        Timeline(Inspection inspected) {
            super(inspected);
        }

        @Override
        void begin() {
            inspected.traces.want();
            trace.copy(inspected.traces.last());
        }

        @Override
        public void write(JsonWriter json) {
            TickControl control = inspected.control;
            json.startObject().put("tick", trace.tick()).put("nanos", trace.nanos());
            json.put("workers", control.workers()).startArray("systems");
            for (int i = 0; i < control.systems(); i++) {
                json.value(control.name(i));
            }
            json.endArray().startArray("pieces");
            for (int i = 0; i < trace.count(); i++) {
                json.startArray().value(trace.system(i)).value(trace.worker(i));
                json.value(trace.start(i)).value(trace.duration(i)).endArray();
            }
            json.endArray().endObject();
        }
    }

    /**
     * The traces of some ticks to come, written in the trace event format of Chrome, which Perfetto opens: times are
     * microseconds, each worker is a thread.
     *
     * @see <a href="https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU">Trace Event
     *     Format</a>
     */
    static final class TickRecording extends Question {
        static final int MOST_TICKS = 1_000;

        private static final int MOST_PIECES = 1_000_000;
        private static final long POLL_NANOS = 1_000_000;

        private final int wanted;
        private final List<TickTrace> ticks = new ArrayList<>();
        private int pieces;
        private volatile boolean isFull;
        private volatile boolean isStopped;

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

            void stop() {
                if (isOn) {
                    isOn = false;
                    control.trace(null);
                }
            }
        }
    }
}
