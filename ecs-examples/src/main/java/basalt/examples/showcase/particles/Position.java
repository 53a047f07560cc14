package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The position of a particle, in world units.
 *
 * @param x to the right
 * @param y up
 */
record Position(float x, float y) {
    static final Component<Position> TYPE = Component.of(Position.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
}
