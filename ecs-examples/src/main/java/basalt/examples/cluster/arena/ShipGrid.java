package basalt.examples.cluster.arena;

import java.util.Arrays;

/**
 * The ship of each cell of the arena: of several, the one with the highest row. Made anew in each tick, so it is no
 * part of the state.
 */
final class ShipGrid {
    private static final int CELL = 16;
    private static final int SIDE = Arena.SIZE / CELL;

    private final long[] ships = new long[SIDE * SIDE];
    private final long[] players = new long[SIDE * SIDE];

    void clear() {
        Arrays.fill(ships, 0);
    }

    void put(float x, float y, long ship, long player) {
        int cell = cell(x, y);
        ships[cell] = ship;
        players[cell] = player;
    }

    /** The ship that a bullet of this owner hits at a point; 0 if there is none. */
    long find(float x, float y, long owner) {
        int cell = cell(x, y);
        return ships[cell] != 0 && players[cell] != owner ? ships[cell] : 0;
    }

    private static int cell(float x, float y) {
        return line(y) * SIDE + line(x);
    }

    private static int line(float place) {
        return Math.max(0, Math.min(SIDE - 1, (int) place / CELL));
    }
}
