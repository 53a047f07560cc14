package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.RowAccess;
import basalt.compiler.VectorKernel;
import basalt.component.Column;
import basalt.component.Component;
import basalt.match.ValueCondition.ValueFilter;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork;
import basalt.runtime.KernelWork.Touched;
import basalt.runtime.RowQuery;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A kernel over rows, made by {@link Query#kernel} or {@link PairQuery#kernel}. */
public final class RowKernel extends Kernel {
    private final RowBody body;
    private final Object userBody;
    private final KernelDriver driver;
    private final Query partners;

    /**
     * A kernel over rows.
     *
     * @param userBody what the user wrote, which the body calls or is
     */
    RowKernel(Query query, RowBody body, Supplier<Touched> touched, Object userBody) {
        this(query, body, RowDriver.specialised(body), null, null, touched, userBody);
    }

    /** A kernel over pairs. */
    RowKernel(Query query, PairQuery.PairAdapter body, Query partners, Supplier<Touched> touched, Object userBody) {
        this(query, body, RowDriver.specialised(body), partners, partners.rowQuery(), touched, userBody);
    }

    private RowKernel(
            Query query,
            RowBody body,
            KernelDriver driver,
            Query partners,
            RowQuery partnerRows,
            Supplier<Touched> touched,
            Object userBody) {
        super(query, KernelWork.of(query.rowQuery(), partnerRows, driver, touched, userBody));
        this.body = body;
        this.userBody = userBody;
        this.driver = driver;
        this.partners = partners;
    }

    /** What a body is found to read and write of its rows, which are of some queries. */
    static Touched touched(KernelBody body, Query... queries) {
        RowAccess access = RowAccess.of(body);
        if (access == null) {
            return Touched.unknown();
        }
        Set<Object> reads = new LinkedHashSet<>(access.reads());
        Set<Component<?>> selectors = new LinkedHashSet<>();
        for (Query query : queries) {
            selectors.addAll(query.selectors());
            ValueFilter values = query.rowQuery().filter().values();
            if (values != null) {
                reads.addAll(values.columns());
            }
        }
        Set<Component<?>> read = components(reads);
        read.addAll(access.records());
        reads.removeIf(column -> access.records().contains(((Column) column).component()));
        reads.addAll(access.records());
        Set<Component<?>> written = components(access.writes());
        access.asked().stream()
                .filter(component ->
                        !read.contains(component) && !written.contains(component) && !selectors.contains(component))
                .forEach(reads::add);
        return new Touched(
                Collections.unmodifiableSet(reads), Collections.unmodifiableSet(access.writes()), List.copyOf(written));
    }

    private static Set<Component<?>> components(Set<?> columns) {
        Set<Component<?>> components = new LinkedHashSet<>();
        columns.forEach(column -> components.add((Component<?>) ((Column) column).component()));
        return components;
    }

    /**
     * Says which loop the kernel runs, and why. Costs about a millisecond, and runs nothing.
     *
     * <p>A kernel begins with a loop that calls the body for each row. When it has run over a million rows, its body is
     * translated in a background thread, from its bytecode to a loop of vectors, in which branches are masks; see
     * {@code docs/vectorising.md}. From then on the kernel runs the faster one of the two, which it measures. They
     * leave the same values, bit for bit.
     *
     * <p>For any thread.
     */
    public KernelExplanation explain() {
        return KernelExplanation.of(driver, RowDriver.kernelBody(body), userBody);
    }

    /**
     * Compiles the loop of vectors at once, and runs only that from now on. For tests.
     *
     * @return null, or why there is none
     */
    String translateNow() {
        return VectorKernel.translateNow(driver);
    }

    /**
     * The query that partners must match.
     *
     * @return the query; empty unless the kernel is of {@link PairQuery#kernel}
     */
    public Optional<Query> partners() {
        return Optional.ofNullable(partners);
    }
}
