package basalt.model;

/** The ways to iterate over the rows of a query. */
enum Way {
    CURSOR,
    FOR_EACH,
    KERNEL,
    PURE_KERNEL,
    FOR_EACH_SPAN,
    SPAN_KERNEL;

    boolean isBySpan() {
        return this == FOR_EACH_SPAN || this == SPAN_KERNEL;
    }
}
