package basalt.model;

/** The ways to iterate over the rows of a query. */
enum Way {
    CURSOR,
    FOR_EACH,
    KERNEL,
    RECORD_KERNEL,
    FOR_EACH_SPAN
}
