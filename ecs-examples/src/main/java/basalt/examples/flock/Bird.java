package basalt.examples.flock;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** Position, and velocity per second. */
record Bird(float x, float y, float dx, float dy) {
    static final Component<Bird> TYPE = Component.of(Bird.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
    static final FloatColumn DX = TYPE.float32("dx");
    static final FloatColumn DY = TYPE.float32("dy");
}
