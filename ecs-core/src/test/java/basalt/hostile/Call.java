package basalt.hostile;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** A call of a public member. */
record Call(Class<?> type, Executable member, Object receiver, Object[] arguments) {
    /** The result of a call and the exception that it threw; at least one of them is null. */
    record Outcome(Object result, Throwable thrown) {}

    Outcome make() {
        try {
            Object result = member instanceof Constructor<?> constructor
                    ? constructor.newInstance(arguments)
                    : ((Method) member).invoke(receiver, arguments);
            return new Outcome(result, null);
        } catch (InvocationTargetException e) {
            return new Outcome(null, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    String name() {
        return PublicApi.name(type, member);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name()).append(" with ");
        for (Object argument : arguments) {
            text.append(text.toString().endsWith(" with ") ? "" : ", ").append(text(argument));
        }
        return text.toString();
    }

    private static String text(Object argument) {
        String text;
        try {
            text = argument instanceof Object[] all ? Arrays.toString(all) : String.valueOf(argument);
        } catch (RuntimeException e) {
            text = argument.getClass().getSimpleName();
        }
        text = text.replaceAll("[\\p{Cc}]", " ");
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }
}
