package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.KernelBody.Argument;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.space.NeighbourPass;
import java.lang.reflect.Method;
import java.util.List;

/**
 * The pairs of points of a grid that are less than a radius away from each other. Makes kernels over their rows: for
 * hits, contacts, and what writes single columns.
 *
 * <pre>{@code
 * NeighbourKernel strike = ships.pairs(bullets).within(6).kernel((ship, bullet, commands) -> {
 *     commands.destroy(bullet.entity());
 *     ship.set(Hull.POINTS, ship.get(Hull.POINTS) - 1);
 * });
 * }</pre>
 *
 * <p>Which pairs there are depends on the coordinates with which the grid was built; all values that a body reads are
 * those of now. The pairs of a point come one after the other, in an order that depends on the positions and rows of
 * the points, and so do the points: commands, and the events that they send, are in this order, whatever the number of
 * workers.
 *
 * <p>The body writes the first row of a pair; the other one is read-only: change it by commands. What the body writes
 * it does not read of other rows, since these may be written before or afterwards: strict mode rejects that, unless the
 * system declares {@link basalt.system.Access#touchesOthers()}, which keeps the kernel on one thread.
 *
 * <p>For sums and the like that are written whole, {@link Neighbours} are faster. Immutable. Made by {@link
 * SpatialGrid#pairs}.
 */
public final class SpatialPairs {
    private static final Method ACCEPT = RecordAdapter.method(PairQuery.Body.class);
    private static final Method COMMANDS_ACCEPT = RecordAdapter.method(Commands.PairBody.class);

    private final SpatialGrid grid;
    private final SpatialGrid others;
    private final float radius;
    private final boolean isOnce;

    SpatialPairs(SpatialGrid grid, SpatialGrid others) {
        this(grid, others, grid.radius(), false);
    }

    private SpatialPairs(SpatialGrid grid, SpatialGrid others, float radius, boolean isOnce) {
        grid.checkOwner("grid.pairs(...)");
        this.grid = grid;
        this.others = others;
        this.radius = radius;
        this.isOnce = isOnce;
    }

    /**
     * The pairs that are nearer than another radius.
     *
     * @param newRadius positive, and not larger than that of the grid
     */
    public SpatialPairs within(float newRadius) {
        return new SpatialPairs(grid, others, grid.requireRadius(newRadius), isOnce);
    }

    /**
     * Each pair once: by the point that is visited first. Otherwise two points of one layer are two pairs, one for
     * each of them. Two layers have each pair once, unless an entity is in both.
     *
     * @throws IllegalStateException if the pairs are of two layers, each of which comes once anyway
     */
    public SpatialPairs once() {
        if (others != grid) {
            throw new IllegalStateException(
                    "each pair of two layers comes once: call once() on the pairs of one layer, grid.pairs()");
        }
        return new SpatialPairs(grid, others, radius, true);
    }

    /**
     * Compiles a body into a kernel over the pairs. This may define a class: do it once, not each tick.
     *
     * @param body gets a row and one that is near; it may not change which entities match
     */
    public NeighbourKernel kernel(PairQuery.Body body) {
        return kernel(body, new KernelBody(body, ACCEPT, List.of(Argument.ROW, Argument.ROW), null), body);
    }

    /** As {@link #kernel(PairQuery.Body)}, of a body that records commands. */
    public NeighbourKernel kernel(Commands.PairBody body) {
        KernelDriver.require(body);
        List<Object> arguments = List.of(Argument.ROW, Argument.ROW, Argument.OTHER);
        return kernel(new WithCommands(body), new KernelBody(body, COMMANDS_ACCEPT, arguments, null), body);
    }

    private NeighbourKernel kernel(PairQuery.Body body, KernelBody code, Object userBody) {
        Query query = grid.query();
        PairQuery.Body required = query.requireForKernel(body);
        NeighbourPass pass = new NeighbourPass(
                grid.table(), others.table(), query.rowQuery().store().blocks(), radius, isOnce);
        KernelDriver driver = NeighbourDriver.specialised(new NeighbourDriver.Work(
                null, null, required, pass, query.rowQuery(), others.query().rowQuery()));
        return NeighbourKernel.of(
                grid, others, pass, driver, null, () -> RowKernel.touched(code, query, others.query()), userBody);
    }

    /** A record, because the JIT trusts that the fields of records are final. */
    private record WithCommands(Commands.PairBody body) implements PairQuery.Body {
        @Override
        public void accept(Row row, Row other) {
            body.accept(row, other, ((KernelRow) row).commands());
        }
    }
}
