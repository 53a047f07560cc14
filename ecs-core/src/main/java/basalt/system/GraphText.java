package basalt.system;

import java.util.BitSet;

/**
 * The texts of a {@link ScheduleGraph}. Names cannot break them: in plain text, control characters show as {@code ?}.
 */
final class GraphText {
    private GraphText() {}

    static String plain(ScheduleGraph graph) {
        StringBuilder text = new StringBuilder();
        for (int stage = 0; stage < graph.stageCount(); stage++) {
            text.append("stage ").append(stage).append('\n');
            for (int system : graph.stage(stage)) {
                SystemSpec spec = graph.systems().get(system);
                String declarations = spec.declarations();
                text.append("  ").append(printable(spec.name()));
                text.append(declarations.isEmpty() ? "" : ": " + printable(declarations));
                text.append('\n');
            }
        }
        DependencyGraph dependencies = graph.order().dependencies().withoutImplied();
        text.append(
                "order (=> in a later stage, -> starts when the first has ended, ~> its commands are applied later)\n");
        for (int first = 0; first < dependencies.count(); first++) {
            BitSet followers = dependencies.followers(first);
            for (int second = followers.nextSetBit(0); second >= 0; second = followers.nextSetBit(second + 1)) {
                text.append("  ").append(printable(graph.order().name(first)));
                text.append(arrow(dependencies.between(first, second)));
                text.append(printable(graph.order().name(second))).append(": ");
                text.append(printable(graph.order().why(first, second))).append('\n');
            }
        }
        return text.toString();
    }

    static String dot(ScheduleGraph graph) {
        StringBuilder text = new StringBuilder("digraph schedule {\n  rankdir=LR;\n  node [shape=box];\n");
        for (int stage = 0; stage < graph.stageCount(); stage++) {
            text.append("  subgraph cluster_").append(stage).append(" {\n    label=\"stage ");
            text.append(stage).append("\";\n");
            for (int system : graph.stage(stage)) {
                text.append("    s").append(system).append(" [label=");
                String assumed = graph.systems().get(system).access().assumed();
                text.append('"').append(escaped(graph.order().name(system)));
                text.append(assumed.isEmpty() ? "" : "\\n" + escaped(assumed)).append("\"];\n");
            }
            text.append("  }\n");
        }
        DependencyGraph edges = graph.order().dependencies().withoutImplied();
        for (int first = 0; first < edges.count(); first++) {
            BitSet followers = edges.followers(first);
            for (int second = followers.nextSetBit(0); second >= 0; second = followers.nextSetBit(second + 1)) {
                text.append("  s").append(first).append(" -> s").append(second).append(" [label=");
                text.append(quoted(graph.order().why(first, second)));
                text.append(style(edges.between(first, second)));
            }
        }
        return text.append("}\n").toString();
    }

    private static String arrow(Dependency dependency) {
        return dependency == Dependency.BARRIER ? " => " : dependency == Dependency.ORDERED ? " -> " : " ~> ";
    }

    private static String style(Dependency dependency) {
        return dependency == Dependency.BARRIER
                ? ", style=bold];\n"
                : dependency == Dependency.ORDERED ? "];\n" : ", style=dashed];\n";
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
