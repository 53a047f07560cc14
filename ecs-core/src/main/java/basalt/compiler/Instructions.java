package basalt.compiler;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Source;
import basalt.compiler.MethodCode.Member;
import basalt.compiler.State.Cell;
import basalt.compiler.State.Choice;
import basalt.compiler.State.Known;
import basalt.compiler.State.Made;
import basalt.compiler.State.Stop;
import basalt.compiler.Translation.Refused;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.UnsafeApi;

/**
 * Executes single instructions symbolically, but for branches and returns.
 *
 * <p>SAFETY: fields and elements of known objects are read at the offsets that the JVM gives for them, indices after a
 * check.
 */
final class Instructions {
    private static final String CONSTRUCTOR = "<init>";

    /** The javac-made tables from the ordinals of an enum to the cases of a switch. */
    private static final String SWITCH_MAP = "$SwitchMap$";

    private static final int MOST_CHOICES = 32;

    /** The types of accumulators. */
    private static final Set<Class<?>> NUMBERS = Set.of(int.class, long.class, float.class, double.class);

    private final Translator translator;
    private final Graph graph;
    final Calls calls;

    Instructions(Translator translator) {
        this.translator = translator;
        this.graph = translator.graph;
        this.calls = new Calls(translator, this);
    }

    /** The bytes of an instruction. */
    static int length(MethodCode code, int at) {
        int opcode = code.u1(at);
        return switch (opcode) {
            case 16, 18, 21, 22, 23, 24, 25, 54, 55, 56, 57, 58, 169, 188 -> 2;
            case 17, 19, 20, 132, 187, 189, 192, 193, 198, 199 -> 3;
            case 170 -> ((at & -4) + 16 + 4 * (code.s4((at & -4) + 12) - code.s4((at & -4) + 8) + 1)) - at;
            case 171 -> (at & -4) + 12 + 8 * code.s4((at & -4) + 8) - at;
            case 185, 186, 200, 201 -> 5;
            case 196 -> code.u1(at + 1) == 132 ? 6 : 4;
            case 197 -> 4;
            default -> opcode >= 153 && opcode <= 168 || opcode >= 178 && opcode <= 184 ? 3 : 1;
        };
    }

    static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    // opcodes of the Java Virtual Machine Specification, chapter 6
    void step(MethodCode code, int at, State state, int depth) throws Refused {
        int opcode = code.operation(at);
        switch (opcode) {
            case 0 -> {} // nop
            case 1 -> state.push(new Known(null));
            case 2, 3, 4, 5, 6, 7, 8 -> state.push(graph.constant(opcode - 3));
            case 9, 10 -> state.push(graph.constant((long) opcode - 9));
            case 11, 12, 13 -> state.push(graph.constant((float) opcode - 11));
            case 14, 15 -> state.push(graph.constant((double) opcode - 14));
            case 16 -> state.push(graph.constant((int) code.code()[at + 1]));
            case 17 -> state.push(graph.constant(code.s2(at + 1)));
            case 18 -> constant(code, code.u1(at + 1), state);
            case 19, 20 -> constant(code, code.u2(at + 1), state);
            case 21, 22, 23, 24, 25 -> load(state, code.variable(at));
            case 46, 47, 48, 49, 50, 51, 52, 53 -> element(state);
            case 54, 55, 56, 57, 58 -> state.locals[code.variable(at)] = state.pop();
            case 79, 80, 81, 82 -> setElement(state);
            case 87, 88, 89, 90, 91, 92, 93, 94, 95 -> stack(opcode, state);
            case 132 -> increment(code, at, state);
            case 178 -> state.push(staticField(code.pool().member(code.u2(at + 1)), code.owner(), state));
            case 179 -> setStatic(code.pool().member(code.u2(at + 1)), code.owner(), state);
            case 180 -> field(code.pool().member(code.u2(at + 1)), code.owner(), state);
            case 181 -> setField(code, code.pool().member(code.u2(at + 1)), state);
            case 182, 183, 184, 185 ->
                calls.invoke(opcode, code.pool().member(code.u2(at + 1)), code.owner(), state, depth);
            case 187 -> create(code.pool().type(code.u2(at + 1)), code.owner(), state);
            case 190 -> length(state);
            case 192 -> cast(type(code.pool().type(code.u2(at + 1)), code.owner()), state);
            case 193 -> instance(type(code.pool().type(code.u2(at + 1)), code.owner()), state);
            default -> {
                if (opcode >= 96 && opcode <= 152) {
                    arithmetic(opcode, state);
                } else {
                    throw new Stop(notTranslated(opcode));
                }
            }
        }
    }

    private static String notTranslated(int opcode) {
        return switch (opcode) {
            case 83, 84, 85, 86 -> "it writes an element of an array";
            case 186 -> "it makes a string or a lambda, or uses pattern matching";
            case 188, 189, 197 -> "it makes an array";
            case 191 -> "it throws";
            case 194, 195 -> "it synchronizes";
            default -> "it has instruction " + opcode;
        };
    }

    private void constant(MethodCode code, int index, State state) {
        Object value = code.pool().constant(index);
        if (value == null && code.pool().isType(index)) {
            value = type(code.pool().type(index), code.owner());
        }
        if (value == null) {
            throw new Stop("it uses a constant that is computed");
        }
        state.push(value instanceof Number ? graph.constant(value) : new Known(value));
    }

    private static void load(State state, int slot) {
        if (state.locals[slot] == null) {
            throw new Stop("it uses a variable that refers to different objects");
        }
        state.push(state.locals[slot]);
    }

    private void increment(MethodCode code, int at, State state) {
        int slot = code.variable(at);
        int by = code.u1(at) == 132 ? code.code()[at + 2] : code.s2(at + 4);
        state.locals[slot] = graph.binary(Op.ADD, (Node) state.locals[slot], graph.constant(by));
    }

    private static void stack(int opcode, State state) {
        int top = state.stack.size() - 1;
        boolean isWide = State.isWide(state.stack.get(top));
        switch (opcode) {
            case 87 -> state.pop();
            case 88 -> {
                state.pop();
                if (!isWide) {
                    state.pop();
                }
            }
            case 89 -> state.push(state.stack.get(top));
            case 90 -> state.stack.add(top - 1, state.stack.get(top));
            case 91 ->
                state.stack.add(State.isWide(state.stack.get(top - 1)) ? top - 1 : top - 2, state.stack.get(top));
            case 92 -> duplicateTwo(state, top + 1, isWide);
            case 93 -> duplicateTwo(state, isWide ? top - 1 : top - 2, isWide);
            case 94 -> {
                int below = isWide ? top - 1 : top - 2;
                duplicateTwo(state, State.isWide(state.stack.get(below)) ? below : below - 1, isWide);
            }
            default -> state.stack.add(top - 1, state.pop());
        }
    }

    /** Inserts a copy of the two upper slots: one wide value, or two. */
    private static void duplicateTwo(State state, int place, boolean isWide) {
        int top = state.stack.size() - 1;
        List<Object> copied = new ArrayList<>(state.stack.subList(isWide ? top : top - 1, top + 1));
        state.stack.addAll(place, copied);
    }

    // ---- numbers

    private void arithmetic(int opcode, State state) {
        if (opcode >= 133 && opcode <= 147) {
            Node from = state.popNumber();
            state.push(
                    switch (opcode) {
                        case 145 -> graph.unary(Op.TO_BYTE, from);
                        case 146 -> graph.unary(Op.TO_CHAR, from);
                        case 147 -> graph.unary(Op.TO_SHORT, from);
                        case 136, 139, 142 -> graph.convert(from, Kind.INT);
                        case 133, 140, 143 -> graph.convert(from, Kind.LONG);
                        case 134, 137, 144 -> graph.convert(from, Kind.FLOAT);
                        default -> graph.convert(from, Kind.DOUBLE);
                    });
            return;
        }
        Node second = state.popNumber();
        if (opcode >= 116 && opcode <= 119) {
            state.push(graph.unary(Op.NEG, second));
            return;
        }
        Node first = state.popNumber();
        if (opcode >= 148) {
            state.push(compared(first, second, opcode == 150 || opcode == 152));
            return;
        }
        Op op = opcode < 116
                ? List.of(Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM).get((opcode - 96) / 4)
                : List.of(Op.SHL, Op.SHR, Op.USHR, Op.AND, Op.OR, Op.XOR).get((opcode - 120) / 2);
        state.push(op == Op.DIV || op == Op.REM ? divided(op, first, second, state) : graph.binary(op, first, second));
    }

    /** -1, 0 or 1, as lcmp, fcmpl and fcmpg give it. */
    private Node compared(Node first, Node second, boolean isNanGreater) {
        Node equal = graph.compare(Op.EQ, first, second);
        Node equalOr = graph.select(equal, graph.constant(0), graph.constant(isNanGreater ? 1 : -1));
        return isNanGreater
                ? graph.select(graph.compare(Op.LT, first, second), graph.constant(-1), equalOr)
                : graph.select(graph.compare(Op.LT, second, first), graph.constant(1), equalOr);
    }

    private Node divided(Op op, Node first, Node second, State state) {
        if (!first.kind.isIntegral()) {
            return op == Op.REM ? called("remainder", first, second) : graph.binary(op, first, second);
        }
        Node result = graph.binary(op, first, second);
        if (result.op != op) {
            return result; // by a constant
        }
        boolean isLong = first.kind == Kind.LONG;
        Node zero = isLong ? graph.constant(0L) : graph.constant(0);
        translator.bail(state, graph.compare(Op.EQ, second, zero), "it divides by zero");
        if (isLong) {
            return called(op == Op.DIV ? "divide" : "remainder", first, second);
        }
        return op == Op.DIV
                ? result
                : graph.binary(Op.SUB, first, graph.binary(Op.MUL, graph.binary(Op.DIV, first, second), second));
    }

    private Node called(String function, Node first, Node second) {
        return graph.call(LaneFunctions.ofTwo(function, VectorApi.element(first.kind)), first, second);
    }

    // ---- objects

    /** Whether two references are the same. */
    Node isSame(Object first, Object second) {
        if (first instanceof Known one && second instanceof Known other) {
            return one.value() == other.value() ? graph.yes : graph.no;
        }
        if (first instanceof Choice || second instanceof Choice) {
            return graph.compare(Op.EQ, ordinal(first), ordinal(second));
        }
        boolean isNew = first instanceof Made || second instanceof Made;
        boolean isNull = first instanceof Known one && one.value() == null
                || second instanceof Known other && other.value() == null;
        if (isNew && isNull) {
            return graph.no;
        }
        throw new Stop("it compares references");
    }

    /** The ordinal of a constant of an enum; -1 for null. */
    Node ordinal(Object value) {
        if (value instanceof Choice choice) {
            return choice.ordinal();
        }
        if (value instanceof Known known && (known.value() == null || known.value() instanceof Enum<?>)) {
            return graph.constant(known.value() == null ? -1 : ((Enum<?>) known.value()).ordinal());
        }
        throw new Stop("it uses an object that is not a constant of an enum");
    }

    private void cast(Class<?> type, State state) {
        Object value = state.stack.get(state.stack.size() - 1);
        boolean fits = value instanceof Known known && (known.value() == null || type.isInstance(known.value()))
                || value instanceof Made made && type.isAssignableFrom(made.type)
                || value instanceof Choice choice && type.isAssignableFrom(choice.type());
        if (!fits) {
            throw new Stop("it casts an object to " + type.getSimpleName());
        }
    }

    private void instance(Class<?> type, State state) {
        Object value = state.pop();
        if (value instanceof Choice choice && type.isAssignableFrom(choice.type())) {
            state.push(graph.number(graph.not(graph.compare(Op.LT, choice.ordinal(), graph.constant(0)))));
            return;
        }
        if (!(value instanceof Known) && !(value instanceof Made)) {
            throw new Stop("it uses instanceof of an object that is not known");
        }
        boolean is = value instanceof Made made
                ? type.isAssignableFrom(made.type)
                : type.isInstance(((Known) value).value());
        state.push(graph.constant(is ? 1 : 0));
    }

    private void length(State state) {
        if (!(state.pop() instanceof Known known) || known.value() == null) {
            throw new Stop("it reads the length of an array that is not known");
        }
        state.push(graph.constant(Array.getLength(known.value())));
    }

    private void create(String name, Class<?> owner, State state) {
        Class<?> type = initialised(type(name, owner));
        if (type.getSuperclass() != Record.class && type.getSuperclass() != Object.class) {
            throw new Stop("it makes an object of class " + type.getSimpleName());
        }
        state.push(new Made(type, Map.of()));
    }

    /** Calls the constructor of a record; null if it returns on no path. */
    Object construct(Class<?> type, List<Object> values, State state) throws Refused {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        String descriptor = MethodType.methodType(void.class, types).toMethodDescriptorString();
        MethodCode code = MethodCode.find(type, CONSTRUCTOR, descriptor);
        if (code == null) {
            throw new Stop("the class file of " + type.getName() + " is not found");
        }
        List<Object> arguments = new ArrayList<>(values);
        arguments.add(0, new Made(type, Map.of()));
        return translator.run(code, true, arguments, state, 0);
    }

    /** Reads a field of a record by its accessor. */
    Object accessor(Object record, Class<?> type, RecordComponent field, State state) throws Refused {
        boolean isRecord = record instanceof Made made && made.type == type
                || record instanceof Known known && type.isInstance(known.value());
        if (!isRecord) {
            throw new Stop("it returns no " + type.getSimpleName() + " that it has made or got");
        }
        Method accessor = field.getAccessor();
        Object value = calls.call(record, accessor.getName(), descriptor(accessor), List.of(), state, 0);
        if (value == null) {
            throw new Stop("the accessor " + field.getName() + "() returns on no path");
        }
        return value;
    }

    /** An object of a record as one whose fields are values. */
    Made fieldsOf(Object value, Class<?> type) {
        if (value instanceof Made made) {
            return made;
        }
        Object record = ((Known) value).value();
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Field field = declared(type, component.getName());
            fields.put(field.getName(), read(record, field, field.getName(), null));
        }
        return new Made(type, fields);
    }

    /** A constructor sets the fields of its object: others may refer to an object that is made. */
    private void setField(MethodCode code, Member member, State state) {
        String name = member.name();
        Object value = state.pop();
        Object object = state.pop();
        if (object instanceof Known known && known.value() != null) {
            write(source(known.value(), declared(type(member.owner(), code.owner()), name), name), value, state);
            return;
        }
        boolean isOwn = code.name().equals(CONSTRUCTOR) && object == state.locals[0];
        if (!isOwn || !(object instanceof Made made) || made.fields.containsKey(name)) {
            throw new Stop("it writes a field of an object");
        }
        state.replace(made, made.with(name, value));
    }

    private void setStatic(Member member, Class<?> owner, State state) {
        write(source(null, declaredStatic(member, owner), member.name()), state.pop(), state);
    }

    private void setElement(State state) {
        Object value = state.pop();
        Object index = state.pop();
        Object array = state.pop();
        if (!(array instanceof Known known)
                || known.value() == null
                || !(index instanceof Node at && at.isConstant())) {
            throw new Stop("it writes an element of an array");
        }
        write(source(known.value(), (Integer) at.data), value, state);
    }

    /** Writes what may be an {@link Accumulator}: that is known at the end only. */
    private void write(Source source, Object value, State state) {
        boolean isNumber = NUMBERS.contains(source.type());
        if (!isNumber || translator.others.contains(source)) {
            throw new Stop("it writes " + (source.base().getClass().isArray() ? "an element of an array" : "a field")
                    + (isNumber
                            ? " that is no sum, minimum or maximum"
                            : " of type " + source.type().getSimpleName()));
        }
        state.cells.put(source, new Cell((Node) value, state.path.everywhere()));
    }

    private void field(Member member, Class<?> owner, State state) {
        Object object = state.pop();
        if (object instanceof Made made) {
            Object value = made.fields.get(member.name());
            if (value == null) {
                throw new Stop("it reads a field that is not set");
            }
            state.push(value);
            return;
        }
        if (object instanceof Choice choice) {
            state.push(fieldOfConstant(choice, member.name(), state));
            return;
        }
        if (!(object instanceof Known known) || known.value() == null) {
            throw new Stop("it reads a field of an object that is not known");
        }
        Field field = declared(type(member.owner(), owner), member.name());
        state.push(read(known.value(), field, member.name(), state));
    }

    /** A final field of an enum's constants, of which each has its own value. */
    private Node fieldOfConstant(Choice choice, String name, State state) {
        Object[] constants = choice.type().getEnumConstants();
        Field field = declared(choice.type(), name);
        if (field == null
                || !Modifier.isFinal(field.getModifiers())
                || !field.getType().isPrimitive()) {
            throw new Stop("it reads field " + name + " of an enum's constant");
        }
        requireConstant(choice, constants.length, state);
        Node result = null;
        for (int i = constants.length - 1; i >= 0; i--) {
            Node value = primitive(BodyCode.read(constants[i], UnsafeApi.objectFieldOffset(field), field.getType()));
            Node isIt = graph.compare(Op.EQ, choice.ordinal(), graph.constant(i));
            result = result == null ? value : graph.select(isIt, value, result);
        }
        return result;
    }

    /** Bails where a reference to an enum's constant is null, and stops if there are too many constants. */
    void requireConstant(Choice choice, int constants, State state) {
        if (constants > MOST_CHOICES) {
            throw new Stop("it uses an enum with more than " + MOST_CHOICES + " constants");
        }
        Node isNull = graph.compare(Op.LT, choice.ordinal(), graph.constant(0));
        translator.bail(state, isNull, "it uses a constant of an enum that is null");
    }

    private Object staticField(Member member, Class<?> owner, State state) {
        return read(null, declaredStatic(member, owner), member.name(), state);
    }

    private static Field declaredStatic(Member member, Class<?> owner) {
        Class<?> type = type(member.owner(), owner);
        Field field = declared(type, member.name());
        if (field == null) {
            throw new Stop("it reads field " + member.name() + ", which is not found");
        }
        if (field.getName().startsWith(SWITCH_MAP)) {
            UnsafeApi.ensureClassInitialized(field.getDeclaringClass());
        }
        initialised(field.getDeclaringClass());
        return field;
    }

    /** The class, which the body's own code would initialise if it were not yet. */
    static Class<?> initialised(Class<?> type) {
        if (UnsafeApi.shouldBeInitialized(type)) {
            throw new Stop("it uses class " + type.getSimpleName() + ", which is not initialised yet");
        }
        return type;
    }

    /** Where a field is. */
    private static Source source(Object object, Field field, String name) {
        if (field == null || Modifier.isVolatile(field.getModifiers())) {
            throw new Stop("it uses field " + name + ", which is volatile or not found");
        }
        return Modifier.isStatic(field.getModifiers())
                ? new Source(UnsafeApi.staticFieldBase(field), UnsafeApi.staticFieldOffset(field), field.getType())
                : new Source(object, UnsafeApi.objectFieldOffset(field), field.getType());
    }

    /** Where an element is. */
    private static Source source(Object array, int at) {
        if (at < 0 || at >= Array.getLength(array)) {
            throw new Stop("it uses an element that an array lacks");
        }
        Class<?> type = array.getClass();
        long offset = UnsafeApi.arrayBaseOffset(type) + (long) at * UnsafeApi.arrayIndexScale(type);
        return new Source(array, offset, type.getComponentType());
    }

    /** The value of a field: a constant, invariant, or an object that is guarded. */
    private Object read(Object object, Field field, String name, State state) {
        Source source = source(object, field, name);
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        Class<?> owner = field.getDeclaringClass();
        boolean isTrusted = isFinal && (Modifier.isStatic(field.getModifiers()) || owner.isRecord() || owner.isEnum());
        if (source.type().isPrimitive()) {
            return isTrusted ? primitive(source.read()) : number(source, state);
        }
        Object value = isFinal ? source.read() : translator.guarded(source, state);
        return field.getName().startsWith(SWITCH_MAP) ? new SwitchMap((int[]) value) : new Known(value);
    }

    /** A table of the compiler that nothing changes. */
    private record SwitchMap(int[] cases) {}

    private Node number(Source source, State state) {
        Node value = translator.columns.cell(state, source).value();
        return source.type() == boolean.class ? graph.number(isNotZero(value)) : value;
    }

    Node primitive(Object boxed) {
        return graph.constant(
                boxed instanceof Boolean is
                        ? (Object) (is ? 1 : 0)
                        : boxed instanceof Character c
                                ? (Object) (int) c
                                : boxed instanceof Byte || boxed instanceof Short
                                        ? (Object) ((Number) boxed).intValue()
                                        : boxed);
    }

    private void element(State state) {
        Object index = state.pop();
        Object array = state.pop();
        if (array instanceof SwitchMap map && index instanceof Node ordinal) {
            state.push(caseOf(map.cases, ordinal, state));
            return;
        }
        if (!(array instanceof Known known) || known.value() == null || !(index instanceof Node place)) {
            throw new Stop("it reads an element of an array that is not known");
        }
        Object values = known.value();
        if (!place.isConstant()) {
            state.push(elementByRow(values, place, state));
            return;
        }
        Source source = source(values, (Integer) place.data);
        if (!source.type().isPrimitive()) {
            state.push(new Known(translator.guarded(source, state)));
            return;
        }
        state.push(number(source, state));
    }

    /** An element at an index that differs from row to row. */
    private Node elementByRow(Object array, Node index, State state) {
        Class<?> type = array.getClass().getComponentType();
        if (!type.isPrimitive()) {
            throw new Stop("it reads an element of an array of objects at an index that is not a constant");
        }
        Node length = graph.constant(Array.getLength(array));
        calls.bailOutside(index, length, "it reads an element that an array lacks", state);
        Node element = graph.call(LaneFunctions.elementsOf(array), index);
        return type == boolean.class ? graph.number(isNotZero(element)) : element;
    }

    private Node isNotZero(Node number) {
        return graph.not(graph.compare(Op.EQ, number, graph.constant(0)));
    }

    private Node caseOf(int[] cases, Node ordinal, State state) {
        if (cases.length > MOST_CHOICES) {
            throw new Stop("it switches over an enum with more than " + MOST_CHOICES + " constants");
        }
        Node result = graph.constant(0);
        for (int i = 0; i < cases.length; i++) {
            Node isIt = graph.compare(Op.EQ, ordinal, graph.constant(i));
            result = graph.select(isIt, graph.constant(cases[i]), result);
        }
        return result;
    }

    static Field declared(Class<?> holder, String name) {
        for (Class<?> c = holder; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
        }
        for (Class<?> c = holder; c != null; c = c.getSuperclass()) {
            for (Class<?> parent : c.getInterfaces()) {
                Field field = declared(parent, name);
                if (field != null) {
                    return field;
                }
            }
        }
        return null;
    }

    static Class<?> type(String internalName, Class<?> seenFrom) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, seenFrom.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Stop("class " + internalName + " is not found");
        }
    }
}
