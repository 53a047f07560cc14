package basalt.examples.showcase.particles.effects;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The bounds of a number, of both ends of a range, or of the length of a list. */
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@interface Within {
    /** {@return the lower bound} */
    double min();

    /** {@return the upper bound} */
    double max();
}
