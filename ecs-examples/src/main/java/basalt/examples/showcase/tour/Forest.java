package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.allocator.ResourceGroup;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameLongList;

/**
 * The trees of a level. They stand on rocks. The trees of a chunk share a texture, whose index is the chunk's.
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

    static final int TEXTURES = Chunks.A_SIDE * Chunks.A_SIDE;

    private static final int TREES_A_CHUNK = 7;
    private static final int TRIES = 8;
    private static final int TREE_BYTES = 12;
    private static final int Y = 4;
    private static final int TEXTURE = 8;

    private final Slice trees;
    private int count;

    /** Plants trees. */
    Forest(ResourceGroup group, Terrain terrain) {
        trees = group.allocate(TEXTURES * TREES_A_CHUNK * TREE_BYTES, 64);
        for (int chunk = 0; chunk < TEXTURES; chunk++) {
            int end = count + TREES_A_CHUNK;
            for (int i = 0; i < TREES_A_CHUNK * TRIES && count < end; i++) {
                int cell = (int) (Assets.random(terrain.seed() + 50, chunk * 1_000L + i) * Chunks.TILES);
                int x = chunk % Chunks.A_SIDE * Chunks.CELLS_A_SIDE + cell % Chunks.CELLS_A_SIDE;
                int y = chunk / Chunks.A_SIDE * Chunks.CELLS_A_SIDE + cell / Chunks.CELLS_A_SIDE;
                if (terrain.isWall(x, y)) {
                    plant(x + 0.5f, y + 0.5f, chunk);
                }
            }
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

    /** Reports the size on the screen of each texture. */
    void see(FrameLongList visible, Camera camera, MipStreamer mips) {
        for (int i = 0; i < visible.size(); i++) {
            int tree = (int) visible.get(i);
            mips.see(texture(tree), TREE_CELLS * Camera.pixels(camera.depth(x(tree), y(tree))));
        }
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
}
