package basalt.compiler;

import basalt.compiler.Graph.Function;
import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Source;
import basalt.component.Column;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A body as expressions.
 *
 * @param stores what it writes to the rows
 * @param accumulators what it writes elsewhere
 * @param met of a predicate, where it is true; otherwise null
 * @param added what is added to the accumulator of the matching rows; null if nothing
 * @param bail the rows that take a path that is not translated
 * @param reasons why, one for each such path
 * @param guards what was taken for constant
 * @param reads the columns whose values it reads, on paths that are translated
 * @param writes the columns that it writes there
 * @param nodes all values that are needed, each after those that it is computed from
 * @param lanes all lanes that are read or written
 */
record Translation(
        Graph graph,
        List<Store> stores,
        List<Accumulator> accumulators,
        Node met,
        Added added,
        Node bail,
        List<String> reasons,
        List<Guard> guards,
        Set<Column> reads,
        Set<Column> writes,
        Set<Node> nodes,
        Set<Lane> lanes) {
    /** A lane's new value, in the rows in which it is written. */
    record Store(Lane lane, Node value, Node written) {}

    /** A number that each row adds, and by which operation: ADD, MIN or MAX. */
    record Added(Op op, Node value) {}

    /** A body that is not translated. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String reason) {
            super(reason, null, false, false);
        }
    }

    static Translation of(
            Graph graph,
            List<Store> stores,
            List<Accumulator> accumulators,
            Node met,
            Added added,
            Node bail,
            List<String> reasons,
            List<Guard> guards,
            Set<Column> reads,
            Set<Column> writes) {
        Set<Node> nodes = new LinkedHashSet<>();
        for (Store store : stores) {
            collect(store.value, nodes);
            collect(store.written, nodes);
        }
        for (Accumulator accumulator : accumulators) {
            accumulator.terms().forEach(term -> collect(term, nodes));
        }
        if (met != null) {
            collect(met, nodes);
        }
        if (added != null) {
            collect(added.value, nodes);
        }
        collect(bail, nodes);
        Set<Lane> lanes = new LinkedHashSet<>();
        for (Node node : nodes) {
            if (node.data instanceof Lane lane) {
                lanes.add(lane);
            }
        }
        stores.forEach(store -> lanes.add(store.lane));
        return new Translation(
                graph, stores, accumulators, met, added, bail, reasons, guards, reads, writes, nodes, lanes);
    }

    private static void collect(Node node, Set<Node> into) {
        if (!into.contains(node)) {
            node.in.forEach(input -> collect(input, into));
            into.add(node);
        }
    }

    /** Whether a value depends on what is at a place. */
    boolean reads(Source source) {
        return nodes.stream()
                .anyMatch(node -> source.equals(node.data)
                        || node.data instanceof Function function && function.array() == source.base());
    }

    /** The lowest offset of a lane. */
    int lowest() {
        return lanes.stream().mapToInt(Lane::offset).min().orElse(0);
    }
}
