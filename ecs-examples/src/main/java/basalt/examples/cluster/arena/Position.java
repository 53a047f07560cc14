package basalt.examples.cluster.arena;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** Where something is, in units of the arena: 0 to {@link Arena#SIZE}. */
record Position(float x, float y) {
    static final Component<Position> TYPE = Component.of(Position.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
}
