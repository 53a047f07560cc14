package basalt.examples.regions;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** How an entity moves, per second. */
record Motion(float dx, float dy) {
    static final Component<Motion> TYPE = Component.of(Motion.class);
    static final FloatColumn DX = TYPE.float32("dx");
    static final FloatColumn DY = TYPE.float32("dy");
}
