package basalt.examples.effects;

import java.lang.reflect.RecordComponent;
import java.util.Collection;

/**
 * Requires of a record what {@link Within} and {@link MayLack} say of its fields, however it is made: a file's reader has required
 * the same before, and said where it is wrong.
 */
final class Limits {
    private Limits() {}

    /**
     * Requires that all fields are as they must be.
     *
     * @param type the record
     * @param values of all fields, in their order
     * @throws IllegalArgumentException if one is not; the message names it
     */
    static void require(Class<? extends Record> type, Object... values) {
        RecordComponent[] fields = type.getRecordComponents();
        for (int i = 0; i < fields.length; i++) {
            require(fields[i], values[i]);
        }
    }

    private static void require(RecordComponent field, Object value) {
        Within bounds = field.getAnnotation(Within.class);
        if (value == null) {
            if (!field.isAnnotationPresent(MayLack.class)) {
                throw new IllegalArgumentException(field.getName() + " must not be null");
            }
        } else if (bounds != null && !fits(value, bounds)) {
            throw new IllegalArgumentException("%s must %s %s to %s: %s=%s"
                    .formatted(
                            field.getName(),
                            value instanceof Number ? "be" : value instanceof Range ? "be within" : "have a size of",
                            Tokens.say(bounds.min()),
                            Tokens.say(bounds.max()),
                            field.getName(),
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
