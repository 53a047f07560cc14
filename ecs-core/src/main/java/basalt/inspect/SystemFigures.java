package basalt.inspect;

import basalt.internal.JsonWriter;
import basalt.runtime.TickControl;
import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;
import basalt.system.ScheduleGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** Writes times into an object. */
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
}
