package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;

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
