package basalt.compiler;

import basalt.match.Filter;
import basalt.storage.Entities;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The expressions of a body in static single assignment form. Equal ones are one node, and each is simplified when it
 * is made. Booleans are masks alone: the 0 or 1 of the bytecode is {@code SELECT(mask, 1, 0)}, and a comparison of it
 * gives the mask back.
 */
final class Graph {
    /** The kind of a value. */
    enum Kind {
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        MASK;

        boolean isIntegral() {
            return this == INT || this == LONG;
        }

        /** The kind of the values of a primitive type; null for a type of objects. */
        static Kind of(Class<?> type) {
            if (!type.isPrimitive()) {
                return null;
            }
            return type == long.class ? LONG : type == float.class ? FLOAT : type == double.class ? DOUBLE : INT;
        }

        boolean isWide() {
            return this == LONG || this == DOUBLE;
        }
    }

    /** What a node does. */
    enum Op {
        /** A constant. */
        CONST,
        /** A field or element that does not change during the run: {@link Source}. */
        INVARIANT,
        /** A column's value: {@link Lane}. Of kind MASK it is a boolean column. */
        LOAD,
        /** The entity's index. */
        INDEX,
        /** Whether the entity has the component with this id. */
        HAS,
        /** Whether it is disabled, if the entity has it. */
        DISABLED,
        /** What is read of another entity, whose handle it gets: {@link Other}. */
        OTHER,
        ADD,
        SUB,
        MUL,
        DIV,
        REM,
        AND,
        OR,
        XOR,
        SHL,
        SHR,
        USHR,
        MIN,
        MAX,
        /** The upper half of the product of two ints, of which the second is a constant. */
        MULHI,
        NEG,
        ABS,
        SQRT,
        NOT,
        /** A conversion between the kinds of numbers. */
        CONV,
        TO_BYTE,
        TO_SHORT,
        TO_CHAR,
        /** The bits of a float or double as an integer, or back. */
        BITS,
        FMA,
        /** A method that is called for one lane after the other: {@link Function}. */
        CALL,
        SELECT,
        LT,
        LE,
        EQ
    }

    /** Where an invariant value is: a field or element of an object, or of a class. */
    record Source(Object base, long offset, Class<?> type) {
        /** Its value now. */
        Object read() {
            return BodyCode.read(base, offset, type);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Source source
                    && source.base == base
                    && source.offset == offset
                    && source.type == type;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(base) * 31 + (int) offset;
        }
    }

    /**
     * A static method from numbers to a number, without effects, which returns for all arguments.
     *
     * @param array what it gets before the numbers; null if it gets only them
     */
    record Function(Class<?> owner, String name, MethodType type, Object array) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Function function
                    && function.owner == owner
                    && function.name.equals(name)
                    && function.type.equals(type)
                    && function.array == array;
        }

        @Override
        public int hashCode() {
            return name.hashCode() * 31 + System.identityHashCode(array);
        }

        /** The kind of its result. */
        Kind kind() {
            return Kind.of(type.returnType());
        }
    }

    /** A lane of a column: its offset in the block, and its type as in a descriptor, Z for booleans. */
    record Lane(int offset, char type) {
        /** The bytes of a value. */
        int size() {
            return switch (type) {
                case 'B', 'Z' -> 1;
                case 'S' -> 2;
                case 'I', 'F' -> 4;
                default -> 8;
            };
        }

        Kind kind() {
            return switch (type) {
                case 'F' -> Kind.FLOAT;
                case 'D' -> Kind.DOUBLE;
                case 'J' -> Kind.LONG;
                case 'Z' -> Kind.MASK;
                default -> Kind.INT;
            };
        }
    }

    /**
     * A value of another entity.
     *
     * @param entities null for the parent in a cascade, of which only the lane is given
     * @param handle the column of its handle
     * @param filter what it must match; null if it need not
     * @param component the id of the component that it must have; -1 for none
     * @param lane what is read; null for the place, which is 0 if the entity is dead or is not as it must be
     */
    record Other(Entities entities, Lane handle, Filter filter, int component, Lane lane) {
        /** The place that is known before; null if the entity is to be found. */
        Other outer() {
            return component >= 0 ? with(-1) : filter == null ? null : outermost();
        }

        /** The place of the entity if it is alive. */
        Other outermost() {
            return new Other(entities, handle, null, -1, null);
        }

        Other with(int asked) {
            return new Other(entities, handle, filter, asked, null);
        }

        Other at(Lane read) {
            return new Other(entities, handle, filter, component, read);
        }

        Kind kind() {
            return lane == null ? Kind.LONG : lane.kind();
        }
    }

    /** A value. */
    static final class Node {
        final Op op;
        final Kind kind;
        final List<Node> in;

        /** The constant, {@link Source}, {@link Lane}, id or {@link Function}; null for other operations. */
        final Object data;

        final int id;

        /** Whether it is the same for all rows. */
        final boolean isInvariant;

        private Node(Op op, Kind kind, List<Node> in, Object data, int id) {
            this.op = op;
            this.kind = kind;
            this.in = in;
            this.data = data;
            this.id = id;
            this.isInvariant = op != Op.LOAD
                    && op != Op.OTHER
                    && op != Op.INDEX
                    && op != Op.HAS
                    && op != Op.DISABLED
                    && in.stream().allMatch(node -> node.isInvariant);
        }

        Node in(int i) {
            return in.get(i);
        }

        boolean isConstant() {
            return op == Op.CONST;
        }

        boolean is(Object constant) {
            return op == Op.CONST && data.equals(constant);
        }

        @Override
        public String toString() {
            return op == Op.CONST ? data.toString() : op + (data == null ? "" : " " + data) + in;
        }
    }

    private record Key(Op op, Kind kind, List<Node> in, Object data) {}

    private final Map<Key, Node> nodes = new HashMap<>();
    final Node yes = leaf(Op.CONST, Kind.MASK, true);
    final Node no = leaf(Op.CONST, Kind.MASK, false);

    int size() {
        return nodes.size();
    }

    Node leaf(Op op, Kind kind, Object data) {
        return node(op, kind, data);
    }

    /** The value that a {@link Lane} or {@link Source} has before the body. */
    Node memory(Object place) {
        return place instanceof Lane lane
                ? node(Op.LOAD, lane.kind(), lane)
                : node(Op.INVARIANT, Kind.of(((Source) place).type()), place);
    }

    private Node node(Op op, Kind kind, Object data, Node... in) {
        Key key = new Key(op, kind, Arrays.asList(in), data);
        return nodes.computeIfAbsent(key, any -> new Node(op, kind, key.in, data, nodes.size()));
    }

    /** The constant of an Integer, Long, Float or Double. */
    Node constant(Object value) {
        Kind kind = value instanceof Integer
                ? Kind.INT
                : value instanceof Long ? Kind.LONG : value instanceof Float ? Kind.FLOAT : Kind.DOUBLE;
        return node(Op.CONST, kind, value);
    }

    private Node integer(Kind kind, long value) {
        return kind == Kind.INT ? constant((int) value) : constant(value);
    }

    /** The 0 or 1 that the bytecode has for a mask. */
    Node number(Node mask) {
        return mask == yes
                ? constant(1)
                : mask == no ? constant(0) : node(Op.SELECT, Kind.INT, null, mask, constant(1), constant(0));
    }

    /** The mask of a number that is 0 or 1; null if it can be another. */
    private Node maskOrNull(Node number) {
        if (number.kind != Kind.INT) {
            return null;
        }
        if (number.isConstant()) {
            return number.is(1) ? yes : number.is(0) ? no : null;
        }
        boolean isBoolean =
                number.op == Op.SELECT && number.in(1).is(1) && number.in(2).is(0);
        return isBoolean ? number.in(0) : null;
    }

    // ---- masks

    Node not(Node mask) {
        return mask == yes
                ? no
                : mask == no ? yes : mask.op == Op.NOT ? mask.in(0) : node(Op.NOT, Kind.MASK, null, mask);
    }

    Node and(Node a, Node b) {
        if (a == no || b == no || a == not(b)) {
            return no;
        }
        if (a == yes || a == b) {
            return b;
        }
        if (b == yes) {
            return a;
        }
        if (a.op == Op.NOT && b.op == Op.NOT) {
            return not(or(a.in(0), b.in(0)));
        }
        return a.id < b.id ? node(Op.AND, Kind.MASK, null, a, b) : node(Op.AND, Kind.MASK, null, b, a);
    }

    Node or(Node a, Node b) {
        if (a == yes || b == yes || a == not(b)) {
            return yes;
        }
        if (a == no || a == b) {
            return b;
        }
        if (b == no) {
            return a;
        }
        Node atMost = atMostOrNull(a, b);
        if (atMost != null) {
            return atMost;
        }
        return a.id < b.id ? node(Op.OR, Kind.MASK, null, a, b) : node(Op.OR, Kind.MASK, null, b, a);
    }

    /** {@code x < y || x == y}, which bytecode makes of {@code x <= y} for floats, as one comparison. */
    private Node atMostOrNull(Node a, Node b) {
        Node less = a.op == Op.LT ? a : b;
        Node equal = less == a ? b : a;
        boolean same =
                less.op == Op.LT && equal.op == Op.EQ && equal.in.containsAll(less.in) && less.in.containsAll(equal.in);
        return same ? node(Op.LE, Kind.MASK, null, less.in(0), less.in(1)) : null;
    }

    private Node selectMask(Node mask, Node a, Node b) {
        if (a == b || mask == yes) {
            return a;
        }
        if (mask == no) {
            return b;
        }
        if (a == yes) {
            return or(mask, b);
        }
        if (a == no) {
            return and(not(mask), b);
        }
        if (b == yes) {
            return or(not(mask), a);
        }
        return b == no ? and(mask, a) : or(and(mask, a), and(not(mask), b));
    }

    Node select(Node mask, Node a, Node b) {
        if (a.kind == Kind.MASK) {
            return selectMask(mask, a, b);
        }
        if (a == b || mask == yes) {
            return a;
        }
        if (mask == no) {
            return b;
        }
        Node maskOfA = maskOrNull(a);
        Node maskOfB = maskOrNull(b);
        if (maskOfA != null && maskOfB != null) {
            return number(selectMask(mask, maskOfA, maskOfB));
        }
        if (mask.op == Op.NOT) {
            return select(mask.in(0), b, a);
        }
        if (a.op == Op.SELECT && a.in(0) == mask) {
            return select(mask, a.in(1), b);
        }
        if (b.op == Op.SELECT && b.in(0) == mask) {
            return select(mask, a, b.in(2));
        }
        if (mask.op == Op.LT && a.kind.isIntegral() && mask.in.contains(a) && mask.in.contains(b)) {
            return binary(a == mask.in(0) ? Op.MIN : Op.MAX, a, b);
        }
        return node(Op.SELECT, a.kind, null, mask, a, b);
    }

    /** LT, LE or EQ. A comparison of a choice among constants becomes the masks of the choice. */
    Node compare(Op op, Node a, Node b) {
        if (a.isConstant() && b.isConstant()) {
            return holds(op, a.data, b.data) ? yes : no;
        }
        if (a == b && a.kind.isIntegral()) {
            return op == Op.LT ? no : yes;
        }
        if (b.isConstant() && isChoiceOfConstants(a)) {
            return selectMask(a.in(0), compare(op, a.in(1), b), compare(op, a.in(2), b));
        }
        if (a.isConstant() && isChoiceOfConstants(b)) {
            return selectMask(b.in(0), compare(op, a, b.in(1)), compare(op, a, b.in(2)));
        }
        if (op == Op.LE && a.kind.isIntegral()) {
            return not(compare(Op.LT, b, a));
        }
        boolean swap = op == Op.EQ && a.id > b.id;
        return swap ? node(op, Kind.MASK, null, b, a) : node(op, Kind.MASK, null, a, b);
    }

    private static boolean isChoiceOfConstants(Node node) {
        return node.op == Op.SELECT
                && (node.in(1).isConstant() || isChoiceOfConstants(node.in(1)))
                && (node.in(2).isConstant() || isChoiceOfConstants(node.in(2)));
    }

    private static boolean holds(Op op, Object a, Object b) {
        if (a instanceof Float || a instanceof Double) {
            double x = ((Number) a).doubleValue();
            double y = ((Number) b).doubleValue();
            return op == Op.LT ? x < y : op == Op.LE ? x <= y : x == y;
        }
        long x = ((Number) a).longValue();
        long y = ((Number) b).longValue();
        return op == Op.LT ? x < y : op == Op.LE ? x <= y : x == y;
    }

    // ---- numbers

    Node binary(Op op, Node a, Node b) {
        Node simple = a.kind.isIntegral() ? simplified(op, a, b) : null;
        if (simple != null) {
            return simple;
        }
        boolean commutes = a.kind.isIntegral()
                && switch (op) {
                    case ADD, MUL, AND, OR, XOR, MIN, MAX -> true;
                    default -> false;
                };
        return commutes && a.id > b.id ? node(op, a.kind, null, b, a) : node(op, a.kind, null, a, b);
    }

    /** A simpler form of an operation on integers; null if there is none. */
    private Node simplified(Op op, Node a, Node b) {
        boolean divides = op == Op.DIV || op == Op.REM;
        if (a.isConstant() && b.isConstant() && !(divides && ((Number) b.data).longValue() == 0)) {
            return integer(a.kind, fold(op, a.kind, ((Number) a.data).longValue(), ((Number) b.data).longValue()));
        }
        if (op == Op.AND || op == Op.OR || op == Op.XOR) {
            Node maskOfA = maskOrNull(a);
            Node maskOfB = maskOrNull(b);
            if (maskOfA != null && maskOfB != null) {
                return number(
                        op == Op.AND
                                ? and(maskOfA, maskOfB)
                                : op == Op.OR ? or(maskOfA, maskOfB) : selectMask(maskOfA, not(maskOfB), maskOfB));
            }
        }
        if (!b.isConstant()) {
            return null;
        }
        long by = ((Number) b.data).longValue();
        boolean isNeutral = switch (op) {
            case ADD, SUB, OR, XOR, SHL, SHR, USHR -> by == 0;
            case MUL, DIV -> by == 1;
            case AND -> by == -1;
            default -> false;
        };
        if (isNeutral) {
            return a;
        }
        if (divides && by != 0) {
            return dividedOrNull(op, a, by);
        }
        return op == Op.MUL && Long.bitCount(by) == 1 && by > 0
                ? binary(Op.SHL, a, constant(Long.numberOfTrailingZeros(by)))
                : null;
    }

    private static long fold(Op op, Kind kind, long a, long b) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> kind == Kind.INT ? (int) a << (int) b : a << b;
            case SHR -> kind == Kind.INT ? (int) a >> (int) b : a >> b;
            case USHR -> kind == Kind.INT ? (int) a >>> (int) b : a >>> b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            default -> throw new IllegalArgumentException(op.toString());
        };
    }

    /**
     * Division by a constant without division (Warren, Hacker's Delight, 2nd edition, 10-1); null for a long by another
     * number than a power of 2.
     */
    private Node dividedOrNull(Op op, Node a, long by) {
        Node quotient = quotientOrNull(a, by);
        return op == Op.DIV || quotient == null
                ? quotient
                : binary(Op.SUB, a, binary(Op.MUL, quotient, integer(a.kind, by)));
    }

    private Node quotientOrNull(Node a, long by) {
        Kind kind = a.kind;
        int bits = kind == Kind.INT ? Integer.SIZE : Long.SIZE;
        long least = kind == Kind.INT ? Integer.MIN_VALUE : Long.MIN_VALUE;
        if (by == least) {
            return select(compare(Op.EQ, a, integer(kind, least)), integer(kind, 1), integer(kind, 0));
        }
        if (by < 0) {
            Node quotient = quotientOrNull(a, -by);
            return quotient == null ? null : unary(Op.NEG, quotient);
        }
        if (Long.bitCount(by) == 1) {
            int shift = Long.numberOfTrailingZeros(by);
            if (shift == 0) {
                return a;
            }
            Node sign = binary(Op.SHR, a, constant(bits - 1));
            Node rounding = binary(Op.USHR, sign, constant(bits - shift)); // by - 1 for negative numbers
            return binary(Op.SHR, binary(Op.ADD, a, rounding), constant(shift));
        }
        if (kind == Kind.LONG) {
            return null;
        }
        int shift = Integer.SIZE - Integer.numberOfLeadingZeros((int) by - 1); // 2^shift >= by
        long factor = (1L << (31 + shift)) / by + 1; // 2^31 < factor < 2^32: as an int it is factor - 2^32
        Node upper = binary(Op.ADD, node(Op.MULHI, kind, null, a, constant((int) factor)), a);
        return binary(Op.ADD, binary(Op.SHR, upper, constant(shift - 1)), binary(Op.USHR, a, constant(31)));
    }

    /** NEG, ABS, SQRT, TO_BYTE, TO_SHORT or TO_CHAR. */
    Node unary(Op op, Node a) {
        boolean narrows = op == Op.TO_BYTE || op == Op.TO_SHORT || op == Op.TO_CHAR;
        if (a.isConstant() && op == Op.NEG) {
            return constant(
                    a.data instanceof Integer i
                            ? (Object) (-i)
                            : a.data instanceof Long l
                                    ? (Object) (-l)
                                    : a.data instanceof Float f ? (Object) (-f) : (Object) (-(Double) a.data));
        }
        if (a.isConstant() && narrows) {
            int value = (Integer) a.data;
            return constant(op == Op.TO_BYTE ? (byte) value : op == Op.TO_SHORT ? (short) value : (int) (char) value);
        }
        boolean isNarrow = a.op == op
                || maskOrNull(a) != null
                || a.op == Op.LOAD && ((Lane) a.data).type() == 'B' && op != Op.TO_CHAR
                || a.op == Op.LOAD && ((Lane) a.data).type() == 'S' && op == Op.TO_SHORT;
        return narrows && isNarrow ? a : node(op, a.kind, null, a);
    }

    Node convert(Node a, Kind to) {
        if (a.kind == to) {
            return a;
        }
        if (a.isConstant()) {
            return constant(converted((Number) a.data, to));
        }
        boolean isRootOfFloat = to == Kind.FLOAT
                && a.op == Op.SQRT
                && a.in(0).op == Op.CONV
                && a.in(0).in(0).kind == Kind.FLOAT;
        return isRootOfFloat // the same result, since a double has more than twice the bits
                ? node(Op.SQRT, Kind.FLOAT, null, a.in(0).in(0))
                : node(Op.CONV, to, null, a);
    }

    private static Object converted(Number from, Kind to) {
        return switch (to) {
            case INT -> from.intValue();
            case LONG -> from.longValue();
            case FLOAT -> from.floatValue();
            default -> from.doubleValue();
        };
    }

    /** The bits of a float or double as an integer, or back. */
    Node bits(Node a, Kind to) {
        return a.op == Op.BITS && a.in(0).kind == to ? a.in(0) : node(Op.BITS, to, null, a);
    }

    Node fma(Node a, Node b, Node c) {
        return node(Op.FMA, a.kind, null, a, b, c);
    }

    Node other(Other other, Node handle) {
        return node(Op.OTHER, other.kind(), other, handle);
    }

    Node call(Function function, Node... arguments) {
        return node(Op.CALL, function.kind(), function, arguments);
    }
}
