package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.allocator.ResourceArena;
import org.agrona.CloseHelper;

/** The map of a scene. Its memory is a resource group, which is freed as a whole with the scene. */
final class Level {
    /** Number of rows, and of cells per row. */
    static final int SIZE = 128;

    /** Number of cells. A cell is an index, row by row. */
    static final int CELLS = SIZE * SIZE;

    static final int CELL_PIXELS = 8;

    private static final int[] NEIGHBOURS = {1, SIZE, -1, -SIZE};

    private final Terrain terrain;
    private final ResourceArena.Group group;
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
            CloseHelper.closeAll(e::addSuppressed, group::free);
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

    /**
     * Computes the ground of a level, which a game would read from files. Thread-safe.
     *
     * @param seed seed of the ground
     */
    record Terrain(long seed) {
        /** Shallow water, which can be walked on. */
        static final int WATER = 0;

        /** Rock, which cannot be walked on. Smaller kinds can. */
        static final int WALL = 4;

        private static final float[] SHORES = {0.38f, 0.45f, 0.6f}; // lower limits of sand, grass and meadow
        private static final int ROADS = 16;

        /** Whether a cell is a wall. The border of the map is a wall, so every other cell has four neighbours. */
        boolean isWall(int x, int y) {
            boolean border = x == 0 || y == 0 || x == Level.SIZE - 1 || y == Level.SIZE - 1;
            boolean road = x % ROADS == ROADS / 2 || y % ROADS == ROADS / 2;
            return border || !road && noise(x, y, 4) > 0.6f;
        }

        /** The kind of ground of a cell, from 0 to {@link #WALL}. */
        int kind(int x, int y) {
            if (isWall(x, y)) {
                return WALL;
            }
            float height = noise(x, y, 32);
            int kind = WATER;
            while (kind < SHORES.length && height > SHORES[kind]) {
                kind++;
            }
            return kind;
        }

        /** Value noise from 0 to 1, exclusive: random lattice points with interpolation between them. */
        private float noise(int x, int y, int scale) {
            int left = x / scale;
            int top = y / scale;
            float right = (float) (x % scale) / scale;
            float down = (float) (y % scale) / scale;
            float upper = corner(left, top, scale) * (1 - right) + corner(left + 1, top, scale) * right;
            float lower = corner(left, top + 1, scale) * (1 - right) + corner(left + 1, top + 1, scale) * right;
            return upper * (1 - down) + lower * down;
        }

        private float corner(int x, int y, int scale) {
            return Assets.random(seed * 31 + scale, x * 1_000L + y);
        }
    }
}
