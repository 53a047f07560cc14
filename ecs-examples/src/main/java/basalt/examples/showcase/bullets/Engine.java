package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * An engine of a ship, a child of it, which glows behind its hull.
 *
 * @param x distance from the ship's centre to the right, in pixels
 * @param y distance upwards
 */
record Engine(float x, float y) {
    static final Component<Engine> TYPE = Component.of(Engine.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");

    /** Of both engines, to either side. */
    static final float SIDE = 3;

    /** Of both engines. */
    static final float BEHIND = -5;
}
