package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.examples.showcase.bullets.Battle.Stage;

/** The components of bullets and emitters. */
final class Components {
    private Components() {}

    /**
     * A position on the {@link Stage}, in pixels.
     *
     * @param x to the right
     * @param y up
     */
    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    /**
     * A velocity in pixels per tick.
     *
     * @param dx to the right
     * @param dy up
     */
    record Velocity(float dx, float dy) {
        static final Component<Velocity> TYPE = Component.of(Velocity.class);
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
    }

    /**
     * A bullet, which can hit ships.
     *
     * @param argb colour of its pattern, {@code 0xAARRGGBB}
     */
    record Bullet(int argb) {
        static final Component<Bullet> TYPE = Component.of(Bullet.class);
        static final IntColumn ARGB = TYPE.int32("argb");
    }

    /**
     * Runs the top-level actions of a pattern, and restarts them when they end.
     *
     * @param pattern index of the pattern
     * @param x initial x, in pixels
     * @param y initial y, in pixels
     */
    record Emitter(int pattern, float x, float y) {
        static final Component<Emitter> TYPE = Component.of(Emitter.class);
        static final IntColumn PATTERN = TYPE.int32("pattern");
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }
}
