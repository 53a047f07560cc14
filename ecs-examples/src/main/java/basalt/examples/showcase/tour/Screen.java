package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.allocator.StreamingView;
import basalt.memory.frame.FrameArena;
import java.awt.image.BufferedImage;
import java.util.Arrays;

/** Draws by software into memory of the start-up group. The depth buffer lies in the frame arena. */
final class Screen {
    static final int WIDTH = 320;
    static final int HEIGHT = 180;

    private static final int SKY = 0x4f8fd8;
    private static final int HAZE = 0xc8d8e8;
    private static final int CLEAR = 256; // no haze, see Tint
    private static final float HAZE_CELLS = 14; // depth of the haze before the far plane
    private static final int HALF_OPAQUE = 112;
    private static final byte FAR_AWAY = 0x7f;

    private final Assets assets;
    private final Slice pixels;
    private final Ground ground;
    private long hash;
    private Slice depths;

    Screen(Assets assets) {
        this.assets = assets;
        this.pixels = assets.screen();
        ground = new Ground(pixels);
    }

    /** Draws a frame. */
    void draw(FrameArena frame, Level level, Camera camera, Chunks chunks, DrawList list) {
        drawSky();
        ground.draw(level, camera, chunks);
        depths = frame.allocate(WIDTH * HEIGHT * 4, 64);
        depths.fill(FAR_AWAY);
        for (int batch = 0; batch < list.batches(); batch++) {
            drawBatch(level, list, batch);
        }
        for (long at = 0; at < pixels.sizeBytes(); at += Integer.BYTES) {
            hash = hash * 31 + pixels.getInt(at);
        }
    }

    private void drawSky() {
        for (int y = 0; y < Camera.HORIZON; y++) {
            int rgb = Tint.mixed(HAZE, SKY, CLEAR * y / Camera.HORIZON);
            for (int x = 0; x < WIDTH; x++) {
                pixels.putInt((y * WIDTH + x) * 4L, rgb);
            }
        }
    }

    /** Blends a colour with the haze. */
    static int hazy(int rgb, int clear) {
        return Tint.mixed(rgb, HAZE, clear);
    }

    /** The part of the colour that remains visible at a depth, in parts of 256. */
    static int clear(float depth) {
        return (int) (CLEAR * Math.max(0, Math.min(1, (Camera.FAR - depth) / HAZE_CELLS)));
    }

    private void drawBatch(Level level, DrawList list, int batch) {
        int first = list.first(batch);
        int end = first + list.count(batch);
        int key = list.get(DrawList.KEY, first);
        if (key < DrawList.FIRST_TREE) {
            int ramp = (Assets.FIRST_MATERIAL_RAMP + key / Assets.MESHES) * Assets.RAMP;
            for (int command = first; command < end; command++) {
                drawMesh(level, list, command, key % Assets.MESHES, ramp);
            }
        } else {
            Slice texels = level.forest().texels(key - DrawList.FIRST_TREE);
            for (int command = first; command < end; command++) {
                drawTexture(list, command, texels);
            }
        }
    }

    private void drawMesh(Level level, DrawList list, int command, int mesh, int ramp) {
        int left = list.get(DrawList.X, command);
        int top = list.get(DrawList.Y, command);
        int size = list.get(DrawList.SIZE, command);
        int depth = list.get(DrawList.DEPTH, command);
        int clear = clear((float) depth / DrawList.PARTS_A_CELL);
        for (int y = Math.max(0, -top); y < Math.min(size, HEIGHT - top); y++) {
            for (int x = Math.max(0, -left); x < Math.min(size, WIDTH - left); x++) {
                int light = assets.mesh(mesh, x * Level.CELL_PIXELS / size, y * Level.CELL_PIXELS / size);
                if (light > 0) {
                    put(left + x, top + y, depth, hazy(level.colour(ramp + light), clear));
                }
            }
        }
    }

    private void drawTexture(DrawList list, int command, Slice texels) {
        int side = Forest.TEXTURE_SIDE;
        int left = list.get(DrawList.X, command);
        int top = list.get(DrawList.Y, command);
        int size = list.get(DrawList.SIZE, command);
        int depth = list.get(DrawList.DEPTH, command);
        int clear = clear((float) depth / DrawList.PARTS_A_CELL);
        for (int y = Math.max(0, -top); y < Math.min(size, HEIGHT - top); y++) {
            for (int x = Math.max(0, -left); x < Math.min(size, WIDTH - left); x++) {
                int argb = texels.getInt(4L * (y * side / size * side + x * side / size));
                if (argb >>> 24 >= HALF_OPAQUE) {
                    put(left + x, top + y, depth, hazy(argb & 0xffffff, clear));
                }
            }
        }
    }

    /** Draws a pixel with a depth test, so batches can be drawn in any order. */
    private void put(int x, int y, int depth, int rgb) {
        long at = (y * WIDTH + x) * 4L;
        if (depth < depths.getInt(at)) {
            depths.putInt(at, depth);
            pixels.putInt(at, rgb);
        }
    }

    /** A copy of the last frame. */
    BufferedImage picture() {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            picture.setRGB(i % WIDTH, i / WIDTH, pixels.getInt(i * 4L));
        }
        return picture;
    }

    /** A hash of all pictures so far. */
    long hash() {
        return hash;
    }

    /** How often a needed chunk was not loaded. */
    int chunksMissed() {
        return ground.missed();
    }

    /** Draws the ground, row by row, up to the haze. */
    static final class Ground {
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

    /** Arithmetic of RGB colours with eight bits per channel. */
    static final class Tint {
        private Tint() {}

        /** Scales the brightness of a colour: 1 leaves it unchanged. */
        static int lit(int rgb, float light) {
            int lit = 0;
            for (int shift = 16; shift >= 0; shift -= 8) {
                lit = lit << 8 | Math.min(255, (int) ((rgb >> shift & 255) * light));
            }
            return lit;
        }

        /** Mixes two colours: {@code parts} of 256 of the first one, the rest of the other. */
        static int mixed(int one, int other, int parts) {
            int pairs = (one & 0xff00ff) * parts + (other & 0xff00ff) * (256 - parts) >>> 8 & 0xff00ff;
            int green = (one & 0xff00) * parts + (other & 0xff00) * (256 - parts) >>> 8 & 0xff00;
            return pairs | green;
        }
    }
}
