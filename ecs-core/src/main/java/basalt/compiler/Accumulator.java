package basalt.compiler;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A field or element outside of the rows, to which a body adds a value of each row, or another operation that can be
 * done in any order of the rows; sums of floating-point numbers are done in that of the loop of rows.
 *
 * @param op ADD, AND, OR, XOR, MIN or MAX
 * @param terms the values of a row, in their order; the identity of the operation where there is none
 */
record Accumulator(Source source, Op op, List<Node> terms) {
    /** What a row does that finds one value and leaves another; null if that is something else. */
    static Accumulator of(Graph graph, Node found, Node left) {
        Terms terms = new Terms(graph, found);
        List<Node> all = terms.of(left);
        return all == null ? null : new Accumulator((Source) found.data, terms.op, all);
    }

    Kind kind() {
        return Kind.of(source.type());
    }

    /** Whether the order of the rows matters. */
    boolean isOrdered() {
        return isOrdered(op, kind());
    }

    private static boolean isOrdered(Op op, Kind kind) {
        return op == Op.ADD && !kind.isIntegral();
    }

    /** What changes no value; null if there is no such number, or it is no operation of accumulators. */
    static Node identity(Graph graph, Op op, Kind kind) {
        Double number = switch (op) {
            case ADD -> -0.0; // 0.0 + -0.0 is 0.0
            case OR, XOR -> 0.0;
            case AND -> -1.0;
            case MIN -> Double.POSITIVE_INFINITY; // as an integer the highest one
            case MAX -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
        return number == null ? null : graph.convert(graph.constant(number), kind);
    }

    /** Takes a value apart. */
    private static final class Terms {
        private final Graph graph;
        private final Node found;
        private final Map<Node, List<Node>> known = new HashMap<>();
        private final Map<Node, Boolean> dependent = new HashMap<>();
        private Op op;

        Terms(Graph graph, Node found) {
            this.graph = graph;
            this.found = found;
        }

        List<Node> of(Node value) {
            if (value == found) {
                return List.of();
            }
            if (!known.containsKey(value)) {
                known.put(value, value.op == Op.SELECT ? ofChoice(value) : ofOperation(value));
            }
            return known.get(value);
        }

        private List<Node> ofOperation(Node value) {
            boolean isDifference = value.op == Op.SUB;
            Op by = isDifference ? Op.ADD : value.op;
            if (identity(graph, by, value.kind) == null || op != null && op != by) {
                return null;
            }
            op = by;
            boolean isFirst = isDependent(value.in(0));
            List<Node> before = isFirst || !isDifference ? of(value.in(isFirst ? 0 : 1)) : null;
            if (before == null) {
                return null;
            }
            Node term = value.in(isFirst ? 1 : 0);
            term = isDifference ? graph.unary(Op.NEG, term) : term;
            if (!before.isEmpty() && !isOrdered(op, value.kind)) {
                return List.of(graph.binary(op, before.get(0), term));
            }
            List<Node> all = new ArrayList<>(before);
            all.add(term);
            return all;
        }

        private List<Node> ofChoice(Node value) {
            Node mask = value.in(0);
            if (mask.op == Op.AND && isDependent(mask)) { // if (p && v > max) max = v
                int last = isDependent(mask.in(0)) ? 0 : 1;
                Node inner = graph.select(mask.in(last), value.in(1), value.in(2));
                return inner.op == Op.SELECT && inner.in(0) == mask.in(last)
                        ? null
                        : of(graph.select(mask.in(1 - last), inner, value.in(2)));
            }
            List<Node> yes = of(value.in(1));
            List<Node> no = of(value.in(2));
            if (yes == null || no == null) {
                return null;
            }
            List<Node> all = new ArrayList<>();
            for (int i = 0; i < Math.max(yes.size(), no.size()); i++) {
                all.add(graph.select(mask, term(yes, i, value.kind), term(no, i, value.kind)));
            }
            return all;
        }

        private Node term(List<Node> terms, int i, Kind kind) {
            return i < terms.size() ? terms.get(i) : identity(graph, op, kind);
        }

        private boolean isDependent(Node value) {
            if (!dependent.containsKey(value)) {
                dependent.put(value, value == found || value.in.stream().anyMatch(this::isDependent));
            }
            return dependent.get(value);
        }
    }
}
