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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * The state that a kernel's body can change outside of its rows, as far as reflection can read it. Strict mode compares
 * it before and after a run.
 *
 * <pre>
 *   the body's fields               values captured by a lambda; fields of a class
 *   the objects they refer to       elements of an array, value of an atomic or an adder, size of a collection or
 *                                   a builder
 *   the fields of these objects     and the objects they refer to, in the same way; no further
 * </pre>
 *
 * <p>Not read are static fields, arrays of more than {@value #MAX_ELEMENTS} elements, fields of JDK classes, and fields
 * of classes in modules that are not open to this one.
 *
 * <p>A body that is not pure may change objects that are made for several threads or split among them: the library's
 * objects, those of {@code java.util.concurrent}, volatile fields of captured objects, and arrays of more than one
 * element.
 */
public final class CapturedState {
    private static final int MAX_ELEMENTS = 1 << 16;

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
    private final boolean isPure;

    /**
     * The state of the bodies of a kernel.
     *
     * @param bodies the user's bodies; null for none
     */
    public CapturedState(boolean isPure, Object... bodies) {
        this.bodies = Arrays.stream(bodies).filter(Objects::nonNull).toList();
        this.isPure = isPure;
    }

    /**
     * A field, and a hash of the value that it refers to.
     *
     * @param object the object with the field: the body, or an object that it has captured
     */
    public record FieldState(Object object, Field field, long hash) {}

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
                    if (isPure || !Modifier.isVolatile(further.getModifiers())) {
                        read(captured, further, states);
                    }
                }
            }
        }
    }

    private boolean hasFields(Object captured) {
        Class<?> type = captured.getClass();
        return type.getModule() != Object.class.getModule() && (isPure || !IS_LIBRARY_TYPE.get(type));
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
        Object value;
        try {
            value = field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a field was made accessible before", e);
        }
        if (value == null || field.getType().isPrimitive()) {
            states.add(new FieldState(object, field, value == null ? 0 : bits(value)));
            return null;
        }
        states.add(new FieldState(object, field, 31L * System.identityHashCode(value) + contents(value)));
        return value;
    }

    private static long bits(Object value) {
        if (!(value instanceof Number number)) {
            return value.hashCode();
        }
        boolean isFloating = number instanceof Float
                || number instanceof Double
                || number instanceof DoubleAdder
                || number instanceof DoubleAccumulator;
        return isFloating ? Double.doubleToRawLongBits(number.doubleValue()) : number.longValue();
    }

    private long contents(Object value) {
        if (value.getClass().isArray()) {
            return isPure || Array.getLength(value) == 1 ? elements(value) : 0;
        }
        if (value.getClass().getModule() != Object.class.getModule()) {
            return 0; // its methods may have side effects
        }
        if (!isPure && value.getClass().getPackageName().startsWith("java.util.concurrent")) {
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
        if (value instanceof AtomicBoolean flag) {
            return flag.get() ? 1 : 0;
        }
        if (value instanceof AtomicReference<?> reference) {
            return System.identityHashCode(reference.get());
        }
        return value instanceof StringBuilder text ? text.length() : 0;
    }

    /** A hash that differs if a single element has changed. */
    private static long elements(Object array) {
        if (Array.getLength(array) > MAX_ELEMENTS) {
            return 0;
        }
        long hash = 0;
        boolean isPrimitive = array.getClass().getComponentType().isPrimitive();
        for (int i = 0; i < Array.getLength(array); i++) {
            Object element = Array.get(array, i);
            hash = 31 * hash + (isPrimitive ? bits(element) : System.identityHashCode(element));
        }
        return hash;
    }
}
