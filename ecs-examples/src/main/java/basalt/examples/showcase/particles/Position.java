package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * Where a particle is. The stage is {@link Show#HEIGHT} high and begins at the ground, in the middle.
 *
 * @param x to the right
 * @param y up, never below 0
 */
record Position(float x, float y) {
    static final Component<Position> TYPE = Component.of(Position.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
}
