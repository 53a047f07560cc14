package basalt.query;

/** What a kernel does to a run of neighbouring rows: a hand-written loop. */
@FunctionalInterface
public interface SpanBody {
    /**
     * Handles one span.
     *
     * @param span the rows; dies when this method returns
     */
    void accept(Span span);
}
