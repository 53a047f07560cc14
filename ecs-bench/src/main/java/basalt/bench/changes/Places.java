package basalt.bench.changes;

/** Which entities are changed in a tick. */
public enum Places {
    /** A hundred that follow one another, in the next tick the next hundred. */
    TOGETHER,
    /** Every thousandth of 100,000, or as many of more, in the next tick those behind them: no two in the same word. */
    SCATTERED;

    /** The place of a changed entity among all: the {@code i}-th one of a tick. */
    int place(int entities, int changes, int tick, int i) {
        return switch (this) {
            case TOGETHER -> (int) (((long) tick * changes + i) % entities);
            case SCATTERED -> (int) (((long) i * (entities / changes) + tick) % entities);
        };
    }
}
