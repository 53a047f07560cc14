package basalt.hostile;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.DeadEventException;
import basalt.component.EnumColumn;
import basalt.component.ListColumn;
import basalt.component.ReferenceColumn;
import basalt.component.SaveFormatException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.memory.frame.FrameMeter;
import basalt.query.Comparison;
import basalt.query.Row;
import basalt.text.TextFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Calls each public member with one invalid argument, and with all arguments invalid. Prints the calls without a clear
 * error.
 */
final class WrongArguments {
    /** The world is checked after one in this many successful calls: a check takes milliseconds. */
    private static final int CHECKED = Soak.times(60, 10);

    private final Walk walk = new Walk();
    private final String only;
    private final boolean verbose;
    private Scene scene = new Scene();

    private WrongArguments(String only) {
        this.only = only;
        verbose = !only.isEmpty();
    }

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        WrongArguments attack = new WrongArguments(arguments.length > 0 ? arguments[0] : "");
        attack.run();
        attack.walk.end();
    }

    private void run() {
        for (Class<?> type : PublicApi.types()) {
            if (!type.isEnum() && !Throwable.class.isAssignableFrom(type)) {
                PublicApi.statics(type).forEach(member -> attack(type, member));
            }
            if (scene.has(type)) {
                PublicApi.methods(type).forEach(member -> attack(type, member));
            }
        }
        scene.close();
    }

    private void attack(Class<?> type, Executable member) {
        String name = PublicApi.name(type, member);
        if (!name.contains(only) || Exceptions.isUnchecked(name)) {
            return;
        }
        Class<?>[] types = member.getParameterTypes();
        if (types.length == 0) {
            attack(type, member, new Object[0], -1);
        }
        int most = 0;
        boolean isSane = types.length > 0 && isSane(type, member, sane(types));
        for (int i = 0; i < types.length; i++) {
            int variants = Values.hostile(types[i], scene).size();
            most = Math.max(most, variants);
            for (int variant = 0; variant < variants; variant++) {
                Object[] arguments = sane(types);
                List<Object> values = Values.hostile(types[i], scene);
                arguments[i] = values.get(variant);
                attack(type, member, arguments, isSane ? i : -1);
            }
        }
        for (int variant = 0; types.length > 1 && variant < most; variant++) {
            Object[] arguments = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                List<Object> values = Values.hostile(types[i], scene);
                arguments[i] = values.get(variant % values.size());
            }
            attack(type, member, arguments, -1);
        }
    }

    /** Whether the call succeeds with valid arguments. Only then must the error name the argument that was changed. */
    private boolean isSane(Class<?> type, Executable member, Object[] arguments) {
        Call call = call(type, member, arguments);
        walk.next(call.toString());
        Call.Outcome outcome = call.make();
        if (outcome.thrown() == null) {
            end(call, outcome.result());
        } else if (verbose) {
            System.out.println("REFUSED " + call + " -> " + outcome.thrown());
        }
        return outcome.thrown() == null;
    }

    private Object[] sane(Class<?>[] types) {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = Values.sane(types[i], scene);
        }
        return arguments;
    }

    private Call call(Class<?> type, Executable member, Object[] arguments) {
        boolean isStatic = PublicApi.statics(type).contains(member);
        return new Call(type, member, isStatic ? null : scene.get(type), arguments);
    }

    /** Makes one call; {@code wrong} is the argument that the message must name, or -1. */
    private void attack(Class<?> type, Executable member, Object[] arguments, int wrong) {
        Call call = call(type, member, arguments);
        String what = call.toString();
        walk.count(what);
        Call.Outcome outcome = call.make();
        if (outcome.thrown() != null) {
            String fault = fault(call, outcome.thrown(), wrong < 0 ? null : arguments[wrong]);
            if (fault != null) {
                walk.failures.putIfAbsent(call.name() + " " + fault, what);
            }
        }
        if (outcome.thrown() == null || outcome.thrown() instanceof Error) {
            end(call, outcome.result());
        }
    }

    /** Ends a successful call: checks and closes its scene. The next call gets a new one. */
    private void end(Call call, Object result) {
        if (call.member().getName().equals("allocateFrom")) {
            scene.memory.free((Long) result, (Long) call.arguments()[1]);
        }
        if (result instanceof AutoCloseable made && !scene.owns(result) && !(result instanceof FrameMeter)) {
            try {
                made.close();
            } catch (Exception e) {
                walk.fail(call.name() + " returns an object that cannot be closed", e + ", " + call);
            }
        }
        if (call.receiver() instanceof MemorySource source
                && call.member().getName().equals("allocate")) {
            source.free((Long) result, (Long) call.arguments()[0]);
        }
        if (call.member().getName().equals("close")) {
            scene.forget(call.receiver());
        }
        if (call.member().getName().equals("handOver")) {
            scene.world.takeOver();
        }
        try {
            if (walk.attacks % CHECKED == 0) {
                scene.check();
            }
            scene.close();
        } catch (AssertionError | RuntimeException e) {
            walk.fail(
                    call.name() + " leaves damage",
                    e + (e.getCause() == null ? "" : ": " + e.getCause()) + ", " + call);
        }
        scene = new Scene();
    }

    /** The fault of an exception; null if it is documented and its message names the cause. */
    static String fault(Call call, Throwable thrown, Object value) {
        if (thrown instanceof NullPointerException && isUncheckedNull(call)
                || thrown instanceof ClassCastException && hasTypeParameter(call)) {
            return null; // documented in Column
        }
        if (thrown instanceof Values.Deliberate || thrown.getCause() instanceof Values.Deliberate) {
            return null;
        }
        if (!isDocumented(thrown)) {
            return "throws " + thrown.getClass().getName();
        }
        String message = thrown.getMessage();
        if (message == null || message.length() < 10) {
            return "throws " + thrown.getClass().getSimpleName() + " with the message " + message;
        }
        boolean isValue = value instanceof Number && thrown instanceof IllegalArgumentException;
        if (isValue && !message.contains(value.toString())) {
            return "does not name " + value + ": " + message;
        }
        return null;
    }

    /** Whether the null is a column, the component of a row method, or a buffer. */
    private static boolean isUncheckedNull(Call call) {
        Class<?>[] types = call.member().getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            boolean isUnchecked = Column.class.isAssignableFrom(types[i])
                    || DirectBuffer.class.isAssignableFrom(types[i])
                    || call.type() == Row.class && types[i] == Component.class;
            if (isUnchecked && call.arguments()[i] == null) {
                return true;
            }
        }
        return false;
    }

    /** Whether an argument has a type parameter, which only raw types and reflection get wrong. */
    private static boolean hasTypeParameter(Call call) {
        return List.of(call.member().getParameterTypes()).contains(ReferenceColumn.class)
                || List.of(call.member().getParameterTypes()).contains(EnumColumn.class)
                || List.of(call.member().getParameterTypes()).contains(ListColumn.OfEnum.class)
                || call.member().getDeclaringClass() == EnumColumn.class
                || call.member().getDeclaringClass() == ListColumn.OfEnum.class
                || call.member().getDeclaringClass() == Comparison.OfEnums.class
                || call.member().getDeclaringClass() == Comparison.Ordered.class;
    }

    private static boolean isDocumented(Throwable thrown) {
        return thrown.getClass() == IllegalArgumentException.class
                || thrown instanceof IllegalStateException
                || thrown.getClass() == IndexOutOfBoundsException.class
                || thrown instanceof DeadEntityException
                || thrown instanceof DeadEventException
                || thrown instanceof NativeMemoryException
                || thrown instanceof SaveFormatException
                || thrown instanceof TextFormatException
                || thrown instanceof IOException // of methods that declare it: a path may be a directory
                || thrown instanceof UncheckedIOException
                || thrown instanceof UnsupportedOperationException; // of reference columns, which have no address
    }
}
