package basalt.component;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The length of a vector field. Every array of primitives in a component's record needs one, and all values have that
 * length.
 *
 * <pre>{@code
 * public record Transform(@Length(16) float[] m) {
 *     public static final Component<Transform> TYPE = Component.of(Transform.class);
 *     public static final FloatColumn M = TYPE.float32("m");
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Length {
    /** The longest vector. */
    int MAX = 256;

    /**
     * The number of elements.
     *
     * @return 1 to {@value #MAX}
     */
    int value();
}
