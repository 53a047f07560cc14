package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * How fast a particle moves.
 *
 * @param dx to the right, a second
 * @param dy up, a second
 */
record Velocity(float dx, float dy) {
    static final Component<Velocity> TYPE = Component.of(Velocity.class);
    static final FloatColumn DX = TYPE.float32("dx");
    static final FloatColumn DY = TYPE.float32("dy");
}
