package basalt.examples.showcase.particles.effects;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;

/**
 * Checks the fields of a record against {@link Within} and {@link OptionalField} in its constructor. The reader of
 * files makes the same checks earlier, to report the position of an error.
 */
final class Limits {
    /** The fields of each record, in order, computed once. */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).map(Field::of).toArray(Field[]::new);
        }
    };

    /** A field: {@code bounds} is null if it has none. */
    private record Field(String name, Within bounds, boolean optionalField) {
        static Field of(RecordComponent component) {
            return new Field(
                    component.getName(),
                    component.getAnnotation(Within.class),
                    component.isAnnotationPresent(OptionalField.class));
        }
    }

    private Limits() {}

    /**
     * Requires that all fields are valid.
     *
     * @param type the record
     * @param values values of all fields, in order
     * @throws IllegalArgumentException if a field is invalid; the message names it
     */
    static void require(Class<? extends Record> type, Object... values) {
        Field[] fields = FIELDS.get(type);
        for (int i = 0; i < fields.length; i++) {
            require(fields[i], values[i]);
        }
    }

    private static void require(Field field, Object value) {
        Within bounds = field.bounds;
        if (value == null) {
            if (!field.optionalField) {
                throw new IllegalArgumentException(field.name + " must not be null");
            }
        } else if (bounds != null && !fits(value, bounds)) {
            throw new IllegalArgumentException("%s must %s %s to %s: %s=%s"
                    .formatted(
                            field.name,
                            value instanceof Number ? "be" : value instanceof Range ? "be within" : "have a size of",
                            Tokens.describe(bounds.min()),
                            Tokens.describe(bounds.max()),
                            field.name,
                            value));
        }
    }

    private static boolean fits(Object value, Within bounds) {
        if (value instanceof Range range) {
            return fits(range.from(), bounds) && fits(range.to(), bounds);
        }
        if (value instanceof Ramp ramp) {
            return fits(ramp.stops().size(), bounds);
        }
        return value instanceof Collection<?> list
                ? fits(list.size(), bounds)
                : fits(((Number) value).floatValue(), bounds);
    }

    /** Compares as floats, so the bounds are rounded like the value. NaN never fits. */
    private static boolean fits(float value, Within bounds) {
        return value >= (float) bounds.min() && value <= (float) bounds.max();
    }
}
