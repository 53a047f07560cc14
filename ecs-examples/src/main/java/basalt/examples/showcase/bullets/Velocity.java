package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * A velocity in pixels per tick.
 *
 * @param dx to the right
 * @param dy up
 */
record Velocity(float dx, float dy) {
    static final Component<Velocity> TYPE = Component.of(Velocity.class);
    static final FloatColumn DX = TYPE.float32("dx");
    static final FloatColumn DY = TYPE.float32("dy");
}
