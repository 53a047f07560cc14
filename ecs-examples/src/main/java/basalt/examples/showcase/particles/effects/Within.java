package basalt.examples.showcase.particles.effects;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a number of a file may be, or both of a range; or how many elements a list may have. */
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@interface Within {
    /** {@return the least} */
    double min();

    /** {@return the most} */
    double max();
}
