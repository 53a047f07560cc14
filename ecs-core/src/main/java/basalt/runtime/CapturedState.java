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
 * What the body of a kernel can change outside of its rows, as far as reflection sees it: strict mode looks before
 * and after a run.
 *
 * <pre>
 *   the body's fields               what a lambda has captured; what a class has as fields
 *   what they refer to              elements of an array, value of an atomic or an adder, size of a collection or
 *                                   a builder
 *   the fields of these objects     and what these refer to, in the same way; no further
 * </pre>
 *
 * <p>Static fields are not looked at, nor arrays of more than {@value #MOST_ELEMENTS} elements, nor fields of the
 * JDK's classes and of those in modules that are not open to this one.
 *
 * <p>Bodies that are not pure may change what is made for several threads, or divided among them: the library's
 * objects, those of {@code java.util.concurrent}, volatile fields of captured objects, and arrays of more than one
 * element.
 */
public final class CapturedState {
    private static final int MOST_ELEMENTS = 1 << 16;

    /** The fields of a class and of those it extends that can be read. */
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

    /** Whether a class is one of the library's. */
    private static final ClassValue<Boolean> IS_OURS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.getPackageName().startsWith("basalt.")
                    && Objects.equals(place(type), place(CapturedState.class));
        }

        private static Object place(Class<?> type) {
            return type.getProtectionDomain().getCodeSource();
        }
    };

    private final Object body;
    private final boolean isPure;

    /**
     * Of a body.
     *
     * @param body as the user has written it
     * @param isPure whether it was declared pure, and so changes nothing outside of its rows
     */
    public CapturedState(Object body, boolean isPure) {
        this.body = body;
        this.isPure = isPure;
    }

    /**
     * Something that may change, and a number that is another one when it has.
     *
     * @param owner where it is: the body, or an object that it has captured
     * @param field the owner's field that leads to it
     * @param value the number
     */
    public record Place(Object owner, Field field, long value) {}

    /**
     * Looks at all places now.
     *
     * @param inner whether to look at the fields of captured objects too
     * @return places, in an order that is the same until one has changed
     */
    public List<Place> look(boolean inner) {
        List<Place> places = new ArrayList<>();
        for (Field field : FIELDS.get(body.getClass())) {
            Object captured = look(body, field, places);
            if (inner && captured != null && hasFields(captured)) {
                for (Field further : FIELDS.get(captured.getClass())) {
                    if (isPure || !Modifier.isVolatile(further.getModifiers())) {
                        look(captured, further, places);
                    }
                }
            }
        }
        return places;
    }

    /** Whether the fields of an object are its user's. */
    private boolean hasFields(Object captured) {
        Class<?> type = captured.getClass();
        return type.getModule() != Object.class.getModule() && (isPure || !IS_OURS.get(type));
    }

    /**
     * What has changed since then, in words.
     *
     * @param before what {@link #look} has seen
     * @param inner as then
     * @return null if nothing has
     */
    public String firstChange(List<Place> before, boolean inner) {
        List<Place> now = look(inner);
        for (int i = 0; i < before.size(); i++) {
            Place then = before.get(i);
            Place same = i < now.size() ? now.get(i) : null;
            if (same == null || same.value != then.value || same.owner != then.owner) {
                return describe(then.owner, then.field);
            }
        }
        return null;
    }

    private String describe(Object owner, Field field) {
        if (owner.getClass().isHidden()) { // a lambda
            return "the " + field.getType().getTypeName()
                    + (owner == body ? " that it captured" : " that a lambda has captured which it captured");
        }
        return "field " + field.getName() + " of " + owner.getClass().getName();
    }

    /**
     * Adds the place that a field is, and gives back what it refers to; null for a primitive, and for what has only
     * contents.
     */
    private Object look(Object owner, Field field, List<Place> places) {
        Object value;
        try {
            value = field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a field was made accessible before", e);
        }
        if (value == null || field.getType().isPrimitive()) {
            places.add(new Place(owner, field, value == null ? 0 : bits(value)));
            return null;
        }
        places.add(new Place(owner, field, 31L * System.identityHashCode(value) + contents(value)));
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
            return 0; // its methods are its author's, and may do anything
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

    /** A hash that is another one if any single element has changed. */
    private static long elements(Object array) {
        if (Array.getLength(array) > MOST_ELEMENTS) {
            return 0;
        }
        long hash = 0;
        if (array instanceof int[] ints) {
            hash = Arrays.hashCode(ints);
        } else if (array instanceof float[] floats) {
            hash = Arrays.hashCode(floats);
        } else if (array instanceof long[] longs) {
            for (long value : longs) {
                hash = 31 * hash + value;
            }
        } else if (array instanceof double[] doubles) {
            for (double value : doubles) {
                hash = 31 * hash + Double.doubleToRawLongBits(value);
            }
        } else if (array instanceof byte[] bytes) {
            hash = Arrays.hashCode(bytes);
        } else if (array instanceof short[] shorts) {
            hash = Arrays.hashCode(shorts);
        } else if (array instanceof char[] chars) {
            hash = Arrays.hashCode(chars);
        } else if (array instanceof boolean[] flags) {
            hash = Arrays.hashCode(flags);
        } else {
            for (Object value : (Object[]) array) {
                hash = 31 * hash + System.identityHashCode(value);
            }
        }
        return hash;
    }
}
