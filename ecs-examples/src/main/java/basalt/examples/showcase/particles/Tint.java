package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * A colour of light.
 *
 * @param red 0 to 1
 * @param green 0 to 1
 * @param blue 0 to 1
 */
record Tint(float red, float green, float blue) {
    static final Component<Tint> TYPE = Component.of(Tint.class);
    static final FloatColumn RED = TYPE.float32("red");
    static final FloatColumn GREEN = TYPE.float32("green");
    static final FloatColumn BLUE = TYPE.float32("blue");
}
