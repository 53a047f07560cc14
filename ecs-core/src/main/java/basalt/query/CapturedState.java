package basalt.query;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * What the body of a pure kernel can change outside of its rows, as far as reflection sees it: strict mode looks before
 * and after a run.
 *
 * <pre>
 *   the body's fields               what a lambda has captured; what a class has as fields
 *   what they refer to              elements of an array, value of an atomic or an adder, size of a collection or a builder
 *   the fields of these objects     and what these refer to, in the same way; no further
 * </pre>
 *
 * <p>Static fields are not looked at, nor arrays of more than {@value #MOST_ELEMENTS} elements, nor fields of classes
 * in modules that are not open to this one.
 */
final class CapturedState {
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

    private final Object body;

    CapturedState(Object body) {
        this.body = body;
    }

    /**
     * Something that may change, and a number that is another one when it has.
     *
     * @param owner where it is: the body, or an object that it has captured
     * @param field the owner's field that leads to it
     * @param value the number
     */
    record Place(Object owner, Field field, long value) {}

    /**
     * Looks at all places now.
     *
     * @param inner whether to look at the fields of captured objects too
     */
    List<Place> look(boolean inner) {
        List<Place> places = new ArrayList<>();
        for (Field field : FIELDS.get(body.getClass())) {
            Object captured = look(body, field, places);
            if (inner && captured != null) {
                for (Field further : FIELDS.get(captured.getClass())) {
                    look(captured, further, places);
                }
            }
        }
        return places;
    }

    /** What was different then, in words; null if nothing was. */
    String firstChange(List<Place> before, boolean inner) {
        List<Place> now = look(inner);
        for (int i = 0; i < before.size(); i++) {
            Place then = before.get(i);
            Place same = i < now.size() ? now.get(i) : null;
            if (same == null || same.value != then.value || same.owner != then.owner) {
                String type = then.field.getType().getTypeName();
                return then.owner == body && body.getClass().isHidden()
                        ? "the " + type + " that it captured"
                        : "field " + then.field.getName() + " of "
                                + then.owner.getClass().getName();
            }
        }
        return null;
    }

    /**
     * Adds the place that a field is, and gives back what it refers to; null for a primitive, and for what has only
     * contents.
     */
    private static Object look(Object owner, Field field, List<Place> places) {
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

    private static long contents(Object value) {
        if (value.getClass().isArray()) {
            return elements(value);
        }
        if (value.getClass().getModule() != Object.class.getModule()) {
            return 0; // its methods are its author's, and may do anything
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
