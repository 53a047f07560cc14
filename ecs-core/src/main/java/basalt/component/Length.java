package basalt.component;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The length of a vector field: all values have that length. An array of primitives without it is a list, see {@link
 * ListColumn}; events have no lists.
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
