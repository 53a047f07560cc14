package basalt.examples.tour;

import basalt.memory.Slice;
import basalt.memory.streaming.StreamingView;

/** Draws by software, into memory of the start-up group. */
final class Screen {
    static final int WIDTH = 320;
    static final int HEIGHT = 180;

    private static final int NOTHING_LOADED = 0x202020;

    private final Assets assets;
    private final Slice pixels;
    private long hash;
    private long meshesDrawn;
    private long batchesDrawn;
    private int chunksMissed;

    Screen(Assets assets) {
        this.assets = assets;
        this.pixels = assets.screen();
    }

    /** Draws a frame. */
    void draw(Level level, Camera camera, Chunks chunks, DrawList list) {
        for (int down = camera.top() / Chunks.PIXELS; down * Chunks.PIXELS < camera.top() + HEIGHT; down++) {
            for (int across = camera.left() / Chunks.PIXELS; across * Chunks.PIXELS < camera.left() + WIDTH; across++) {
                int x = across * Chunks.PIXELS - camera.left();
                int y = down * Chunks.PIXELS - camera.top();
                try (StreamingView view = chunks.tryAccess(down * Chunks.A_SIDE + across)) {
                    drawGround(level, x, y, view == null ? null : view.slice());
                }
            }
        }
        for (int batch = 0; batch < list.batches(); batch++) {
            drawBatch(level, list, batch);
        }
        for (long at = 0; at < pixels.sizeBytes(); at += Long.BYTES) {
            hash = (hash ^ pixels.getLong(at)) * 0x100000001b3L;
            hash ^= hash >>> 29;
        }
    }

    private void drawGround(Level level, int left, int top, Slice ground) {
        chunksMissed += ground == null ? 1 : 0;
        for (int y = Math.max(0, -top); y < Math.min(Chunks.PIXELS, HEIGHT - top); y++) {
            for (int x = Math.max(0, -left); x < Math.min(Chunks.PIXELS, WIDTH - left); x++) {
                int rgb = ground == null ? NOTHING_LOADED : level.colour(ground.getByte(y * Chunks.PIXELS + x));
                pixels.putInt(((top + y) * WIDTH + left + x) * 4L, rgb);
            }
        }
    }

    private void drawBatch(Level level, DrawList list, int batch) {
        int first = list.first(batch);
        int key = list.get(DrawList.KEY, first);
        int mesh = key % Assets.MESHES;
        int ramp = (Assets.FIRST_MATERIAL_RAMP + key / Assets.MESHES) * Assets.RAMP;
        for (int command = first; command < first + list.count(batch); command++) {
            drawMesh(level, mesh, ramp, list.get(DrawList.X, command), list.get(DrawList.Y, command));
        }
        meshesDrawn += list.count(batch);
        batchesDrawn++;
    }

    private void drawMesh(Level level, int mesh, int ramp, int left, int top) {
        for (int y = Math.max(0, -top); y < Math.min(Level.CELL_PIXELS, HEIGHT - top); y++) {
            for (int x = Math.max(0, -left); x < Math.min(Level.CELL_PIXELS, WIDTH - left); x++) {
                int light = assets.mesh(mesh, x, y);
                if (light > 0) {
                    pixels.putInt(((top + y) * WIDTH + left + x) * 4L, level.colour(ramp + light));
                }
            }
        }
    }

    /** A number for all pictures so far. */
    long hash() {
        return hash;
    }

    long meshesDrawn() {
        return meshesDrawn;
    }

    long batchesDrawn() {
        return batchesDrawn;
    }

    /** How often a chunk was to be drawn that was not there. */
    int chunksMissed() {
        return chunksMissed;
    }
}
