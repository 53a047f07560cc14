package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.memory.Slice;
import basalt.memory.region.ResourceArena;
import basalt.memory.region.ResourceGroup;

/** The map of one scene. What it needs lies in a resource group of its own, and goes with the scene, all at once. */
final class Level {
    /** How many rows there are, and cells in a row. */
    static final int SIZE = 128;

    /** A cell is a number from 0 to below this, row by row. */
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
     * @param resources where its group is made
     * @param name what the group is called
     * @param seed another seed, another level
     * @throws basalt.memory.NativeMemoryException if there is not memory for all of it; there is no group then
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

    /** One of the four cells around a cell that is open. */
    static int neighbour(int cell, int direction) {
        return cell + NEIGHBOURS[direction];
    }

    /** The cell at a place. */
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

    /** How far it is from cell to cell if nothing is in the way. */
    static int distance(int from, int to) {
        return Math.abs(from % SIZE - to % SIZE) + Math.abs(from / SIZE - to / SIZE);
    }
}
