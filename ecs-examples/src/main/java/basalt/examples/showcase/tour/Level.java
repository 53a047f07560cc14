package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.memory.Slice;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.ResourceGroup;

/** The map of a scene. Its memory is a resource group, which is freed as a whole with the scene. */
final class Level {
    /** Number of rows, and of cells per row. */
    static final int SIZE = 128;

    /** Number of cells. A cell is an index, row by row. */
    static final int CELLS = SIZE * SIZE;

    static final int CELL_PIXELS = 8;

    private static final int[] NEIGHBOURS = {1, SIZE, -1, -SIZE};

    private final Terrain terrain;
    private final ResourceGroup group;
    private final Slice open;
    private final Slice palette;
    private final Forest forest;

    /**
     * Makes a level.
     *
     * @param resources the arena of its group
     * @param name name of the group
     * @param seed seed of the level
     * @throws basalt.memory.NativeMemoryException if memory is insufficient; no group is left behind
     */
    Level(ResourceArena resources, String name, long seed) {
        terrain = new Terrain(seed);
        group = resources.group(name);
        try {
            open = group.allocate(CELLS, 64);
            for (int cell = 0; cell < CELLS; cell++) {
                open.putByte(cell, (byte) (terrain.isWall(cell % SIZE, cell / SIZE) ? 0 : 1));
            }
            palette = group.allocate(Assets.COLOURS * 4, 64);
            for (int colour = 0; colour < Assets.COLOURS; colour++) {
                palette.putInt(colour * 4L, Assets.colour(seed, colour));
            }
            forest = new Forest(group, terrain);
        } catch (Throwable e) {
            Closing.after(e, group::free);
            throw e;
        }
    }

    /** Frees everything that belongs to this level. */
    void free() {
        group.free();
    }

    Terrain terrain() {
        return terrain;
    }

    Forest forest() {
        return forest;
    }

    boolean isOpen(int cell) {
        return open.getByte(cell) != 0;
    }

    /** A colour of this level, as red, green and blue. */
    int colour(int index) {
        return palette.getInt(index * 4L);
    }

    /** One of the four neighbours of an open cell. */
    static int neighbour(int cell, int direction) {
        return cell + NEIGHBOURS[direction];
    }

    /** The cell at a point. */
    static int cell(float x, float y) {
        return (int) y * SIZE + (int) x;
    }

    /** The middle of a cell. */
    static float middleX(int cell) {
        return cell % SIZE + 0.5f;
    }

    /** The middle of a cell. */
    static float middleY(int cell) {
        return cell / SIZE + 0.5f;
    }

    /** The Manhattan distance between two cells. */
    static int distance(int from, int to) {
        return Math.abs(from % SIZE - to % SIZE) + Math.abs(from / SIZE - to / SIZE);
    }
}
