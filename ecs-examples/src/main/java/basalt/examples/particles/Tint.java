package basalt.examples.particles;

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

    /** The pure colour at a place on the colour circle: 0 and 1 are red, 1/3 green, 2/3 blue. */
    static Tint ofHue(float hue) {
        return new Tint(channel(hue), channel(hue + 2f / 3f), channel(hue + 1f / 3f));
    }

    private static float channel(float hue) {
        float sixth = (hue - (float) Math.floor(hue)) * 6;
        return Math.max(0, Math.min(1, Math.abs(sixth - 3) - 1));
    }
}
