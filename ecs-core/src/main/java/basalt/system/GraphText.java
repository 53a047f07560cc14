package basalt.system;

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
        text.append(
                "order (=> in a later stage, -> starts when the first has ended, ~> its commands are applied later)\n");
        for (SystemEdge edge : graph.edges()) {
            text.append("  ").append(printable(edge.first())).append(arrow(edge.kind()));
            text.append(printable(edge.second()))
                    .append(": ")
                    .append(printable(edge.why()))
                    .append('\n');
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
        for (SystemEdge edge : graph.edges()) {
            text.append("  s").append(graph.index(edge.first())).append(" -> s").append(graph.index(edge.second()));
            text.append(" [label=").append(quoted(edge.why())).append(style(edge.kind()));
        }
        return text.append("}\n").toString();
    }

    private static String arrow(SystemEdge.Kind kind) {
        return switch (kind) {
            case LATER_STAGE -> " => ";
            case AFTER -> " -> ";
            case COMMANDS_AFTER -> " ~> ";
        };
    }

    private static String style(SystemEdge.Kind kind) {
        return switch (kind) {
            case LATER_STAGE -> ", style=bold];\n";
            case AFTER -> "];\n";
            case COMMANDS_AFTER -> ", style=dashed];\n";
        };
    }

    /** A text without control characters. */
    static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    private static String escaped(String text) {
        return printable(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
