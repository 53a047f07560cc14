package basalt.bench.changes;

/** The positions of the entities that a tick changes. */
public enum Places {
    /** A hundred consecutive entities; the next tick changes the next hundred. */
    TOGETHER,
    /** A hundred evenly spaced entities, so no two share a word; the next tick changes their successors. */
    SCATTERED;

    /** The position of the {@code i}-th changed entity of a tick. */
    int place(int entities, int changes, int tick, int i) {
        return switch (this) {
            case TOGETHER -> (int) (((long) tick * changes + i) % entities);
            case SCATTERED -> (int) (((long) i * (entities / changes) + tick) % entities);
        };
    }
}
