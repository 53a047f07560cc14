package basalt.inspect.view;

import basalt.internal.JsonWriter;
import basalt.system.ScheduleGraph;

/** Writes the order of a schedule's systems, which never changes. */
public final class Graph {
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
            json.startObject().name("first").value(edge.first()).name("second").value(edge.second());
            json.name("kind")
                    .value(edge.kind().toString())
                    .name("why")
                    .value(edge.why())
                    .endObject();
        });
        json.endArray().name("implicit").startArray();
        graph.implicitOrder().forEach(pair -> {
            json.startObject().name("first").value(pair.first()).name("second").value(pair.second());
            json.name("why").value(pair.why()).endObject();
        });
        json.endArray().endObject();
    }
}
