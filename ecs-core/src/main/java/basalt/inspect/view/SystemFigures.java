package basalt.inspect.view;

import basalt.internal.JsonWriter;
import basalt.runtime.TickControl;
import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;
import basalt.system.Schedule;
import basalt.system.ScheduleGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** The times and counts of a schedule's systems in the last ticks. */
public final class SystemFigures extends Question {
    private static final int MOST_SAMPLES = 128;

    private final Schedule schedule;
    private final List<String> names = new ArrayList<>();
    private final int[] stages;
    private final TickSamples samples = new TickSamples();
    private long tick;

    /** A question about the systems of a schedule. */
    public SystemFigures(Schedule schedule, TickControl control) {
        this.schedule = schedule;
        for (int i = 0; i < control.systems(); i++) {
            names.add(control.name(i));
        }
        stages = new int[names.size()];
        List<List<String>> order = schedule.graph().stages();
        for (int stage = 0; stage < order.size(); stage++) {
            for (String name : order.get(stage)) {
                stages[names.indexOf(name)] = stage;
            }
        }
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        inspected.control().copySamples(samples);
        tick = inspected.tick();
    }

    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        return true;
    }

    @Override
    public void write(JsonWriter json) {
        ScheduleGraph graph = schedule.graph();
        json.startObject().name("tick").value(tick).name("ticks").value(samples.count());
        write(json.name("tickNanos"), samples::tickNanos);
        json.name("systems").startArray();
        for (int i = 0; i < names.size(); i++) {
            int system = i;
            json.startObject().name("name").value(names.get(i));
            json.name("enabled").value(schedule.isEnabled(names.get(i)));
            json.name("stage").value(stages[i]);
            json.name("declarations").value(graph.declarations(names.get(i)));
            json.name("runs").value(runs(index -> samples.nanos(index, system)));
            write(json.name("nanos"), index -> samples.nanos(index, system));
            json.name("rows").value(last(system, index -> samples.rows(index, system)));
            json.name("commands").value(last(system, index -> samples.commands(index, system)));
            json.name("arenaBytes").value(most(index -> samples.arenaBytes(index, system)));
            json.endObject();
        }
        json.endArray().endObject();
    }

    private long runs(IntToLongFunction nanos) {
        long runs = 0;
        for (int i = 0; i < samples.count(); i++) {
            runs += nanos.applyAsLong(i) == TickSamples.NOT_RUN ? 0 : 1;
        }
        return runs;
    }

    private long last(int system, IntToLongFunction figure) {
        for (int i = samples.count() - 1; i >= 0; i--) {
            if (samples.nanos(i, system) != TickSamples.NOT_RUN) {
                return figure.applyAsLong(i);
            }
        }
        return 0;
    }

    private long most(IntToLongFunction figure) {
        long most = 0;
        for (int i = 0; i < samples.count(); i++) {
            most = Math.max(most, figure.applyAsLong(i));
        }
        return most;
    }

    /** Writes times as an object. */
    private void write(JsonWriter json, IntToLongFunction nanos) {
        long[] sorted = new long[samples.count()];
        int runs = 0;
        long sum = 0;
        long last = 0;
        for (int i = 0; i < samples.count(); i++) {
            long time = nanos.applyAsLong(i);
            if (time != TickSamples.NOT_RUN) {
                sorted[runs++] = time;
                sum += time;
                last = time;
            }
        }
        Arrays.sort(sorted, 0, runs);
        json.startObject().name("last").value(last);
        json.name("median").value(runs == 0 ? 0 : sorted[(runs - 1) / 2]);
        json.name("mean").value(runs == 0 ? 0 : sum / runs);
        json.name("max").value(runs == 0 ? 0 : sorted[runs - 1]);
        json.name("samples").startArray();
        for (int i = Math.max(0, samples.count() - MOST_SAMPLES); i < samples.count(); i++) {
            long time = nanos.applyAsLong(i);
            if (time == TickSamples.NOT_RUN) {
                json.nullValue();
            } else {
                json.value(time);
            }
        }
        json.endArray().endObject();
    }

    /** Writes the order of a schedule's systems, which never changes. */
    public static final class Graph {
        private Graph() {}

        /** Writes a graph. For any thread. */
        public static void write(JsonWriter json, ScheduleGraph graph) {
            json.startObject().name("stages").startArray();
            graph.stages().forEach(stage -> {
                json.startArray();
                stage.forEach(json::value);
                json.endArray();
            });
            json.endArray().name("edges").startArray();
            graph.edges().forEach(edge -> {
                json.startObject()
                        .name("first")
                        .value(edge.first())
                        .name("second")
                        .value(edge.second());
                json.name("kind")
                        .value(edge.kind().toString())
                        .name("why")
                        .value(edge.why())
                        .endObject();
            });
            json.endArray().name("implicit").startArray();
            graph.implicitOrder().forEach(pair -> {
                json.startObject()
                        .name("first")
                        .value(pair.first())
                        .name("second")
                        .value(pair.second());
                json.name("why").value(pair.why()).endObject();
            });
            json.endArray().endObject();
        }
    }

    /** What the workers did in the last tick. */
    public static final class Timeline extends Question {
        private final TickControl control;
        private final TickTrace trace = new TickTrace();

        /** A question about a tick. */
        public Timeline(TickControl control) {
            this.control = control;
        }

        @Override
        protected void begin(InspectedWorld inspected) {
            inspected.traces().want();
        }

        /** Before the first tick that is traced, there are no pieces. */
        @Override
        protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
            trace.copy(inspected.traces().last());
            return true;
        }

        @Override
        public void write(JsonWriter json) {
            json.startObject().name("tick").value(trace.tick()).name("nanos").value(trace.nanos());
            json.name("workers").value(control.workers()).name("systems").startArray();
            for (int i = 0; i < control.systems(); i++) {
                json.value(control.name(i));
            }
            json.endArray().name("pieces").startArray();
            for (int i = 0; i < trace.count(); i++) {
                json.startArray().value(trace.system(i)).value(trace.worker(i));
                json.value(trace.start(i)).value(trace.duration(i)).endArray();
            }
            json.endArray().endObject();
        }
    }
}
