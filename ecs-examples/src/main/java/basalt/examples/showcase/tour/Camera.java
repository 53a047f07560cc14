package basalt.examples.showcase.tour;

/**
 * A view over the map, from a little above the ground, straight ahead.
 *
 * <pre>
 *              FAR  \           /     what is between these lines is seen
 *                    \         /
 *              NEAR   \_______/
 *                      \     /
 *                       \   /
 *                        eye   -&gt; side    ^ depth
 * </pre>
 *
 * @param x where the eye is, in cells of the map
 * @param y likewise
 * @param ahead the direction of sight, of length 1: how far it goes to the right of the map
 * @param down and how far down
 */
record Camera(float x, float y, float ahead, float down) {
    /** What is nearer is behind the lens, in cells. */
    static final float NEAR = 2;

    /**
     * What is farther is lost in the haze. Chunks are loaded in any case as far as the corners of what is seen are from
     * the eye.
     */
    static final float FAR = 22;

    /** The row of the screen at the height of the eye: the ground is below it. */
    static final int HORIZON = 50;

    private static final float EYE_HEIGHT = 2.8f;
    private static final float LENS = 200; // how far the screen is from the eye, in pixels
    private static final float HALF_WIDTH = Screen.WIDTH / 2f;
    private static final double LOOP_FRAMES = 800;
    private static final double REACH = Level.SIZE * 0.36;

    /** Goes around the map in a loop with a knot in it. */
    static Camera at(int frame) {
        double turn = 2 * StrictMath.PI * frame / LOOP_FRAMES; // StrictMath: the same on each machine
        double toRight = -StrictMath.sin(turn);
        double toBottom = 2 * StrictMath.cos(2 * turn);
        double length = StrictMath.sqrt(toRight * toRight + toBottom * toBottom);
        return new Camera(
                (float) (Level.SIZE / 2.0 + REACH * StrictMath.cos(turn)),
                (float) (Level.SIZE / 2.0 + REACH * StrictMath.sin(2 * turn)),
                (float) (toRight / length),
                (float) (toBottom / length));
    }

    /** How far ahead of the eye a place of the map is, in cells. */
    float depth(float placeX, float placeY) {
        return (placeX - x) * ahead + (placeY - y) * down;
    }

    /** How far to the right of the line of sight it is, in cells. */
    float side(float placeX, float placeY) {
        return (placeY - y) * ahead - (placeX - x) * down;
    }

    /** Whether something that stands at a place, and is so many cells wide, can be on the screen. */
    boolean shows(float placeX, float placeY, float width) {
        float depth = depth(placeX, placeY);
        float edge = Math.abs(side(placeX, placeY)) - width / 2;
        return depth >= NEAR && depth <= FAR && edge * LENS <= depth * HALF_WIDTH;
    }

    /** Where something is on the screen that is so far to the side, from the left. */
    static float screenX(float side, float depth) {
        return HALF_WIDTH + side * LENS / depth;
    }

    /** Where the ground is on the screen that is so far ahead, from the top. */
    static float screenY(float depth) {
        return HORIZON + EYE_HEIGHT * LENS / depth;
    }

    /** How many pixels a cell is at a depth. */
    static float pixels(float depth) {
        return LENS / depth;
    }

    /** How far ahead the ground is that a row below the horizon shows. */
    static float depthOfRow(int row) {
        return EYE_HEIGHT * LENS / (row + 0.5f - HORIZON);
    }

    /** The chunk that the eye is in. */
    int chunk() {
        return (int) y / Chunks.CELLS_A_SIDE * Chunks.A_SIDE + (int) x / Chunks.CELLS_A_SIDE;
    }
}
