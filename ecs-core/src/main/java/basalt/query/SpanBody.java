package basalt.query;

/** The body of a span kernel: called for each run of neighbouring rows. */
@FunctionalInterface
public interface SpanBody {
    /**
     * Handles one span.
     *
     * @param span the rows; valid until this method returns
     */
    void accept(Span span);
}
