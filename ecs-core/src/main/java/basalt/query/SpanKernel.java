package basalt.query;

import basalt.runtime.KernelWork;

/**
 * A query's compiled loop over spans. Made once by {@link Query#spanKernel}, and run each tick. Spans are the longest
 * runs of matching rows within a block, in ascending order of rows.
 *
 * <p>Structural change inside the body affects only later spans: the current span keeps its rows, even if the body
 * destroys their entities.
 *
 * <p>A schedule splits the rows of a kernel among workers, at any multiple of 64 rows, and so cuts spans. A body whose
 * result depends on where spans begin and end needs a system that is not split, such as one that declares {@code
 * touchesOthers()}. Nothing detects a missing declaration.
 *
 * <p>{@link Span#row} returns an object, which the JIT does not allocate if it inlines the body. Do not share a body
 * between a kernel and {@link Query#forEachSpan}: on JDK 17 it may become too large to be inlined, and then allocates
 * 32 bytes a row.
 */
public final class SpanKernel extends Kernel {
    SpanKernel(Query query, Span.Body body) {
        super(query, KernelWork.of(query.rowQuery(), null, SpanDriver.specialised(body), false, body));
    }
}
