package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;

/** The components of a particle. */
final class Particle {
    static final Component<?>[] COMPONENTS = {Position.TYPE, Velocity.TYPE, Life.TYPE, Glow.TYPE, Origin.TYPE, Tint.TYPE
    };

    private Particle() {}

    /** In world units: x to the right, y up. */
    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    /** In world units per second. */
    record Velocity(float dx, float dy) {
        static final Component<Velocity> TYPE = Component.of(Velocity.class);
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
    }

    /** Seconds since its birth, and from birth to death. */
    record Life(float age, float lifetime) {
        static final Component<Life> TYPE = Component.of(Life.class);
        static final FloatColumn AGE = TYPE.float32("age");
        static final FloatColumn LIFETIME = TYPE.float32("lifetime");
    }

    /** 1 at birth, fading to 0 at death. */
    record Glow(float brightness) {
        static final Component<Glow> TYPE = Component.of(Glow.class);
        static final FloatColumn BRIGHTNESS = TYPE.float32("brightness");
    }

    /** Index of the colours of its emitter in the {@link Ramps}. */
    record Origin(int ramp) {
        static final Component<Origin> TYPE = Component.of(Origin.class);
        static final IntColumn RAMP = TYPE.int32("ramp");
    }

    /** A colour of light, each channel from 0 to 1. */
    record Tint(float red, float green, float blue) {
        static final Component<Tint> TYPE = Component.of(Tint.class);
        static final FloatColumn RED = TYPE.float32("red");
        static final FloatColumn GREEN = TYPE.float32("green");
        static final FloatColumn BLUE = TYPE.float32("blue");
    }
}
