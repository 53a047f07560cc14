package basalt.examples.showcase.tour;

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
