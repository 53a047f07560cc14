package basalt.examples.regions;

import basalt.query.Query;

/**
 * A side of the border, which is the vertical line in the middle of the plain.
 *
 * <pre>
 *   0            BORDER - MARGIN   BORDER   BORDER + MARGIN       WIDTH
 *   |    LEFT        | LEFT shows    |   RIGHT shows  |    RIGHT     |
 * </pre>
 */
enum Side {
    /** From 0 to the border. */
    LEFT,
    /** From the border, inclusive, to the width. */
    RIGHT;

    static final float WIDTH = 1_000;
    static final float HEIGHT = 500;
    static final float BORDER = WIDTH / 2;
    static final float MARGIN = 30;

    Side other() {
        return this == LEFT ? RIGHT : LEFT;
    }

    boolean contains(float x) {
        return this == LEFT ? x < BORDER : x >= BORDER;
    }

    /** The least x of the side. */
    float low() {
        return this == LEFT ? 0 : BORDER;
    }

    /** The greatest x of the side. */
    float high() {
        return this == LEFT ? BORDER : WIDTH;
    }

    /** Those of a query that are beyond the border. */
    Query beyond(Query query) {
        return this == LEFT
                ? query.where(Place.X).atLeast(BORDER)
                : query.where(Place.X).lessThan(BORDER);
    }

    /** Those of a query that the neighbour is shown. */
    Query shown(Query query) {
        return this == LEFT
                ? query.where(Place.X).atLeast(BORDER - MARGIN)
                : query.where(Place.X).lessThan(BORDER + MARGIN);
    }
}
