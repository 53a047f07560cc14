package basalt.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks classes of objects that files and snapshots leave out where they are resources: a world keeps itself what of
 * them is state, such as the intervals of a schedule, and the rest is not.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface NoState {}
