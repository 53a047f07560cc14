package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.allocator.StreamingView;
import java.util.Arrays;

/** Draws the ground, row by row, up to the haze. */
final class Ground {
    static final int NOTHING_LOADED = 0x202020;

    private static final int BEYOND_THE_MAP = 0x2c5c9c;

    private final Slice pixels;
    private final StreamingView[] views = new StreamingView[Chunks.A_SIDE * Chunks.A_SIDE];
    private final Slice[] slices = new Slice[views.length]; // of the chunks needed in this frame so far
    private final boolean[] asked = new boolean[views.length];
    private int missed;

    Ground(Slice pixels) {
        this.pixels = pixels;
    }

    /** Draws the ground that a camera sees. */
    void draw(Level level, Camera camera, Chunks chunks) {
        Arrays.fill(asked, false);
        try {
            for (int y = Camera.HORIZON; y < Screen.HEIGHT; y++) {
                drawRow(level, camera, chunks, y);
            }
        } finally {
            for (int chunk = 0; chunk < views.length; chunk++) {
                if (views[chunk] != null) {
                    views[chunk].close();
                    views[chunk] = null;
                    slices[chunk] = null;
                }
            }
        }
    }

    /** A row of the screen is a straight line on the ground, at right angles to the direction of view. */
    private void drawRow(Level level, Camera camera, Chunks chunks, int row) {
        float depth = Camera.depthOfRow(row);
        int clear = Screen.clear(depth);
        float step = 1 / Camera.pixels(depth);
        float side = (0.5f - Screen.WIDTH / 2f) * step;
        float x = camera.x() + depth * camera.ahead() - side * camera.down();
        float y = camera.y() + depth * camera.down() + side * camera.ahead();
        for (int column = 0; column < Screen.WIDTH; column++) {
            int rgb = clear == 0
                    ? 0
                    : colour(level, chunks, x - column * step * camera.down(), y + column * step * camera.ahead());
            pixels.putInt((row * Screen.WIDTH + column) * 4L, Screen.hazy(rgb, clear));
        }
    }

    private int colour(Level level, Chunks chunks, float x, float y) {
        if (!(x >= 0 && x < Level.SIZE && y >= 0 && y < Level.SIZE)) {
            return BEYOND_THE_MAP;
        }
        int right = (int) (x * Level.CELL_PIXELS);
        int down = (int) (y * Level.CELL_PIXELS);
        Slice chunk = chunk(chunks, down / Chunks.PIXELS * Chunks.A_SIDE + right / Chunks.PIXELS);
        return chunk == null
                ? NOTHING_LOADED
                : level.colour(chunk.getByte(down % Chunks.PIXELS * Chunks.PIXELS + right % Chunks.PIXELS));
    }

    /** Looks up each chunk once per frame. */
    private Slice chunk(Chunks chunks, int chunk) {
        if (!asked[chunk]) {
            asked[chunk] = true;
            views[chunk] = chunks.tryAccess(chunk);
            slices[chunk] = views[chunk] == null ? null : views[chunk].slice();
            missed += views[chunk] == null ? 1 : 0;
        }
        return slices[chunk];
    }

    /** How often a needed chunk was not loaded. */
    int missed() {
        return missed;
    }
}
