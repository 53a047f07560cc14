package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.VectorKernel;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork;

/**
 * A compiled loop over the points of a {@link SpatialGrid} and their neighbours. Made once by {@link Neighbours}, and
 * run each tick after the grid was rebuilt.
 *
 * <p>In a schedule it waits for the grid's system, and is divided among workers; the result is the same for any number
 * of them. Entities that came after the grid was built are neither visited nor neighbours, and those that have gone, or
 * do not match the grid's query any more, are not either. A body gets the positions of which the grid was built. If it
 * throws, some points have been written and others not: they are visited cell by cell.
 */
public final class NeighbourKernel extends Kernel {
    private final KernelDriver driver;
    private final KernelBody code;

    NeighbourKernel(Query query, KernelWork work, KernelDriver driver, KernelBody code) {
        super(query, work);
        this.driver = driver;
        this.code = code;
    }

    /** As {@link RowKernel#explain()}; the times are those of a group of up to 16 points. */
    public KernelExplanation explain() {
        return KernelExplanation.of(driver, code, code.function());
    }

    /** Compiles the loop of vectors at once, and runs only that from now on. For tests. */
    String translateNow() {
        return VectorKernel.translateNow(driver);
    }
}
