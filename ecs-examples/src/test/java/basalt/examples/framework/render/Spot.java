package basalt.examples.framework.render;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;

/** A component with all properties that can be drawn. */
record Spot(float x, float y, float red, float green, float blue, float opacity, int argb) {
    static final Component<Spot> TYPE = Component.of(Spot.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
    static final FloatColumn RED = TYPE.float32("red");
    static final FloatColumn GREEN = TYPE.float32("green");
    static final FloatColumn BLUE = TYPE.float32("blue");
    static final FloatColumn OPACITY = TYPE.float32("opacity");
    static final IntColumn ARGB = TYPE.int32("argb");

    static Spot at(float x, float y) {
        return new Spot(x, y, 1, 1, 1, 1, -1);
    }

    Spot coloured(float newRed, float newGreen, float newBlue, float newOpacity, int newArgb) {
        return new Spot(x, y, newRed, newGreen, newBlue, newOpacity, newArgb);
    }
}
