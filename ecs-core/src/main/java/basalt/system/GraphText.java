package basalt.system;

import java.util.BitSet;

/**
 * The texts of a {@link ScheduleGraph}. Names cannot break them: in plain text, control characters show as {@code ?}.
 */
final class GraphText {
    private GraphText() {}

    static String plain(ScheduleGraph graph) {
        StringBuilder text = new StringBuilder();
        for (int wave = 0; wave < graph.waveCount(); wave++) {
            text.append("wave ").append(wave).append('\n');
            for (int system : graph.wave(wave)) {
                SystemSpec spec = graph.systems().get(system);
                String declarations = spec.declarations();
                text.append("  ").append(printable(spec.name()));
                text.append(declarations.isEmpty() ? "" : ": " + printable(declarations));
                text.append('\n');
            }
        }
        Precedence precedence = graph.order().precedence();
        text.append("order (-> to a later wave, ~> to the same wave or a later one)\n");
        for (int first = 0; first < precedence.count(); first++) {
            BitSet followers = precedence.followers(first);
            for (int second = followers.nextSetBit(0); second >= 0; second = followers.nextSetBit(second + 1)) {
                text.append("  ").append(printable(graph.order().name(first)));
                text.append(precedence.link(first, second) == Link.STRICT ? " -> " : " ~> ");
                text.append(printable(graph.order().name(second))).append(": ");
                text.append(printable(graph.order().why(first, second))).append('\n');
            }
        }
        return text.toString();
    }

    static String dot(ScheduleGraph graph) {
        StringBuilder text = new StringBuilder("digraph schedule {\n  rankdir=LR;\n  node [shape=box];\n");
        for (int wave = 0; wave < graph.waveCount(); wave++) {
            text.append("  subgraph cluster_").append(wave).append(" {\n    label=\"wave ");
            text.append(wave).append("\";\n");
            for (int system : graph.wave(wave)) {
                text.append("    s").append(system).append(" [label=");
                String assumed = graph.systems().get(system).access().assumed();
                text.append('"').append(escaped(graph.order().name(system)));
                text.append(assumed.isEmpty() ? "" : "\\n" + escaped(assumed)).append("\"];\n");
            }
            text.append("  }\n");
        }
        Precedence edges = graph.order().precedence().withoutImplied();
        for (int first = 0; first < edges.count(); first++) {
            BitSet followers = edges.followers(first);
            for (int second = followers.nextSetBit(0); second >= 0; second = followers.nextSetBit(second + 1)) {
                text.append("  s").append(first).append(" -> s").append(second).append(" [label=");
                text.append(quoted(graph.order().why(first, second)));
                text.append(edges.link(first, second) == Link.STRICT ? "];\n" : ", style=dashed];\n");
            }
        }
        return text.append("}\n").toString();
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    private static String escaped(String text) {
        return printable(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
