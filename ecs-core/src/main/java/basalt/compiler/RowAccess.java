package basalt.compiler;

import basalt.compiler.KernelBody.Argument;
import basalt.compiler.MethodCode.Member;
import basalt.compiler.State.Known;
import basalt.compiler.State.Stop;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.UnsafeApi;

/**
 * The columns of its row that a body reads and writes, found by a data-flow analysis of its bytecode, and those that it
 * reads of other entities by {@code world.get(entity, ...)}, where it has the row.
 *
 * <p>The analysis follows the row, and the objects that are known without running the body: those that it has captured,
 * and constants. It goes through loops and exception handlers until nothing changes, takes each branch as possible, and
 * enters the methods that get the row. So what it finds is what some run may do, or more. It gives up where the row or
 * a column cannot be followed: in fields, arrays, new lambdas, methods that may be overridden, and methods of the JDK.
 * What a body calls without its row is not looked at, so that classes of the JDK play no part.
 *
 * <p>Each variable and each place on the operand stack is a {@link Known} object or a {@link Value}; null is a variable
 * that has none yet. A long or double is two of them, as in the JVM.
 */
public final class RowAccess {
    private static final String ROW_CLASS = "basalt/query/Row";
    private static final String WORLD_CLASS = "basalt/world/World";
    private static final String CONSTRUCTOR = "<init>";
    private static final int MOST_CALLS = 64;
    private static final int MOST_METHODS = 1000;

    /**
     * The places that an instruction takes from the stack, by its opcode, 50 in a line; a dash if it is not one of
     * those that only make numbers and unknown objects.
     */
    private static final String TAKEN = "000000000000000000--00000-0000000000000000----2222"
            + "2222-------------------------3434333312-------2424"
            + "24242424242424241212232323242424011122211122211142"
            + "244111111222222220--11---------------0111--111--11"
            + "0-";

    /** The places that it adds. */
    private static final String ADDED = "011111111221112211--21212-1111222211112222----1212"
            + "1111-------------------------0000000000-------1212"
            + "12121212121212121212121212121212021211212212111111"
            + "111000000000000000--00---------------1111--100--00"
            + "0-";

    /** What is known of a value that is no known object. */
    private enum Value {
        ROW,
        /** On some paths the row. */
        MIXED,
        /** Neither the row nor a known object. */
        OTHER
    }

    /** A method and what it is called with. */
    private record Call(MethodCode code, List<Object> arguments) {}

    private final Set<Column> reads = new LinkedHashSet<>();
    private final Set<Column> writes = new LinkedHashSet<>();
    private final Set<Component<?>> records = new LinkedHashSet<>();
    private final Set<Component<?>> asked = new LinkedHashSet<>();
    private final Map<Call, Object> results = new HashMap<>();

    private RowAccess() {}

    /**
     * What a body does with its row. It may initialise the classes that have the constants of its columns.
     *
     * @param body gets the row, and perhaps the recorder of commands; or records
     * @return null if it is not known, as for each body in a JVM in which the code of lambdas is not found
     */
    public static RowAccess of(KernelBody body) {
        RowAccess access = new RowAccess();
        List<Object> values = new ArrayList<>(List.of(new Known(body.function())));
        for (Object argument : body.arguments()) {
            values.add(argument == Argument.ROW ? Value.ROW : Value.OTHER);
            if (argument == Argument.ENTITY) { // a long
                values.add(Value.OTHER);
            }
        }
        try {
            String descriptor = Instructions.descriptor(body.method());
            access.callVirtual(body.method().getDeclaringClass(), body.method().getName(), descriptor, values, 0);
            return access;
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }

    /** The columns that it reads. */
    public Set<Column> reads() {
        return reads;
    }

    /** The components of other entities whose records it reads. */
    public Set<Component<?>> records() {
        return records;
    }

    /** The columns that it writes. */
    public Set<Column> writes() {
        return writes;
    }

    /** The components for which it asks whether the entity has them. */
    public Set<Component<?>> asked() {
        return asked;
    }

    // ---- methods

    private Object callVirtual(Class<?> owner, String name, String descriptor, List<Object> values, int depth) {
        MethodCode declared = MethodCode.find(owner, name, descriptor);
        if (declared != null && Modifier.isPrivate(declared.modifiers())) {
            return run(declared, values, depth);
        }
        if (values.get(0) instanceof Known known) {
            Class<?> type = known.value().getClass();
            MethodCode code = MethodCode.find(type, name, descriptor);
            return code == null && type.isHidden()
                    ? callLambda(known.value(), values.subList(1, values.size()), depth)
                    : run(code, values, depth);
        }
        boolean isFinal = declared != null && Modifier.isFinal(declared.modifiers() | owner.getModifiers());
        return run(isFinal ? declared : null, values, depth);
    }

    private Object callLambda(Object lambda, List<Object> arguments, int depth) {
        BodyCode body = BodyCode.of(lambda);
        if (body == null || body.method() == null || body.isConstructor()) {
            throw new Stop("the code of a lambda is not found");
        }
        MethodCode code = body.method();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < body.captured().size(); i++) {
            Object captured = body.captured().get(i);
            boolean isPrimitive = body.isPrimitive(i);
            values.add(isPrimitive || captured == null ? Value.OTHER : new Known(captured));
            if (isPrimitive && (captured instanceof Long || captured instanceof Double)) {
                values.add(Value.OTHER);
            }
        }
        values.addAll(arguments);
        return code.isStatic()
                ? run(code, values, depth)
                : callVirtual(code.owner(), code.name(), code.type().toMethodDescriptorString(), values, depth);
    }

    private Object run(MethodCode code, List<Object> values, int depth) {
        if (code == null || !isUsers(code.owner()) || depth > MOST_CALLS || results.size() > MOST_METHODS) {
            throw new Stop("it passes the row to a method that is not followed");
        }
        int places = code.isStatic() ? 0 : 1;
        for (Class<?> type : code.type().parameterArray()) {
            places += places(type.descriptorString());
        }
        if (places != values.size()) {
            throw new Stop("it passes boxed numbers beside the row");
        }
        Call call = new Call(code, List.copyOf(values));
        Object result = results.get(call);
        if (result == null) {
            results.put(call, code.type().returnType().isPrimitive() ? Value.OTHER : Value.MIXED); // if it calls itself
            result = new Run(code, depth).from(values);
            results.put(call, result);
        }
        return result;
    }

    private static boolean isUsers(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    /** A call of a method of a world. */
    private void callWorld(String method, List<Object> values) {
        if (method.equals("set") || method.equals("update")) { // rows that may be those of the query
            throw new Stop("it writes by world." + method + "()");
        }
        boolean isRead = method.equals("get") || method.equals("has");
        Object what = values.get(values.size() - 1);
        if (!isRead || !(what instanceof Known known)) {
            return; // what is no constant is to be declared
        }
        if (known.value() instanceof Column column) {
            reads.add(column);
        } else {
            (method.equals("get") ? records : asked).add(Columns.component(what));
        }
    }

    /** A call of a method of the row itself. */
    private void callRow(Member method, List<Object> arguments) {
        if (!method.owner().equals(ROW_CLASS) || arguments.stream().anyMatch(RowAccess::mayBeRow)) {
            throw new Stop("it uses the row as an object");
        }
        switch (method.name()) {
            case "get" -> {
                Column column = Columns.column(arguments.get(0));
                if (column.kind() == ColumnKind.REFERENCE) {
                    throw new Stop("it gets an object, which it may change");
                }
                reads.add(column);
            }
            case "length", "list", "isNull", "equals", "compare", "hash" -> reads.add(Columns.column(arguments.get(0)));
            case "set", "add", "remove", "swapRemove", "clear" -> writes.add(Columns.column(arguments.get(0)));
            case "has", "isEnabled" -> asked.add(Columns.component(arguments.get(0)));
            case "entity", "index" -> {}
            default -> throw new Stop("it calls " + method.name() + "() of the row");
        }
    }

    private static boolean mayBeRow(Object value) {
        return value == Value.ROW || value == Value.MIXED;
    }

    private static int places(String descriptor) {
        return switch (descriptor.charAt(0)) {
            case 'J', 'D' -> 2;
            case 'V' -> 0;
            default -> 1;
        };
    }

    /** What is known where two paths meet. */
    private static Object merge(Object first, Object second) {
        return first == null
                ? second == null ? null : merge(Value.OTHER, second)
                : first.equals(second) ? first : mayBeRow(first) || mayBeRow(second) ? Value.MIXED : Value.OTHER;
    }

    /** What is known before an instruction. */
    private record Frame(Object[] locals, List<Object> stack) {
        Frame copy() {
            return new Frame(locals.clone(), new ArrayList<>(stack));
        }

        void push(Object value) {
            stack.add(value);
        }

        Object pop() {
            return stack.remove(stack.size() - 1);
        }

        /** The upper values of the stack, the lowest one first. */
        List<Object> pop(int count) {
            List<Object> upper = stack.subList(stack.size() - count, stack.size());
            List<Object> values = new ArrayList<>(upper);
            upper.clear();
            return values;
        }

        void load(int slot) {
            push(locals[slot] == null ? Value.OTHER : locals[slot]);
        }

        void storeNumber(int slot, int places) {
            pop(places);
            Arrays.fill(locals, slot, slot + places, Value.OTHER);
        }

        /** Inserts a copy of the upper values below others. */
        void duplicate(int count, int below) {
            int top = stack.size() - count;
            stack.addAll(top - below, List.copyOf(stack.subList(top, top + count)));
        }

        /** Adds another path to this point; returns whether less is known then. */
        boolean merge(Frame other) {
            Object[] oldLocals = locals.clone();
            List<Object> oldStack = List.copyOf(stack);
            Arrays.setAll(locals, i -> RowAccess.merge(locals[i], other.locals[i]));
            for (int i = 0; i < stack.size(); i++) {
                stack.set(i, RowAccess.merge(stack.get(i), other.stack.get(i)));
            }
            return !Arrays.equals(oldLocals, locals) || !oldStack.equals(stack);
        }
    }

    /** The analysis of a method. */
    private final class Run {
        private final MethodCode code;
        private final int depth;
        private final Map<Integer, Frame> frames = new HashMap<>();

        /** The instructions before which less is known than when they were looked at. */
        private final TreeSet<Integer> changed = new TreeSet<>();

        private Object result;

        Run(MethodCode code, int depth) {
            this.code = code;
            this.depth = depth;
        }

        /** Returns what is known of the result. */
        Object from(List<Object> values) {
            flow(0, new Frame(values.toArray(new Object[code.locals()]), new ArrayList<>()));
            while (!changed.isEmpty()) {
                int at = changed.pollFirst();
                step(at, frames.get(at).copy());
            }
            return result == null ? Value.OTHER : result;
        }

        private void flow(int to, Frame frame) {
            Frame known = frames.get(to);
            if (known == null) {
                frames.put(to, frame.copy());
                changed.add(to);
            } else if (known.merge(frame)) {
                changed.add(to);
            }
        }

        private void step(int at, Frame frame) {
            int[] handlers = code.handlers();
            for (int i = 0; i < handlers.length; i += 4) {
                if (at >= handlers[i] && at < handlers[i + 1]) {
                    flow(handlers[i + 2], new Frame(frame.locals, List.of(Value.OTHER)));
                }
            }
            int opcode = code.operation(at);
            int next = at + Instructions.length(code, at);
            if (opcode >= 172 && opcode <= 177) {
                Object returned = opcode == 176 ? frame.pop() : Value.OTHER;
                result = result == null ? returned : RowAccess.merge(result, returned);
            } else if (opcode >= 153 && opcode <= 171 || opcode >= 198) {
                branch(opcode, at, next, frame);
            } else if (opcode != 191) { // athrow
                execute(opcode, at, frame);
                flow(next, frame);
            }
        }

        private void branch(int opcode, int at, int next, Frame frame) {
            numbers(opcode, frame);
            boolean isSwitch = opcode == 170 || opcode == 171;
            if (!isSwitch) {
                flow(at + (opcode == 200 ? code.s4(at + 1) : code.s2(at + 1)), frame);
                if (opcode != 167 && opcode != 200) { // goto
                    flow(next, frame);
                }
                return;
            }
            int table = (at & -4) + 4;
            flow(at + code.s4(table), frame);
            int step = opcode == 170 ? 4 : 8; // a lookup has keys too
            for (int i = table + 12; i < next; i += step) {
                flow(at + code.s4(i), frame);
            }
        }

        // opcodes of the Java Virtual Machine Specification, chapter 6
        private void execute(int opcode, int at, Frame frame) {
            switch (opcode) {
                case 18, 19 -> frame.push(constant(opcode == 18 ? code.u1(at + 1) : code.u2(at + 1)));
                case 25 -> frame.load(code.variable(at));
                case 54, 55, 56, 57, 58 -> store(opcode - 54, code.variable(at), frame);
                case 83 -> requireNoRow(frame.pop(3), "an array");
                case 89, 90, 91 -> frame.duplicate(1, opcode - 89);
                case 92, 93, 94 -> frame.duplicate(2, opcode - 92);
                case 95 -> {
                    frame.duplicate(1, 1);
                    frame.pop();
                }
                case 178, 179, 180, 181 -> field(opcode, code.pool().member(code.u2(at + 1)), frame);
                case 182, 183, 184, 185, 186 -> invoke(opcode, code.u2(at + 1), frame);
                case 192 -> {} // checkcast
                case 197 -> {
                    frame.pop(code.u1(at + 3));
                    frame.push(Value.OTHER);
                }
                default -> numbers(opcode, frame);
            }
        }

        /** An instruction that uses no object as what it is. */
        private void numbers(int opcode, Frame frame) {
            if (opcode >= TAKEN.length() || TAKEN.charAt(opcode) == '-') {
                throw new Stop("it has instruction " + opcode);
            }
            frame.pop(TAKEN.charAt(opcode) - '0');
            for (int i = ADDED.charAt(opcode) - '0'; i > 0; i--) {
                frame.push(Value.OTHER);
            }
        }

        /** A store of a type: 0 for int, and then long, float, double, and references. */
        private void store(int type, int slot, Frame frame) {
            if (type == 4) {
                frame.locals[slot] = frame.pop();
            } else {
                frame.storeNumber(slot, type == 1 || type == 3 ? 2 : 1);
            }
        }

        private Object constant(int index) {
            return code.pool().isType(index)
                    ? new Known(Instructions.type(code.pool().type(index), code.owner()))
                    : Value.OTHER;
        }

        private void requireNoRow(List<Object> values, String where) {
            if (values.stream().anyMatch(RowAccess::mayBeRow)) {
                throw new Stop("it stores the row in " + where);
            }
        }

        private void field(int opcode, Member field, Frame frame) {
            boolean isStatic = opcode <= 179;
            int places = places(field.descriptor());
            if (opcode == 179 || opcode == 181) {
                requireNoRow(frame.pop(places + (isStatic ? 0 : 1)), "a field");
                return;
            }
            Object object = isStatic ? null : frame.pop();
            if (places == 2) {
                frame.push(Value.OTHER);
            }
            frame.push(
                    isStatic
                            ? staticField(field)
                            : object instanceof Known known ? field(known.value(), field) : Value.OTHER);
        }

        /** The value of a final field of an object. */
        private Object field(Object object, Member member) {
            Field field = Instructions.declared(Instructions.type(member.owner(), code.owner()), member.name());
            boolean isKnown = field != null
                    && field.getDeclaringClass().isInstance(object) // not so on a path that a cast keeps others from
                    && Modifier.isFinal(field.getModifiers())
                    && !field.getType().isPrimitive();
            return isKnown ? known(object, UnsafeApi.objectFieldOffset(field), field) : Value.OTHER;
        }

        /** The value of a final static field, if it is one of those that kernels use. */
        private Object staticField(Member member) {
            Field field = Instructions.declared(Instructions.type(member.owner(), code.owner()), member.name());
            if (field == null || !Modifier.isFinal(field.getModifiers()) || !isUsers(field.getDeclaringClass())) {
                return Value.OTHER;
            }
            Class<?> type = field.getType();
            if (!Column.class.isAssignableFrom(type)
                    && !Component.class.isAssignableFrom(type)
                    && type != Class.class) {
                return Value.OTHER;
            }
            UnsafeApi.ensureClassInitialized(field.getDeclaringClass());
            return known(UnsafeApi.staticFieldBase(field), UnsafeApi.staticFieldOffset(field), field);
        }

        private Object known(Object base, long offset, Field field) {
            // SAFETY: the field is one of the object, or of the class whose fields the base has.
            Object value = BodyCode.read(base, offset, field.getType());
            return value == null ? Value.OTHER : new Known(value);
        }

        private void invoke(int opcode, int index, Frame frame) {
            MethodTypeDesc type = MethodTypeDesc.ofDescriptor(code.pool().descriptor(index));
            int places = opcode == 184 || opcode == 186 ? 0 : 1;
            for (int i = 0; i < type.parameterCount(); i++) {
                places += places(type.parameterType(i).descriptorString());
            }
            List<Object> values = frame.pop(places);
            Object returned = Value.OTHER;
            if (opcode != 186 && code.pool().member(index).owner().equals(WORLD_CLASS)) {
                callWorld(code.pool().member(index).name(), values);
            }
            if (values.stream().anyMatch(RowAccess::mayBeRow)) {
                if (opcode == 186 || values.contains(Value.MIXED)) {
                    throw new Stop("it captures the row, or uses it as an object");
                }
                returned = call(opcode, code.pool().member(index), values);
            }
            int added = places(type.returnType().descriptorString());
            for (int i = 0; i < added; i++) {
                frame.push(returned);
            }
        }

        private Object call(int opcode, Member method, List<Object> values) {
            if (opcode != 184 && values.get(0) == Value.ROW) {
                callRow(method, values.subList(1, values.size()));
                return Value.OTHER;
            }
            if (method.name().equals(CONSTRUCTOR)) {
                throw new Stop("it makes an object of the row");
            }
            Class<?> owner = Instructions.type(method.owner(), code.owner());
            return opcode == 183 || opcode == 184
                    ? run(MethodCode.find(owner, method.name(), method.descriptor()), values, depth + 1)
                    : callVirtual(owner, method.name(), method.descriptor(), values, depth + 1);
        }
    }
}
