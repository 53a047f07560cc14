package basalt.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The state that a kernel's body can change outside of its rows, as far as reflection can read it. Strict mode compares
 * it before and after a run. Of kernels over records, captured templates say what they spawn.
 *
 * <pre>
 *   the body's fields               values captured by a lambda; fields of a class
 *   the objects they refer to       element of an array of length 1, size of a collection or a builder
 *   the fields of these objects     and the objects they refer to, in the same way; no further
 * </pre>
 *
 * <p>Not read are static fields, fields of JDK classes, and fields of classes in modules that are not open to this one;
 * and what is made for several threads or split among them: the library's objects, those of {@code
 * java.util.concurrent}, volatile fields of captured objects, and arrays of more than one element.
 */
public final class CapturedState {
    /** The readable fields of a class and its superclasses. */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
                        fields.add(field);
                    }
                }
            }
            return fields.toArray(Field[]::new);
        }
    };

    private static final ClassValue<Boolean> IS_LIBRARY_TYPE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.getPackageName().startsWith("basalt.")
                    && Objects.equals(codeSource(type), codeSource(CapturedState.class));
        }

        private static Object codeSource(Class<?> type) {
            return type.getProtectionDomain().getCodeSource();
        }
    };

    private final List<Object> bodies;

    /**
     * The state of the bodies of a kernel.
     *
     * @param bodies the user's bodies; null for none
     */
    public CapturedState(Object... bodies) {
        this.bodies = Arrays.stream(bodies).filter(Objects::nonNull).toList();
    }

    /**
     * A field, and a hash of the value that it refers to.
     *
     * @param object the object with the field: the body, or an object that it has captured
     */
    public record FieldState(Object object, Field field, long hash) {}

    /** The values of a type in the bodies' own fields. */
    public <T> List<T> values(Class<T> type) {
        return bodies.stream()
                .flatMap(body -> Arrays.stream(FIELDS.get(body.getClass())).map(field -> value(body, field)))
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Reads all fields now. */
    public List<FieldState> read(boolean inner) {
        List<FieldState> states = new ArrayList<>();
        for (Object body : bodies) {
            read(body, inner, states);
        }
        return states;
    }

    private void read(Object body, boolean inner, List<FieldState> states) {
        for (Field field : FIELDS.get(body.getClass())) {
            Object captured = read(body, field, states);
            if (inner && captured != null && hasFields(captured)) {
                for (Field further : FIELDS.get(captured.getClass())) {
                    if (!Modifier.isVolatile(further.getModifiers())) {
                        read(captured, further, states);
                    }
                }
            }
        }
    }

    private static boolean hasFields(Object captured) {
        Class<?> type = captured.getClass();
        return type.getModule() != Object.class.getModule() && !IS_LIBRARY_TYPE.get(type);
    }

    /**
     * The first difference between an earlier state and the current one, as text. Returns the difference; null if there
     * is none.
     */
    public String firstChange(List<FieldState> before, boolean inner) {
        List<FieldState> now = read(inner);
        for (int i = 0; i < before.size(); i++) {
            FieldState then = before.get(i);
            FieldState same = i < now.size() ? now.get(i) : null;
            if (same == null || same.hash != then.hash || same.object != then.object) {
                return describe(then.object, then.field);
            }
        }
        return null;
    }

    private String describe(Object object, Field field) {
        if (object.getClass().isHidden()) { // a lambda
            return "the " + field.getType().getTypeName()
                    + (bodies.stream().anyMatch(body -> body == object)
                            ? " that it captured"
                            : " of a lambda that it captured");
        }
        return "field " + field.getName() + " of " + object.getClass().getName();
    }

    /** Adds the state of a field, and returns the object that it refers to; null for a primitive. */
    private Object read(Object object, Field field, List<FieldState> states) {
        Object value = value(object, field);
        if (value == null || field.getType().isPrimitive()) {
            states.add(new FieldState(object, field, value == null ? 0 : bits(value)));
            return null;
        }
        states.add(new FieldState(object, field, 31L * System.identityHashCode(value) + contents(value)));
        return value;
    }

    private static Object value(Object object, Field field) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a field was made accessible before", e);
        }
    }

    private static long bits(Object value) {
        if (!(value instanceof Number number)) {
            return value.hashCode();
        }
        boolean isFloating = number instanceof Float || number instanceof Double;
        return isFloating ? Double.doubleToRawLongBits(number.doubleValue()) : number.longValue();
    }

    private static long contents(Object value) {
        if (value.getClass().isArray()) {
            return Array.getLength(value) == 1 ? element(value) : 0;
        }
        if (value.getClass().getModule() != Object.class.getModule()) {
            return 0; // its methods may have side effects
        }
        if (value.getClass().getPackageName().startsWith("java.util.concurrent")) {
            return 0;
        }
        if (value instanceof Number number) {
            return bits(number);
        }
        if (value instanceof Collection<?> collection) {
            return collection.size();
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        return value instanceof StringBuilder text ? text.length() : 0;
    }

    private static long element(Object array) {
        Object element = Array.get(array, 0);
        return array.getClass().getComponentType().isPrimitive() ? bits(element) : System.identityHashCode(element);
    }
}
