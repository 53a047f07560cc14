package basalt.model;

/** The ways to run over what a query matches. */
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
