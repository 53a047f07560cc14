package basalt.component;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code long} (or {@code long[]} with {@link Length}) of a component's record as an entity handle: its column
 * is an {@link EntityColumn} instead of a {@link LongColumn}.
 *
 * <pre>{@code
 * public record Child(@EntityHandle long parent) {
 *     public static final Component<Child> TYPE = Component.of(Child.class);
 *     public static final EntityColumn PARENT = TYPE.entity("parent");
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface EntityHandle {}
