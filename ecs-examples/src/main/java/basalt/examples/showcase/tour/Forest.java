package basalt.examples.showcase.tour;

import basalt.examples.showcase.tour.Level.Terrain;
import basalt.examples.showcase.tour.Screen.Tint;
import basalt.memory.Slice;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameLongList;

/**
 * The trees of a level. They stand on rocks. The trees of a chunk share a texture.
 *
 * <pre>
 *   trees   +---+---+---------+   +---+---+---------+
 *           | x | y | texture |   | x | y | texture |   floats, in cells of the map, and ints
 *           +---+---+---------+   +---+---+---------+
 * </pre>
 */
final class Forest {
    /** Height and width of a tree, in cells of the map. */
    static final float TREE_CELLS = 3.6f;

    static final int TEXTURES = 8;

    /** Texels per side of a texture: four bytes each, for opacity, red, green and blue. */
    static final int TEXTURE_SIDE = 128;

    private static final int CHUNKS = Chunks.A_SIDE * Chunks.A_SIDE;

    private static final int TREES_A_CHUNK = 7;
    private static final int TRIES = 8;
    private static final int TREE_BYTES = 12;
    private static final int Y = 4;
    private static final int TEXTURE = 8;

    private final Slice trees;
    private final Slice[] textures = new Slice[TEXTURES];
    private int count;

    /** Plants trees. */
    Forest(ResourceArena.Group group, Terrain terrain) {
        trees = group.allocate(CHUNKS * TREES_A_CHUNK * TREE_BYTES, 64);
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            int end = count + TREES_A_CHUNK;
            for (int i = 0; i < TREES_A_CHUNK * TRIES && count < end; i++) {
                int cell = (int) (Assets.random(terrain.seed() + 50, chunk * 1_000L + i) * Chunks.TILES);
                int x = chunk % Chunks.A_SIDE * Chunks.CELLS_A_SIDE + cell % Chunks.CELLS_A_SIDE;
                int y = chunk / Chunks.A_SIDE * Chunks.CELLS_A_SIDE + cell / Chunks.CELLS_A_SIDE;
                if (terrain.isWall(x, y)) {
                    plant(x + 0.5f, y + 0.5f, chunk % TEXTURES);
                }
            }
        }
        Foliage foliage = new Foliage(terrain.seed());
        for (int texture = 0; texture < TEXTURES; texture++) {
            textures[texture] = group.allocate(4L * TEXTURE_SIDE * TEXTURE_SIDE, 64);
            foliage.paint(texture, textures[texture]);
        }
    }

    private void plant(float x, float y, int texture) {
        long at = (long) count * TREE_BYTES;
        trees.putFloat(at, x);
        trees.putFloat(at + Y, y);
        trees.putInt(at + TEXTURE, texture);
        count++;
    }

    /** The indices of the trees within the camera's view, in the frame arena. */
    FrameLongList visible(FrameArena frame, Camera camera) {
        FrameLongList visible = FrameLongList.in(frame, count);
        for (int tree = 0; tree < count; tree++) {
            if (camera.shows(x(tree), y(tree), TREE_CELLS)) {
                visible.add(tree);
            }
        }
        return visible;
    }

    int count() {
        return count;
    }

    float x(int tree) {
        return trees.getFloat((long) tree * TREE_BYTES);
    }

    float y(int tree) {
        return trees.getFloat((long) tree * TREE_BYTES + Y);
    }

    int texture(int tree) {
        return trees.getInt((long) tree * TREE_BYTES + TEXTURE);
    }

    /** The texels of a texture, row by row. */
    Slice texels(int texture) {
        return textures[texture];
    }

    /**
     * Computes the textures of trees, which a game would read from files. Each texture is a different tree.
     * Thread-safe.
     *
     * @param seed seed of the trees
     */
    record Foliage(long seed) {
        private static final int SIDE = TEXTURE_SIDE;
        private static final int MIDDLE = SIDE / 2;
        private static final int TRUNK_HALF_WIDTH = 5;
        private static final int TRUNK_TOP = 80;
        private static final int TRUNK = 0x7a5636;
        private static final int CLUSTERS = 12;
        private static final int[] LEAVES = {
            0x4fae3f, 0x2f8f4a, 0x8fbf3a, 0xd9b52e, 0xe0822f, 0xc94f3a, 0x3fa88a, 0x6f9f2f
        };
        private static final int OPAQUE = 0xff000000;

        void paint(int texture, Slice texels) {
            long tree = seed * 1_000 + texture;
            int leaves = leaves(texture);
            for (int y = 0; y < SIDE; y++) {
                for (int x = 0; x < SIDE; x++) {
                    float light = crown(tree, x, y);
                    boolean trunk = y >= TRUNK_TOP && Math.abs(x - MIDDLE) < TRUNK_HALF_WIDTH;
                    int texel = 0;
                    if (light > 0) {
                        float grain = 0.75f + 0.25f * Assets.random(tree, 100 + y * SIDE + x);
                        texel = OPAQUE | Tint.lit(leaves, light * grain);
                    } else if (trunk) {
                        texel = OPAQUE | Tint.lit(TRUNK, 1 - (x - MIDDLE + TRUNK_HALF_WIDTH) * 0.06f);
                    }
                    texels.putInt(4L * (y * SIDE + x), texel);
                }
            }
        }

        /** The colour of a tree's leaves, as red, green and blue. */
        int leaves(int texture) {
            return LEAVES[(int) (Assets.random(seed * 1_000 + texture, 0) * LEAVES.length)];
        }

        /** The brightness of a crown of balls, lit from the upper left; 0 outside. */
        private static float crown(long tree, int x, int y) {
            float light = 0;
            for (int i = 0; i < CLUSTERS; i++) {
                float radius = 14 + 12 * Assets.random(tree, 10 + 3 * i);
                float right = x - (MIDDLE + 66 * (Assets.random(tree, 11 + 3 * i) - 0.5f));
                float down = y - (52 + 50 * (Assets.random(tree, 12 + 3 * i) - 0.5f));
                if (right * right + down * down < radius * radius) {
                    light = Math.max(light, 0.7f - 0.3f * (right + down) / radius);
                }
            }
            return light;
        }
    }
}
