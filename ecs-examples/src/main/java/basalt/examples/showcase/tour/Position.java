package basalt.examples.showcase.tour;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The position of an actor.
 *
 * @param x to the right, in cells of the map
 * @param y down, in cells of the map
 */
record Position(float x, float y) {
    static final Component<Position> TYPE = Component.of(Position.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
}
