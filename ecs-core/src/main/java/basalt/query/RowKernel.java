package basalt.query;

import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork;
import basalt.runtime.RowQuery;
import java.util.Optional;

/** A kernel over rows, made by {@link Query#kernel}, {@link Query#pureKernel} or {@link PairQuery#kernel}. */
public final class RowKernel extends Kernel {
    private final RowBody body;
    private final KernelDriver driver;
    private final boolean isPure;
    private final Query partners;

    RowKernel(Query query, RowBody body, boolean isPure) {
        this(query, body, RowDriver.specialised(body), isPure, null, null);
    }

    /** A kernel over pairs. */
    RowKernel(Query query, PairQuery.PairAdapter body, Query partners) {
        this(query, body, RowDriver.specialised(body), false, partners, partners.rowQuery());
    }

    private RowKernel(
            Query query, RowBody body, KernelDriver driver, boolean isPure, Query partners, RowQuery partnerRows) {
        super(query, KernelWork.of(query.rowQuery(), partnerRows, driver, isPure, userBody(body)));
        this.body = body;
        this.driver = driver;
        this.isPure = isPure;
        this.partners = partners;
    }

    private static Object userBody(RowBody body) {
        if (body instanceof Commands.AsRowBody with) {
            return with.body();
        }
        return body instanceof PairQuery.PairAdapter pairs ? pairs.body() : body;
    }

    /**
     * Measures what the kernel costs, and whether the JIT has inlined and vectorised it. For tests, tools, and the
     * development of kernels: it takes about a second, calls the body about ten million times, and temporarily uses the
     * memory of one block.
     *
     * <p>The body runs on 4,096 temporary rows with all components that the query declares. They start with the values
     * of the matching rows, repeated, or with small numbers if no row matches. So the world's entities and components
     * stay as they are, and no query finds a change. Other effects of the body are real: it may change captured
     * objects, and write through a world or row that it has captured. The temporary entities are alive in no world,
     * their {@link Row#index} is greater than that of any entity, and they have no references.
     *
     * <p>It compares the kernel's loop with other loops over the same body: one that cannot be vectorised, and one that
     * calls the body. So it shows the state in this JVM, with the current profile of the body, but not the reason. If
     * the times are too close, or the body is too slow to be run often enough, the result is {@link
     * KernelExplanation.Finding#UNKNOWN}. It is always UNKNOWN in strict mode, where the accesses are checked.
     *
     * @throws IllegalStateException on a wrong thread; after the world or the query was closed; during an iteration;
     *     for a kernel over pairs or with commands; if the body uses references, records commands or makes structural
     *     changes, which is detected after the first row, and the commands are discarded; in strict mode on a forbidden
     *     access
     * @throws basalt.memory.NativeMemoryException if there is no memory for the rows; nothing has run then
     */
    public KernelExplanation explain() {
        return explain(KernelTrial.MIN_NANOS, KernelTrial.MAX_NANOS);
    }

    /** As {@link #explain()}, with limits for the time of the trial. */
    KernelExplanation explain(long minNanos, long maxNanos) {
        if (body instanceof PairQuery.PairAdapter || body instanceof Commands.AsRowBody) {
            throw new IllegalStateException("explain() runs a body on temporary rows, which have no "
                    + (body instanceof PairQuery.PairAdapter ? "partners" : "entities to record commands about")
                    + "; explain a kernel whose body has only the computation on columns");
        }
        RowQuery rows = query().rowQuery();
        return new KernelTrial(rows.context(), rows.filter(), rows.declared(), body, driver).run(minNanos, maxNanos);
    }

    /**
     * The query that partners must match.
     *
     * @return the query; empty unless the kernel is of {@link PairQuery#kernel}
     */
    public Optional<Query> partners() {
        return Optional.ofNullable(partners);
    }

    /** Whether the body was declared pure. */
    public boolean isPure() {
        return isPure;
    }
}
