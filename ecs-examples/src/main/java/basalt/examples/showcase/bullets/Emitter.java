package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;

/**
 * What fires the first bullets of a pattern, over and over again.
 *
 * @param pattern number of the pattern
 * @param x where it begins, in pixels
 * @param y where it begins, in pixels
 */
record Emitter(int pattern, float x, float y) {
    static final Component<Emitter> TYPE = Component.of(Emitter.class);
    static final IntColumn PATTERN = TYPE.int32("pattern");
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
}
