package basalt.compiler;

import basalt.compiler.Graph.Function;
import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Other;
import basalt.compiler.Graph.Source;
import basalt.internal.ClassFile.Call;
import basalt.internal.ClassFile.Code;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.UnsafeApi;

/**
 * Writes the code of values: each becomes a variable when it is needed for the first time.
 *
 * <p>All vectors have the same number of lanes, whatever their size. Masks have the species of ints.
 *
 * <p>SAFETY: fields and elements are read at the offsets that the translator has found; for columns see {@link
 * VectorWriter}.
 */
abstract class VectorValues {
    // instructions of the Java Virtual Machine Specification, chapter 6
    static final int IADD = 0x60;
    static final int LADD = 0x61;
    static final int LUSHR = 0x7D;
    static final int L2I = 0x88;
    static final int I2B = 0x91;

    /** The parameter of run() that is the entry. */
    static final int ENTRY = 3;

    final VectorApi api = VectorApi.INSTANCE;
    final Translation body;
    final Code code;
    final int bits;
    final int lanes;
    final int lowest;

    /** The variables of values. */
    final Map<Node, Integer> slots = new HashMap<>();

    /** The variables of floating-point numbers as they are in memory. */
    final Map<Lane, Integer> unmasked = new HashMap<>();

    /** The variables of the addresses of a group's first row, by the size of values. */
    final Map<Integer, Integer> addresses = new HashMap<>();

    /** The variables of the addresses of present words, by the id of components. */
    final Map<Object, Integer> present = new HashMap<>();

    /** What is read of other entities, and the variable of the address where it is gathered. */
    final List<Node> others;

    int gathered;
    int row;
    int match;

    VectorValues(Translation body, int bits, Code code) {
        this.body = body;
        this.bits = bits;
        this.code = code;
        boolean isWide = body.lanes().stream().anyMatch(lane -> lane.size() == Long.BYTES)
                || body.nodes().stream().anyMatch(node -> node.kind.isWide() || isDivision(node));
        this.lanes = bits / (isWide ? Long.SIZE : Integer.SIZE);
        this.lowest = body.lowest();
        this.others = body.nodes().stream().filter(node -> node.op == Op.OTHER).toList();
    }

    /** An int is divided as doubles. */
    static boolean isDivision(Node node) {
        return node.kind == Kind.INT && node.op == Op.DIV;
    }

    void load(Class<?> type, int slot) {
        code.load(type, slot);
    }

    /** Adds a constant to a variable. */
    void increase(int variable, int by) {
        load(int.class, variable);
        code.loadNumber(by);
        code.operate(IADD, -1);
        code.store(int.class, variable);
    }

    void helper(Class<?> owner, String method, Class<?> result, Class<?>... parameters) {
        code.call(Call.STATIC, owner, method, MethodType.methodType(result, parameters));
    }

    /** The bits of words from the row on. */
    void bitsOf(int ofWords) {
        load(long.class, ofWords);
        load(int.class, row);
        helper(VectorLoop.class, "word", long.class, long.class, int.class);
        load(int.class, row);
        code.operate(LUSHR, -1);
    }

    void push(Node node) {
        load(type(node), slot(node));
    }

    /** The variable of a value, which is computed if it is needed for the first time. */
    int slot(Node node) {
        Integer known = slots.get(node);
        if (known == null) {
            node.in.forEach(this::slot);
            compute(node);
            known = code.storeNew(type(node));
            slots.put(node, known);
        }
        return known;
    }

    Class<?> type(Node node) {
        return node.kind == Kind.MASK ? api.mask : vector(node.kind);
    }

    static Class<?> vector(Kind kind) {
        return VectorApi.ofElement(VectorApi.element(kind));
    }

    static Class<?> element(Lane lane) {
        return switch (lane.type()) {
            case 'B', 'Z' -> byte.class;
            case 'S' -> short.class;
            default -> VectorApi.element(lane.kind());
        };
    }

    void compute(Node node) {
        switch (node.op) {
            case CONST -> constant(node);
            case INVARIANT -> invariant(node);
            case LOAD -> {
                loadColumn((Lane) node.data);
                if (node.kind == Kind.FLOAT || node.kind == Kind.DOUBLE) {
                    loadZeroWhereUnmatched(node);
                }
            }
            case INDEX -> index(node);
            case HAS -> {
                bitsOf(present.get(node.data));
                maskOfBits();
            }
            case DISABLED -> {
                load(long.class, ENTRY);
                code.loadNumber((Integer) node.data);
                load(int.class, row);
                helper(VectorLoop.class, "disabled", long.class, long.class, int.class, int.class);
                maskOfBits();
            }
            case OTHER -> gathered(node);
            case AND, OR -> {
                if (node.kind == Kind.MASK) {
                    masks(node);
                } else {
                    binary(node);
                }
            }
            case SHL, SHR, USHR -> shift(node);
            case DIV -> divide(node);
            case MULHI -> upperHalf(node);
            case NEG, ABS, SQRT -> unary(node);
            case NOT -> not(node.in(0));
            case FMA -> fma(node);
            case TO_BYTE, TO_SHORT -> {
                push(node.in(0));
                int unused = node.op == Op.TO_BYTE ? 24 : 16;
                lanewise("LSHL", int.class, unused);
                lanewise("ASHR", int.class, unused);
            }
            case TO_CHAR -> {
                push(node.in(0));
                lanewise("AND", int.class, 0xFFFF);
            }
            case CONV -> {
                push(node.in(0));
                convert(letter(node.in(0).kind) + "2" + letter(node.kind), VectorApi.element(node.kind));
            }
            case BITS -> bits(node);
            case CALL -> callForLanes(node, (Function) node.data);
            case SELECT -> select(node);
            case LT, LE, EQ -> compare(node, node.op.name());
            default -> binary(node);
        }
    }

    void constant(Node node) {
        if (node.kind == Kind.MASK) {
            species(int.class);
            code.loadNumber((Boolean) node.data ? 1 : 0);
            code.call(Call.INTERFACE, api.species, "maskAll", MethodType.methodType(api.mask, boolean.class));
        } else {
            species(VectorApi.element(node.kind));
            code.loadNumber((Number) node.data);
            broadcast(node.kind);
        }
    }

    void invariant(Node node) {
        Source source = (Source) node.data;
        species(VectorApi.element(node.kind));
        code.loadConstant(Object.class, source.base());
        code.loadNumber(source.offset());
        helper(UnsafeApi.class, "get" + name(source.type()), source.type(), Object.class, long.class);
        broadcast(node.kind);
    }

    /** A primitive type as in names of methods. */
    static String name(Class<?> type) {
        return Character.toUpperCase(type.getName().charAt(0)) + type.getName().substring(1);
    }

    void broadcast(Kind kind) {
        Class<?> vector = vector(kind);
        MethodType type = MethodType.methodType(vector, api.species, VectorApi.element(kind));
        code.call(Call.STATIC, vector, "broadcast", type);
    }

    void index(Node node) {
        code.loadConstant(vector(Kind.INT), api.ints(lanes, false));
        load(int.class, present.get(node));
        load(int.class, row);
        code.operate(IADD, -1);
        MethodType add = MethodType.methodType(vector(Kind.INT), int.class);
        code.call(Call.VIRTUAL, vector(Kind.INT), "add", add);
    }

    /** The mask of the low bits of the long on the stack. */
    void maskOfBits() {
        if (bits == 512) {
            int from = code.storeNew(long.class);
            species(int.class);
            load(long.class, from);
            code.call(Call.STATIC, api.mask, "fromLong", MethodType.methodType(api.mask, api.species, long.class));
            return;
        }
        Class<?> ints = vector(Kind.INT); // without mask registers fromLong() is slow
        code.operate(L2I, -1);
        int from = code.storeNew(int.class);
        species(int.class);
        load(int.class, from);
        broadcast(Kind.INT);
        code.loadConstant(ints, api.ints(lanes, true));
        code.call(Call.VIRTUAL, ints, "and", MethodType.methodType(ints, api.vector));
        operator("NE", "Comparison");
        code.loadNumber(0);
        MethodType compare = MethodType.methodType(api.mask, api.operators("Comparison"), int.class);
        code.call(Call.VIRTUAL, ints, "compare", compare);
    }

    void loadColumn(Lane lane) {
        fromMemory(lane);
        switch (lane.type()) {
            case 'B' -> convert("B2I", int.class);
            case 'S' -> convert("S2I", int.class);
            case 'Z' -> {
                Class<?> element = elementOfBooleans(lane);
                Class<?> vector = VectorApi.ofElement(element);
                code.loadNumber(1);
                code.operate(I2B, 0);
                code.call(Call.VIRTUAL, vector, "and", MethodType.methodType(vector, element));
                operator("NE", "Comparison");
                code.loadNumber(0);
                code.operate(I2B, 0);
                MethodType compare = MethodType.methodType(api.mask, api.operators("Comparison"), element);
                code.call(Call.VIRTUAL, vector, "compare", compare);
                castMask(int.class);
            }
            default -> {}
        }
    }

    /** Rows that do not match may have any bits: x86 processors take 150 cycles for arithmetic with denormals. */
    private void loadZeroWhereUnmatched(Node node) {
        Class<?> vector = vector(node.kind);
        int loaded = code.storeNew(vector);
        unmasked.put((Lane) node.data, loaded);
        constant(body.graph().convert(body.graph().constant(0), node.kind));
        load(vector, loaded);
        load(api.mask, match);
        castMask(node.kind);
        code.call(Call.VIRTUAL, vector, "blend", MethodType.methodType(vector, api.vector, api.mask));
    }

    /** Whether the values of a group have 32 bits, half of the shortest vector: they are accessed as an int. */
    boolean isHalf(Lane lane) {
        return lane.size() * Byte.SIZE * lanes == Integer.SIZE;
    }

    /** The type of the numbers by which booleans become masks and masks booleans. */
    Class<?> elementOfBooleans(Lane lane) {
        return isHalf(lane) ? int.class : byte.class;
    }

    /** Loads the values of a group; booleans as their numbers. */
    void fromMemory(Lane lane) {
        Class<?> element = element(lane);
        Class<?> vector = VectorApi.ofElement(element);
        Class<?> ints = vector(Kind.INT);
        if (isHalf(lane)) {
            code.loadConstant(api.species, api.species(int.class, 2));
            address(lane);
            helper(UnsafeApi.class, "getInt", int.class, long.class);
            broadcast(Kind.INT);
            String as = element == byte.class ? "reinterpretAsBytes" : "reinterpretAsShorts";
            code.call(Call.VIRTUAL, ints, as, MethodType.methodType(vector));
            if (lane.type() == 'Z') {
                convert("B2I", int.class);
            }
            return;
        }
        fromMemory(element, () -> address(lane));
    }

    void fromMemory(Kind kind, Runnable address) {
        fromMemory(VectorApi.element(kind), address);
    }

    private void fromMemory(Class<?> element, Runnable address) {
        Class<?> vector = VectorApi.ofElement(element);
        species(element);
        code.loadConstant(api.segment, api.memory);
        address.run();
        code.loadConstant(ByteOrder.class, ByteOrder.nativeOrder());
        MethodType from = MethodType.methodType(vector, api.species, api.segment, long.class, ByteOrder.class);
        code.call(Call.STATIC, vector, "fromMemorySegment", from);
    }

    /** Stores the vector on the stack. */
    void intoMemory(Lane lane) {
        Class<?> vector = VectorApi.ofElement(element(lane));
        if (isHalf(lane)) {
            Class<?> ints = vector(Kind.INT);
            code.call(Call.VIRTUAL, vector, "reinterpretAsInts", MethodType.methodType(ints));
            code.loadNumber(0);
            code.call(Call.VIRTUAL, ints, "lane", MethodType.methodType(int.class, int.class));
            int values = code.storeNew(int.class);
            address(lane);
            load(int.class, values);
            helper(UnsafeApi.class, "putInt", void.class, long.class, int.class);
            return;
        }
        intoMemory(vector, () -> address(lane));
    }

    void intoMemory(Kind kind, Runnable address) {
        intoMemory(vector(kind), address);
    }

    private void intoMemory(Class<?> vector, Runnable address) {
        code.loadConstant(api.segment, api.memory);
        address.run();
        code.loadConstant(ByteOrder.class, ByteOrder.nativeOrder());
        MethodType into = MethodType.methodType(void.class, api.segment, long.class, ByteOrder.class);
        code.call(Call.VIRTUAL, vector, "intoMemorySegment", into);
    }

    /** Loads values of other entities that were gathered for the word. */
    void gathered(Node node) {
        String method = ((Other) node.data).entities() == null ? "ofRowOfBatch" : "ofRow";
        fromMemory(node.kind, () -> {
            load(long.class, gathered);
            code.loadNumber(others.indexOf(node) * OtherRows.BYTES);
            load(int.class, row);
            code.loadNumber(node.kind.isWide() ? 3 : 2);
            helper(OtherRows.class, method, long.class, long.class, int.class, int.class, int.class);
        });
    }

    void address(Lane lane) {
        load(long.class, addresses.get(lane.size()));
        code.loadNumber((long) lane.offset() - lowest);
        code.operate(LADD, -2);
    }

    void masks(Node node) {
        Node first = node.in(0);
        Node second = node.in(1);
        boolean isAndNot = node.op == Op.AND && (first.op == Op.NOT || second.op == Op.NOT);
        if (isAndNot && second.op != Op.NOT) {
            second = node.in(0);
            first = node.in(1);
        }
        push(first);
        push(isAndNot ? second.in(0) : second);
        String method = isAndNot ? "andNot" : node.op.name().toLowerCase(Locale.ROOT);
        code.call(Call.VIRTUAL, api.mask, method, MethodType.methodType(api.mask, api.mask));
    }

    void not(Node mask) {
        boolean isOfIntegers = mask.op == Op.LT && mask.in(0).kind.isIntegral();
        if (mask.op == Op.EQ || isOfIntegers) {
            compare(mask, mask.op == Op.EQ ? "NE" : "GE");
        } else {
            push(mask);
            code.call(Call.VIRTUAL, api.mask, "not", MethodType.methodType(api.mask));
        }
    }

    void compare(Node node, String operator) {
        Kind kind = node.in(0).kind;
        push(node.in(0));
        operator(operator, "Comparison");
        push(node.in(1));
        MethodType compare = MethodType.methodType(api.mask, api.operators("Comparison"), api.vector);
        code.call(Call.VIRTUAL, vector(kind), "compare", compare);
        if (kind != Kind.INT) {
            castMask(int.class);
        }
    }

    void select(Node node) {
        Class<?> vector = vector(node.kind);
        push(node.in(2));
        push(node.in(1));
        push(node.in(0));
        castMask(node.kind);
        code.call(Call.VIRTUAL, vector, "blend", MethodType.methodType(vector, api.vector, api.mask));
    }

    void binary(Node node) {
        push(node.in(0));
        operator(node.op.name(), "Binary");
        push(node.in(1));
        Class<?> vector = vector(node.kind);
        MethodType type = MethodType.methodType(vector, api.operators("Binary"), api.vector);
        code.call(Call.VIRTUAL, vector, "lanewise", type);
    }

    void shift(Node node) {
        String operator = node.op == Op.SHL ? "LSHL" : node.op == Op.SHR ? "ASHR" : "LSHR";
        Class<?> element = VectorApi.element(node.kind);
        push(node.in(0));
        if (node.in(1).isConstant()) {
            int count = ((Number) node.in(1).data).intValue() & (node.kind == Kind.LONG ? 63 : 31);
            lanewise(operator, element, count);
            return;
        }
        operator(operator, "Binary");
        push(node.in(1));
        if (node.kind == Kind.LONG) { // the count is an int
            convert("I2L", long.class);
        }
        Class<?> vector = vector(node.kind);
        MethodType type = MethodType.methodType(vector, api.operators("Binary"), api.vector);
        code.call(Call.VIRTUAL, vector, "lanewise", type);
    }

    /** Ints exactly by doubles, which have 53 bits; by longs for the one quotient that overflows. */
    void divide(Node node) {
        if (node.kind != Kind.INT) {
            binary(node);
            return;
        }
        Class<?> doubles = VectorApi.ofElement(double.class);
        push(node.in(0));
        convert("I2D", double.class);
        push(node.in(1));
        convert("I2D", double.class);
        code.call(Call.VIRTUAL, doubles, "div", MethodType.methodType(doubles, api.vector));
        convert("D2L", long.class);
        convert("L2I", int.class);
    }

    /** The upper halves of products with a constant: those of even and odd lanes as longs. */
    void upperHalf(Node node) {
        Class<?> longs = VectorApi.ofElement(long.class);
        Class<?> ints = vector(Kind.INT);
        long by = (Integer) node.in(1).data;
        MethodType multiply = MethodType.methodType(longs, long.class);
        push(node.in(0));
        code.call(Call.VIRTUAL, ints, "reinterpretAsLongs", MethodType.methodType(longs));
        int both = code.storeNew(longs);
        load(longs, both);
        lanewise("LSHL", long.class, Integer.SIZE);
        lanewise("ASHR", long.class, Integer.SIZE);
        code.loadNumber(by);
        code.call(Call.VIRTUAL, longs, "mul", multiply);
        lanewise("LSHR", long.class, Integer.SIZE);
        load(longs, both);
        lanewise("ASHR", long.class, Integer.SIZE);
        code.loadNumber(by);
        code.call(Call.VIRTUAL, longs, "mul", multiply);
        lanewise("AND", long.class, 0xFFFF_FFFF_0000_0000L);
        code.call(Call.VIRTUAL, longs, "or", MethodType.methodType(longs, api.vector));
        code.call(Call.VIRTUAL, longs, "reinterpretAsInts", MethodType.methodType(ints));
    }

    void unary(Node node) {
        Class<?> vector = vector(node.kind);
        push(node.in(0));
        operator(node.op.name(), "Unary");
        code.call(Call.VIRTUAL, vector, "lanewise", MethodType.methodType(vector, api.operators("Unary")));
    }

    void fma(Node node) {
        Class<?> vector = vector(node.kind);
        push(node.in(0));
        operator("FMA", "Ternary");
        push(node.in(1));
        push(node.in(2));
        MethodType type = MethodType.methodType(vector, api.operators("Ternary"), api.vector, api.vector);
        code.call(Call.VIRTUAL, vector, "lanewise", type);
    }

    /** Calls a function with the values of one lane after the other. */
    void callForLanes(Node node, Function function) {
        Class<?> element = VectorApi.element(node.kind);
        Class<?> vector = vector(node.kind);
        Class<?> array = function.array() == null ? null : function.array().getClass();
        MethodType type = array == null ? function.type() : function.type().insertParameterTypes(0, array);
        int values = 0;
        if (array != null) {
            code.loadConstant(Object.class, function.array());
            code.cast(array);
            values = code.storeNew(array);
        }
        species(element);
        code.call(Call.INTERFACE, api.species, "zero", MethodType.methodType(api.vector));
        code.cast(vector);
        for (int lane = 0; lane < lanes; lane++) {
            code.loadNumber(lane);
            if (array != null) {
                load(array, values);
            }
            for (Node argument : node.in) {
                pushLane(argument, lane);
            }
            code.call(Call.STATIC, function.owner(), function.name(), type);
            code.call(Call.VIRTUAL, vector, "withLane", MethodType.methodType(vector, int.class, element));
        }
    }

    void pushLane(Node node, int lane) {
        if (node.isConstant()) {
            code.loadNumber((Number) node.data);
            return;
        }
        push(node);
        code.loadNumber(lane);
        MethodType type = MethodType.methodType(VectorApi.element(node.kind), int.class);
        code.call(Call.VIRTUAL, vector(node.kind), "lane", type);
    }

    void bits(Node node) {
        push(node.in(0));
        String to = node.kind == Kind.INT
                ? "Ints"
                : node.kind == Kind.LONG ? "Longs" : node.kind == Kind.FLOAT ? "Floats" : "Doubles";
        MethodType type = MethodType.methodType(vector(node.kind));
        code.call(Call.VIRTUAL, vector(node.in(0).kind), "reinterpretAs" + to, type);
    }

    /** An operation with the same number in all lanes. */
    void lanewise(String operator, Class<?> element, long with) {
        Class<?> vector = VectorApi.ofElement(element);
        operator(operator, "Binary");
        code.loadNumber(element == long.class ? (Number) with : (Number) (int) with);
        MethodType type = MethodType.methodType(vector, api.operators("Binary"), element);
        code.call(Call.VIRTUAL, vector, "lanewise", type);
    }

    void convert(String conversion, Class<?> to) {
        operator(conversion, "Conversion");
        species(to);
        code.loadNumber(0);
        MethodType type = MethodType.methodType(api.vector, api.operators("Conversion"), api.species, int.class);
        code.call(Call.VIRTUAL, api.vector, "convertShape", type);
        code.cast(VectorApi.ofElement(to));
    }

    void operator(String name, String type) {
        code.loadConstant(api.operators(type), api.operator(name));
    }

    /** The mask on the stack, which is one of vectors of ints, as one of another kind. */
    void castMask(Kind kind) {
        if (kind != Kind.INT && kind != Kind.MASK) {
            castMask(VectorApi.element(kind));
        }
    }

    /** The mask on the stack as one of vectors of a type. */
    void castMask(Class<?> element) {
        species(element);
        code.call(Call.VIRTUAL, api.mask, "cast", MethodType.methodType(api.mask, api.species));
    }

    /** The species of the groups; of 64 bits, which are the fewest, if their values have fewer. */
    void species(Class<?> element) {
        code.loadConstant(api.species, api.species(element, lanes));
    }

    static String letter(Kind kind) {
        return switch (kind) {
            case INT -> "I";
            case LONG -> "L";
            case FLOAT -> "F";
            default -> "D";
        };
    }
}
