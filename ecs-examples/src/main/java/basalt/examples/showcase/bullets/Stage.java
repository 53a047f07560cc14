package basalt.examples.showcase.bullets;

/**
 * The rectangle in which the battle takes place. Its lower left corner is (0, 0).
 *
 * @param width in pixels
 * @param height in pixels
 */
record Stage(float width, float height) {
    /** Distance outside the stage at which a bullet is destroyed. */
    private static final float MARGIN = 20;

    boolean isFarOut(float x, float y) {
        return x < -MARGIN || y < -MARGIN || x > width + MARGIN || y > height + MARGIN;
    }

    /** Turns a velocity at an edge, so that it points back into the stage. */
    static float turned(float place, float size, float velocity) {
        return place < 0 ? Math.abs(velocity) : place > size ? -Math.abs(velocity) : velocity;
    }
}
