package basalt.examples.showcase.bullets;

/**
 * Where it all happens: a rectangle, from the point (0, 0) in its lower left corner.
 *
 * @param width in pixels
 * @param height in pixels
 */
record Stage(float width, float height) {
    /** How far a bullet may fly out of sight before it is gone. */
    private static final float MARGIN = 20;

    boolean isFarOut(float x, float y) {
        return x < -MARGIN || y < -MARGIN || x > width + MARGIN || y > height + MARGIN;
    }

    /** What becomes of a velocity at an edge: it points back into the stage. */
    static float turned(float place, float size, float velocity) {
        return place < 0 ? Math.abs(velocity) : place > size ? -Math.abs(velocity) : velocity;
    }
}
