package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The brightness of a particle.
 *
 * @param brightness 1 at birth, fading to 0 at death
 */
record Glow(float brightness) {
    static final Component<Glow> TYPE = Component.of(Glow.class);
    static final FloatColumn BRIGHTNESS = TYPE.float32("brightness");
}
