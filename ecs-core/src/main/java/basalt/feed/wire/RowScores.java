package basalt.feed.wire;

/** How much a client needs an entity. */
public interface RowScores {
    /** The score of an entity. */
    float of(int index, int generation);
}
