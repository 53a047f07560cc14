package basalt.examples.tour;

/**
 * What part of the map the screen shows.
 *
 * @param left from the map's left edge, in pixels
 * @param top from the map's upper edge, in pixels
 */
record Camera(int left, int top) {
    private static final int MAP_PIXELS = Level.SIZE * Level.CELL_PIXELS;
    private static final double LOOP_FRAMES = 400;

    /** Goes around the map in a loop with a knot in it. */
    static Camera at(int frame) {
        double turn = 2 * StrictMath.PI * frame / LOOP_FRAMES;
        double across = 0.5 + 0.5 * StrictMath.cos(turn);
        double down = 0.5 + 0.5 * StrictMath.sin(2 * turn);
        return new Camera((int) (across * (MAP_PIXELS - Screen.WIDTH)), (int) (down * (MAP_PIXELS - Screen.HEIGHT)));
    }

    /** Where a place of the map is on the screen, or would be; this is where a mesh in its middle starts. */
    int screenX(float x) {
        return (int) (x * Level.CELL_PIXELS) - Level.CELL_PIXELS / 2 - left;
    }

    /** Likewise. */
    int screenY(float y) {
        return (int) (y * Level.CELL_PIXELS) - Level.CELL_PIXELS / 2 - top;
    }

    /** Whether something of a mesh at that place is on the screen. */
    boolean shows(float x, float y) {
        int screenX = screenX(x);
        int screenY = screenY(y);
        return screenX > -Level.CELL_PIXELS
                && screenX < Screen.WIDTH
                && screenY > -Level.CELL_PIXELS
                && screenY < Screen.HEIGHT;
    }

    /** The chunk in the middle of the screen. */
    int chunk() {
        int across = (left + Screen.WIDTH / 2) / Chunks.PIXELS;
        int down = (top + Screen.HEIGHT / 2) / Chunks.PIXELS;
        return down * Chunks.A_SIDE + across;
    }
}
