package basalt.compiler;

import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The condition under which an instruction is reached: an OR of ANDs of masks, in the disjunctive normal form of
 * literals. A term has a bit for each of its literals: {@code 2 * n} for mask {@code n} of {@link Masks}, and the bit
 * after it for that mask negated. It is simplified, so that the condition after an {@code if} is again that before it.
 * Immutable.
 */
record Path(Set<BigInteger> terms, Masks masks) {
    private static final int MOST_TERMS = 8;

    /** The term without literals, which holds always. */
    private static final BigInteger ALWAYS = BigInteger.ZERO;

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
            return 2 * at + (isNegated ? 1 : 0);
        }

        private Node mask(int literal) {
            Node mask = known.get(literal >> 1);
            return (literal & 1) == 0 ? mask : graph.not(mask);
        }

        /** The AND of the literals of a term. */
        private Node mask(BigInteger term) {
            Node all = graph.yes;
            for (BigInteger rest = term; rest.signum() != 0; rest = rest.clearBit(rest.getLowestSetBit())) {
                all = graph.and(all, mask(rest.getLowestSetBit()));
            }
            return all;
        }
    }

    static Path always(Graph graph) {
        return new Path(Set.of(ALWAYS), new Masks(graph));
    }

    Path never() {
        return new Path(Set.of(), masks);
    }

    /** The path that all rows take. */
    Path everywhere() {
        return new Path(Set.of(ALWAYS), masks);
    }

    boolean isAlways() {
        return terms.contains(ALWAYS);
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
        Set<BigInteger> longer = new LinkedHashSet<>();
        for (BigInteger term : terms) {
            if (!term.testBit(literal ^ 1)) {
                longer.add(term.setBit(literal));
            }
        }
        return simplified(longer);
    }

    Path and(Path other) {
        Path both = never();
        for (BigInteger term : other.terms) {
            Path one = this;
            for (BigInteger rest = term; rest.signum() != 0; rest = rest.clearBit(rest.getLowestSetBit())) {
                one = one.and(masks.mask(rest.getLowestSetBit()));
            }
            both = both.or(one);
        }
        return both;
    }

    Path or(Path other) {
        if (isNever() || other.isNever()) {
            return isNever() ? other : this;
        }
        Set<BigInteger> all = new LinkedHashSet<>(terms);
        all.addAll(other.terms);
        return simplified(all);
    }

    private Path simplified(Set<BigInteger> given) {
        List<BigInteger> list = new ArrayList<>(given);
        while (simplifyOne(list)) {
            // until nothing is simpler
        }
        Path path = new Path(new LinkedHashSet<>(list), masks);
        return list.size() > MOST_TERMS ? everywhere().and(path.mask()) : path;
    }

    private static boolean simplifyOne(List<BigInteger> terms) {
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
    private static boolean simplify(List<BigInteger> terms, BigInteger a, int j) {
        BigInteger b = terms.get(j);
        BigInteger others = a.andNot(b);
        if (others.signum() == 0) { // a | a & x = a
            terms.remove(j);
            return true;
        }
        int negated = others.getLowestSetBit() ^ 1;
        if (others.bitCount() > 1 || !b.testBit(negated)) {
            return false;
        }
        terms.set(j, b.clearBit(negated)); // p & x | p & q & !x = p & x | p & q
        return true;
    }

    /** Without what holds anyway where {@code outer} does. */
    Path within(Path outer) {
        if (outer.terms.size() != 1) {
            return this;
        }
        BigInteger known = outer.terms.iterator().next();
        Set<BigInteger> shorter = new LinkedHashSet<>();
        terms.forEach(term -> shorter.add(term.andNot(known)));
        return new Path(shorter, masks);
    }

    /** Whether a mask is true wherever this path is taken. */
    boolean implies(Node mask) {
        int literal = masks.literal(mask);
        return terms.stream().allMatch(term -> term.testBit(literal));
    }

    Node mask() {
        Node any = masks.graph.no;
        for (BigInteger term : terms) {
            any = masks.graph.or(any, masks.mask(term));
        }
        return any;
    }
}
