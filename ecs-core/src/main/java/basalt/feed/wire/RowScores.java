package basalt.feed.wire;

/** How much a client needs an entity. */
public interface RowScores {
    /**
     * The score of an entity.
     *
     * @param index its index
     * @param generation its generation
     * @return a number above 0; the greater, the sooner it is sent
     */
    float of(int index, int generation);
}
