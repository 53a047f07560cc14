package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.VectorKernel;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork;
import basalt.runtime.KernelWork.Touched;
import basalt.runtime.RowQuery;
import basalt.storage.space.NeighbourPass;
import java.util.function.Supplier;

/**
 * A compiled loop over the points of a {@link SpatialGrid} and their neighbours. Made once by {@link Neighbours} or
 * {@link SpatialPairs}, and run each tick after the grid was rebuilt.
 *
 * <p>In a schedule it waits for the grid's system, and is divided among workers; the result is the same for any number
 * of them. Entities that came after the grid was built are neither visited nor neighbours, and those that have gone, or
 * do not match the grid's query any more, are not either. A body over records gets the positions of which the grid was
 * built, one over pairs reads those of now. If it throws, some points have been written and others not: they are
 * visited cell by cell.
 */
public final class NeighbourKernel extends Kernel {
    private final KernelDriver driver;
    private final KernelBody code;
    private final Object userBody;

    /** A kernel; its body is {@code code} for the compiler, and null if it has no form for that. */
    static NeighbourKernel of(
            SpatialGrid grid,
            SpatialGrid others,
            NeighbourPass pass,
            KernelDriver driver,
            KernelBody code,
            Supplier<Touched> touched,
            Object userBody) {
        RowQuery ofOthers = others == grid ? null : others.query().rowQuery();
        Object built = grid.layers().get(0);
        KernelWork work = KernelWork.of(grid.query().rowQuery(), ofOthers, pass, driver, built, touched, userBody);
        return new NeighbourKernel(grid.query(), work, driver, code, userBody);
    }

    private NeighbourKernel(Query query, KernelWork work, KernelDriver driver, KernelBody code, Object userBody) {
        super(query, work);
        this.driver = driver;
        this.code = code;
        this.userBody = userBody;
    }

    /** As {@link RowKernel#explain()}; the times are those of a group of up to 16 points. */
    public KernelExplanation explain() {
        return KernelExplanation.of(driver, code, userBody);
    }

    /** Compiles the loop of vectors at once, and runs only that from now on. For tests. */
    String translateNow() {
        return VectorKernel.translateNow(driver);
    }
}
