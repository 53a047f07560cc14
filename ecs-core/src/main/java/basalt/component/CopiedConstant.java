package basalt.component;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.Set;

/**
 * Finds the constant of a record that was copied from another record and not changed, such as {@code
 * Component<Position> TYPE} in {@code Velocity}. The compiler accepts it, and velocities would be written to positions.
 */
final class CopiedConstant {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Set<Class<?>> REGISTRATION = Set.of(
            CopiedConstant.class, ComponentRegistry.class, Component.class, ComponentBuilder.class, EventType.class);

    private CopiedConstant() {}

    /** Throws if code of a record asks for the type of another one, and the record has a copied constant. */
    static void requireNoneInCaller(Class<?> type) {
        Class<?> caller = STACK.walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                .filter(declaring -> !REGISTRATION.contains(declaring))
                .findFirst()
                .orElse(type));
        if (caller != type && caller.isRecord()) {
            requireNone(caller);
        }
    }

    /** Throws if a record has no constant with its own type, and one with another's type and of the same name there. */
    static void requireNone(Class<?> record) {
        Field copied = null;
        for (Field constant : record.getDeclaredFields()) {
            Class<?> described = describedBy(constant);
            if (described == record) {
                return;
            }
            if (described != null && hasConstant(described, constant.getName())) {
                copied = constant;
            }
        }
        if (copied != null) {
            throw new IllegalArgumentException("record " + record.getName() + " has a constant " + copied.getName()
                    + " for record " + describedBy(copied).getName() + ", which has one of this name, too, and none for"
                    + " itself: was the line copied? write " + record.getSimpleName()
                    + " there in both places, or rename the constant");
        }
    }

    private static boolean hasConstant(Class<?> record, String name) {
        return Arrays.stream(record.getDeclaredFields())
                .anyMatch(field -> field.getName().equals(name) && describedBy(field) != null);
    }

    /** The record of a constant with a component or an event type; null for other fields. */
    private static Class<?> describedBy(Field field) {
        return Modifier.isStatic(field.getModifiers())
                        && RecordType.class.isAssignableFrom(field.getType())
                        && field.getGenericType() instanceof ParameterizedType type
                        && type.getActualTypeArguments()[0] instanceof Class<?> record
                ? record
                : null;
    }
}
