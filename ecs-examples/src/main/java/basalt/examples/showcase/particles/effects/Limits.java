package basalt.examples.showcase.particles.effects;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;

/**
 * Requires of a record what {@link Within} and {@link MayLack} say of its fields, however it is made: a file's reader
 * has required the same before, and said where it is wrong.
 */
final class Limits {
    /** What is known of each record's fields, in their order, found out once. */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).map(Field::of).toArray(Field[]::new);
        }
    };

    /** A field: {@code bounds} is null if it has none. */
    private record Field(String name, Within bounds, boolean mayLack) {
        static Field of(RecordComponent component) {
            return new Field(
                    component.getName(),
                    component.getAnnotation(Within.class),
                    component.isAnnotationPresent(MayLack.class));
        }
    }

    private Limits() {}

    /**
     * Requires that all fields are as they must be.
     *
     * @param type the record
     * @param values of all fields, in their order
     * @throws IllegalArgumentException if one is not; the message names it
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
            if (!field.mayLack) {
                throw new IllegalArgumentException(field.name + " must not be null");
            }
        } else if (bounds != null && !fits(value, bounds)) {
            throw new IllegalArgumentException("%s must %s %s to %s: %s=%s"
                    .formatted(
                            field.name,
                            value instanceof Number ? "be" : value instanceof Range ? "be within" : "have a size of",
                            Tokens.say(bounds.min()),
                            Tokens.say(bounds.max()),
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

    /** As floats: the bounds of a field that is one are rounded like it. What is no number fits nowhere. */
    private static boolean fits(float value, Within bounds) {
        return value >= (float) bounds.min() && value <= (float) bounds.max();
    }
}
