package basalt.examples.cluster.arena;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** Units of the arena in a second. */
record Velocity(float x, float y) {
    static final Component<Velocity> TYPE = Component.of(Velocity.class);
    static final FloatColumn DX = TYPE.float32("x");
    static final FloatColumn DY = TYPE.float32("y");
}
