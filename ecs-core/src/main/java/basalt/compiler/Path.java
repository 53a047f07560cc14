package basalt.compiler;

import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The condition under which an instruction is reached: an OR of ANDs of masks, in the disjunctive normal form of
 * literals. A literal is the number of a mask in {@link Masks}, from 1, and negative if the mask is negated. It is
 * simplified, so that the condition after an {@code if} is again that before it. Immutable.
 */
record Path(Set<Set<Integer>> terms, Masks masks) {
    private static final int MOST_TERMS = 8;

    /** The masks that the paths of a body consist of. */
    record Masks(Graph graph, List<Node> known) {
        Masks(Graph graph) {
            this(graph, new ArrayList<>());
        }

        private int literal(Node mask) {
            boolean isNegated = mask.op == Op.NOT;
            Node plain = isNegated ? mask.in(0) : mask;
            int at = known.indexOf(plain);
            if (at < 0) {
                at = known.size();
                known.add(plain);
            }
            return isNegated ? -at - 1 : at + 1;
        }

        private Node mask(int literal) {
            Node mask = known.get(Math.abs(literal) - 1);
            return literal > 0 ? mask : graph.not(mask);
        }
    }

    static Path always(Graph graph) {
        return new Path(Set.of(Set.of()), new Masks(graph));
    }

    Path never() {
        return new Path(Set.of(), masks);
    }

    /** The path that all rows take. */
    Path everywhere() {
        return new Path(Set.of(Set.of()), masks);
    }

    boolean isAlways() {
        return terms.contains(Set.of());
    }

    boolean isNever() {
        return terms.isEmpty();
    }

    Path and(Node mask) {
        if (mask == masks.graph.yes) {
            return this;
        }
        if (mask == masks.graph.no) {
            return never();
        }
        if (mask.op == Op.AND) {
            return and(mask.in(0)).and(mask.in(1));
        }
        int literal = masks.literal(mask);
        Set<Set<Integer>> longer = new LinkedHashSet<>();
        for (Set<Integer> term : terms) {
            if (!term.contains(-literal)) {
                Set<Integer> with = new TreeSet<>(term);
                with.add(literal);
                longer.add(with);
            }
        }
        return simplified(longer);
    }

    Path and(Path other) {
        Path both = never();
        for (Set<Integer> term : other.terms) {
            Path one = this;
            for (int literal : term) {
                one = one.and(masks.mask(literal));
            }
            both = both.or(one);
        }
        return both;
    }

    Path or(Path other) {
        Set<Set<Integer>> all = new LinkedHashSet<>(terms);
        all.addAll(other.terms);
        return simplified(all);
    }

    private Path simplified(Set<Set<Integer>> given) {
        List<Set<Integer>> list = new ArrayList<>(given);
        while (simplifyOne(list)) {
            // until nothing is simpler
        }
        Path path = new Path(new LinkedHashSet<>(list), masks);
        return list.size() > MOST_TERMS ? new Path(Set.of(Set.of(masks.literal(path.mask()))), masks) : path;
    }

    private static boolean simplifyOne(List<Set<Integer>> terms) {
        for (int i = 0; i < terms.size(); i++) {
            for (int j = 0; j < terms.size(); j++) {
                if (i != j && simplify(terms, terms.get(i), j)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Makes term {@code j} simpler by term {@code a}, or removes it; false if that is not possible. */
    private static boolean simplify(List<Set<Integer>> terms, Set<Integer> a, int j) {
        Set<Integer> b = terms.get(j);
        if (b.containsAll(a)) { // a | a & x = a
            terms.remove(j);
            return true;
        }
        for (int literal : a) { // p & x | p & q & !x = p & x | p & q
            Set<Integer> rest = new TreeSet<>(a);
            rest.remove(literal);
            if (b.contains(-literal) && b.containsAll(rest)) {
                Set<Integer> shorter = new TreeSet<>(b);
                shorter.remove(-literal);
                terms.set(j, shorter);
                return true;
            }
        }
        return false;
    }

    /** Without what holds anyway where {@code outer} does. */
    Path within(Path outer) {
        if (outer.terms.size() != 1) {
            return this;
        }
        Set<Integer> known = outer.terms.iterator().next();
        Set<Set<Integer>> shorter = new LinkedHashSet<>();
        for (Set<Integer> term : terms) {
            Set<Integer> rest = new TreeSet<>(term);
            rest.removeAll(known);
            shorter.add(rest);
        }
        return new Path(shorter, masks);
    }

    /** Whether a mask is true wherever this path is taken. */
    boolean implies(Node mask) {
        int literal = masks.literal(mask);
        return terms.stream().allMatch(term -> term.contains(literal));
    }

    Node mask() {
        Node any = masks.graph.no;
        for (Set<Integer> term : terms) {
            Node all = masks.graph.yes;
            for (int literal : term) {
                all = masks.graph.and(all, masks.mask(literal));
            }
            any = masks.graph.or(any, all);
        }
        return any;
    }
}
