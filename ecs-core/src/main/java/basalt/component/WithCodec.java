package basalt.component;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how the objects of a reference field are saved: the field's component or event type can then be part of
 * snapshots, files and records of runs.
 *
 * <pre>{@code
 * public record Patrol(@WithCodec(RouteCodec.class) Route route) {
 *     public static final Component<Patrol> TYPE = Component.of(Patrol.class);
 *     public static final ReferenceColumn<Route> ROUTE = TYPE.reference("route", Route.class);
 * }
 * }</pre>
 *
 * <p>Most fields need no declaration, see {@link Component}. A record, a string or an enum with this annotation is a
 * reference, and not columns.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface WithCodec {
    /**
     * The class of the codec, of which one object is made when the record is registered.
     *
     * @return a class that is not abstract, with a constructor without parameters
     */
    Class<? extends ReferenceCodec<?>> value();
}
