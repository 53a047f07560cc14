package basalt.compiler;

import basalt.compiler.Graph.Function;
import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.MethodCode.Member;
import basalt.compiler.State.Choice;
import basalt.compiler.State.Known;
import basalt.compiler.State.Made;
import basalt.compiler.State.Stop;
import basalt.compiler.State.Unknown;
import basalt.compiler.Translation.Refused;
import basalt.storage.access.Store;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Executes the calls of methods symbolically: what they do becomes a part of the body. */
final class Calls {
    private static final String CONSTRUCTOR = "<init>";

    private final Translator translator;
    private final Instructions objects;
    private final Graph graph;

    Calls(Translator translator, Instructions objects) {
        this.translator = translator;
        this.objects = objects;
        this.graph = translator.graph;
    }

    /** An instruction that calls a method. */
    void invoke(int opcode, Member member, Class<?> owner, State state, int depth) throws Refused {
        MethodType type = methodType(member, owner);
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < type.parameterCount(); i++) {
            arguments.add(state.pop());
        }
        Collections.reverse(arguments);
        Object result;
        if (opcode == 184) {
            result = callStatic(member, owner, arguments, state, depth);
        } else if (opcode == 183) {
            result = callSpecial(member, owner, state.pop(), arguments, state, depth);
        } else {
            result = callVirtual(member, owner, state.pop(), arguments, state, depth);
        }
        if (result != null && result != Unknown.NOTHING) {
            state.push(result);
        }
    }

    private static MethodType methodType(Member member, Class<?> owner) {
        try {
            return MethodType.fromMethodDescriptorString(member.descriptor(), owner.getClassLoader());
        } catch (TypeNotPresentException e) {
            throw new Stop("it calls " + member.name() + "(), and class " + e.typeName() + " is not found");
        }
    }

    private Object callStatic(Member member, Class<?> owner, List<Object> arguments, State state, int depth)
            throws Refused {
        Object read = translator.otherRows.read(member, arguments);
        Object intrinsic = read != null ? read : intrinsic(member, arguments);
        if (intrinsic != null) {
            return intrinsic;
        }
        Class<?> holder = Instructions.initialised(Instructions.type(member.owner(), owner));
        return run(MethodCode.find(holder, member.name(), member.descriptor()), member.name(), arguments, state, depth);
    }

    /** A constructor, a private method, or one of a superclass. */
    private Object callSpecial(
            Member member, Class<?> owner, Object receiver, List<Object> arguments, State state, int depth)
            throws Refused {
        boolean isConstructor = member.name().equals(CONSTRUCTOR);
        if (isConstructor
                && (member.owner().equals("java/lang/Object") || member.owner().equals("java/lang/Record"))) {
            return Unknown.NOTHING;
        }
        MethodCode code = MethodCode.find(Instructions.type(member.owner(), owner), member.name(), member.descriptor());
        List<Object> all = withFirst(receiver, arguments);
        if (!isConstructor) {
            return run(code, member.name(), all, state, depth);
        }
        if (!(receiver instanceof Made made) || code == null) {
            throw new Stop("it makes an object of a class that is not found");
        }
        Object constructed = translator.run(code, true, all, state, depth + 1);
        if (constructed == null) {
            return null;
        }
        state.replace(made, (Made) constructed);
        return Unknown.NOTHING;
    }

    /** A method that a subclass may have overridden, unless it is private. */
    private Object callVirtual(
            Member member, Class<?> owner, Object receiver, List<Object> arguments, State state, int depth)
            throws Refused {
        MethodCode declared = receiver instanceof Unknown || receiver instanceof Known known && known.value() == null
                ? null
                : MethodCode.find(Instructions.type(member.owner(), owner), member.name(), member.descriptor());
        if (declared != null && Modifier.isPrivate(declared.modifiers())) {
            return run(declared, member.name(), withFirst(receiver, arguments), state, depth);
        }
        int visible = Modifier.PUBLIC | Modifier.PROTECTED;
        if (declared != null && (declared.modifiers() & visible) == 0 && receiver instanceof Known object) {
            MethodCode found = MethodCode.find(object.value().getClass(), member.name(), member.descriptor());
            if (found == null || found.owner().getPackage() != declared.owner().getPackage()) {
                throw new Stop("it calls " + member.name() + "(), which is visible in its package only");
            }
        }
        return call(receiver, member.name(), member.descriptor(), arguments, state, depth);
    }

    /** Calls a method of an object; null if no path returns. */
    Object call(Object receiver, String name, String descriptor, List<Object> arguments, State state, int depth)
            throws Refused {
        if (receiver == Unknown.ROW) {
            return translator.columns.call(name, descriptor, arguments, state);
        }
        if (receiver == Unknown.PARTNER) {
            return translator.otherRows.callPartner(name, descriptor, arguments, state);
        }
        if (receiver instanceof Choice choice) {
            return callConstant(choice, name, descriptor, arguments, state, depth);
        }
        List<Object> all = withFirst(receiver, arguments);
        if (receiver instanceof Made made) {
            return run(MethodCode.find(made.type, name, descriptor), name, all, state, depth);
        }
        if (!(receiver instanceof Known known) || known.value() == null) {
            throw new Stop("it calls " + name + "() of an object that is not known");
        }
        if (known.value() instanceof Store store && name.equals("checkAccess")) {
            translator.guardAccess(store, state);
            return Unknown.NOTHING;
        }
        Object found = translator.otherRows.find(known.value(), name, arguments, state);
        if (found != null) {
            return found;
        }
        MethodCode code = MethodCode.find(known.value().getClass(), name, descriptor);
        return code == null && known.value().getClass().isHidden()
                ? callLambda(known.value(), name, arguments, state, depth)
                : run(code, name, all, state, depth);
    }

    void bailOutside(Node index, Node end, String reason, State state) {
        Node isBelow = graph.compare(Op.LT, index, graph.constant(0));
        translator.bail(state, graph.or(isBelow, graph.not(graph.compare(Op.LT, index, end))), reason);
    }

    private Object callConstant(
            Choice choice, String name, String descriptor, List<Object> arguments, State state, int depth)
            throws Refused {
        Object[] constants = choice.type().getEnumConstants();
        objects.requireConstant(choice, constants.length, state);
        if (name.equals("ordinal")) {
            return choice.ordinal();
        }
        for (Object constant : constants) {
            if (constant.getClass() != choice.type()) {
                throw new Stop("it calls " + name + "() of an enum whose constants have methods of their own");
            }
        }
        MethodCode code = MethodCode.find(choice.type(), name, descriptor);
        return run(code, name, withFirst(choice, arguments), state, depth);
    }

    private Object callLambda(Object lambda, String name, List<Object> arguments, State state, int depth)
            throws Refused {
        BodyCode body = BodyCode.of(lambda);
        if (body == null || body.method() == null) {
            throw new Stop("the code of a lambda is not found");
        }
        MethodCode code = body.method();
        List<Object> all = new ArrayList<>();
        if (body.isConstructor()) {
            all.add(new Made(code.owner(), Map.of()));
        }
        for (int i = 0; i < body.captured().size(); i++) {
            Object value = body.captured().get(i);
            all.add(body.isPrimitive(i) ? objects.primitive(value) : new Known(value));
        }
        all.addAll(arguments);
        if (!code.isStatic() && !body.isConstructor()) { // a method that a subclass may have overridden
            Object receiver = all.remove(0);
            return Modifier.isPrivate(code.modifiers())
                    ? run(code, name, withFirst(receiver, all), state, depth)
                    : call(receiver, code.name(), code.type().toMethodDescriptorString(), all, state, depth);
        }
        return body.isConstructor()
                ? translator.run(code, true, all, state, depth + 1)
                : run(code, name, all, state, depth);
    }

    private static List<Object> withFirst(Object first, List<Object> others) {
        List<Object> all = new ArrayList<>(others);
        all.add(0, first);
        return all;
    }

    private Object run(MethodCode code, String name, List<Object> arguments, State state, int depth) throws Refused {
        if (code == null || Modifier.isSynchronized(code.modifiers())) {
            throw new Stop("it calls " + name + "(), which is native, synchronized, or has no class file");
        }
        requireTypes(code, arguments);
        return translator.run(code, false, arguments, state, depth + 1);
    }

    /** Stops if an argument is boxed or unboxed on its way, as method references may do. */
    private static void requireTypes(MethodCode code, List<Object> arguments) {
        int first = code.isStatic() ? 0 : 1;
        boolean fit = arguments.size() - first == code.type().parameterCount();
        for (int i = first; fit && i < arguments.size(); i++) {
            fit = arguments.get(i) instanceof Node number
                    ? Kind.of(code.type().parameterType(i - first)) == number.kind
                    : !code.type().parameterType(i - first).isPrimitive();
        }
        if (!fit) {
            throw new Stop("it calls " + code.name() + "() with boxed numbers");
        }
    }

    /** The result of a method that has an operation of its own; null if it has not. */
    private Object intrinsic(Member member, List<Object> arguments) {
        String name = member.name();
        boolean isStrictMath = member.owner().equals("java/lang/StrictMath");
        boolean isMath = member.owner().equals("java/lang/Math") || isStrictMath;
        boolean isNumber =
                member.owner().equals("java/lang/Float") || member.owner().equals("java/lang/Double");
        if (!isMath && !isNumber || !arguments.stream().allMatch(Node.class::isInstance)) {
            return null;
        }
        Node first = arguments.isEmpty() ? null : (Node) arguments.get(0);
        return switch (isMath ? name : "of numbers: " + name) {
            case "min" -> graph.binary(Op.MIN, first, (Node) arguments.get(1));
            case "max" -> graph.binary(Op.MAX, first, (Node) arguments.get(1));
            case "abs" -> graph.unary(Op.ABS, first);
            case "sqrt" -> graph.unary(Op.SQRT, first);
            case "fma" -> graph.fma(first, (Node) arguments.get(1), (Node) arguments.get(2));
            case "of numbers: floatToRawIntBits" -> graph.bits(first, Kind.INT);
            case "of numbers: intBitsToFloat" -> graph.bits(first, Kind.FLOAT);
            case "of numbers: doubleToRawLongBits" -> graph.bits(first, Kind.LONG);
            case "of numbers: longBitsToDouble" -> graph.bits(first, Kind.DOUBLE);
            default -> isMath ? mathematics(isStrictMath ? StrictMath.class : Math.class, member, arguments) : null;
        };
    }

    /** The result of a function that is called for each lane; null if it is none. */
    private Node mathematics(Class<?> owner, Member member, List<Object> arguments) {
        MethodType type = MethodType.fromMethodDescriptorString(member.descriptor(), null);
        Function function = LaneFunctions.ofMath(owner, member.name(), type);
        return function == null ? null : graph.call(function, arguments.toArray(Node[]::new));
    }
}
