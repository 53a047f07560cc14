package basalt.examples.showcase.tour;

/**
 * A perspective view of the map from a little above the ground, looking straight ahead.
 *
 * <pre>
 *              FAR  \           /     visible part
 *                    \         /
 *              NEAR   \_______/
 *                      \     /
 *                       \   /
 *                        eye   -&gt; side    ^ depth
 * </pre>
 *
 * @param x x of the eye, in cells of the map
 * @param y y of the eye, in cells of the map
 * @param ahead x of the direction of view, a unit vector
 * @param down y of the direction of view
 */
record Camera(float x, float y, float ahead, float down) {
    /** Distance of the near plane, in cells. */
    static final float NEAR = 2;

    /**
     * Distance of the far plane, where everything is hidden by haze. Chunks are loaded up to the distance of the
     * corners of the view.
     */
    static final float FAR = 22;

    /** The row of the screen at the height of the eye: the ground is below it. */
    static final int HORIZON = 50;

    private static final float EYE_HEIGHT = 2.8f;
    private static final float LENS = 200; // distance from the eye to the screen, in pixels
    private static final float HALF_WIDTH = Screen.WIDTH / 2f;
    private static final double LOOP_FRAMES = 800;
    private static final double REACH = Level.SIZE * 0.36;

    /** The camera of a frame. It moves around the map in a closed curve that crosses itself. */
    static Camera at(int frame) {
        double turn = 2 * StrictMath.PI * frame / LOOP_FRAMES; // StrictMath: equal results on every machine
        double toRight = -StrictMath.sin(turn);
        double toBottom = 2 * StrictMath.cos(2 * turn);
        double length = StrictMath.sqrt(toRight * toRight + toBottom * toBottom);
        return new Camera(
                (float) (Level.SIZE / 2.0 + REACH * StrictMath.cos(turn)),
                (float) (Level.SIZE / 2.0 + REACH * StrictMath.sin(2 * turn)),
                (float) (toRight / length),
                (float) (toBottom / length));
    }

    /** Distance of a point along the line of sight, in cells. */
    float depth(float placeX, float placeY) {
        return (placeX - x) * ahead + (placeY - y) * down;
    }

    /** Distance of a point to the right of the line of sight, in cells. */
    float side(float placeX, float placeY) {
        return (placeY - y) * ahead - (placeX - x) * down;
    }

    /** Whether an object at a point, with a width in cells, can be visible. */
    boolean shows(float placeX, float placeY, float width) {
        float depth = depth(placeX, placeY);
        float edge = Math.abs(side(placeX, placeY)) - width / 2;
        return depth >= NEAR && depth <= FAR && edge * LENS <= depth * HALF_WIDTH;
    }

    /** Converts a distance to the side to a screen column. */
    static float screenX(float side, float depth) {
        return HALF_WIDTH + side * LENS / depth;
    }

    /** The screen row of the ground at a depth. */
    static float screenY(float depth) {
        return HORIZON + EYE_HEIGHT * LENS / depth;
    }

    /** The size of a cell in pixels at a depth. */
    static float pixels(float depth) {
        return LENS / depth;
    }

    /** The depth of the ground in a screen row below the horizon. */
    static float depthOfRow(int row) {
        return EYE_HEIGHT * LENS / (row + 0.5f - HORIZON);
    }

    /** The chunk of the eye. */
    int chunk() {
        return (int) y / Chunks.CELLS_A_SIDE * Chunks.A_SIDE + (int) x / Chunks.CELLS_A_SIDE;
    }
}
