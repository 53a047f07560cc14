package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The velocity of a particle, in world units per second.
 *
 * @param dx to the right
 * @param dy up
 */
record Velocity(float dx, float dy) {
    static final Component<Velocity> TYPE = Component.of(Velocity.class);
    static final FloatColumn DX = TYPE.float32("dx");
    static final FloatColumn DY = TYPE.float32("dy");
}
