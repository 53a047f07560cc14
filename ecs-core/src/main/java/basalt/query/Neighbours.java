package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.VectorKernel;
import basalt.component.Column;
import basalt.component.Component;
import basalt.query.RecordAdapter.Read;
import basalt.query.RecordAdapter.Write;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork.Touched;
import basalt.runtime.RowQuery;
import basalt.storage.Blocks;
import basalt.storage.access.Store;
import basalt.storage.space.NeighbourPass;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The points of a grid and their neighbours: all others that are less than a radius away. Makes kernels over them.
 *
 * <pre>{@code
 * NeighbourKernel push = grid.neighbours(Position.class).accumulate(new Push(0, 0), (sum, mine, other) -> {
 *     float dx = mine.x() - other.x();
 *     float dy = mine.y() - other.y();
 *     float weight = 1 - (dx * dx + dy * dy) / 256;
 *     return new Push(sum.x() + dx * weight, sum.y() + dy * weight);
 * });
 * }</pre>
 *
 * <p>The coordinates of the grid that a body gets are those with which the grid was built; all other values are read
 * when the kernel runs.
 *
 * <p>Immutable. Made by {@link SpatialGrid#neighbours}.
 *
 * @param <A> the record of a point, a component or a bundle
 * @param <B> that of its neighbour
 */
public final class Neighbours<A extends Record, B extends Record> {
    private final SpatialGrid grid;
    private final SpatialGrid otherGrid;
    private final RecordShape mine;
    private final RecordShape others;
    private final float radius;

    Neighbours(SpatialGrid grid, Class<A> mine, SpatialGrid otherGrid, Class<B> others) {
        this(grid, RecordShape.of(mine), otherGrid, RecordShape.of(others), grid.radius());
        checkOwner();
        this.mine.components().forEach(component -> requireInGrid(grid, component));
        this.others.components().forEach(component -> requireInGrid(otherGrid, component));
    }

    private Neighbours(SpatialGrid grid, RecordShape mine, SpatialGrid otherGrid, RecordShape others, float radius) {
        this.grid = grid;
        this.mine = mine;
        this.otherGrid = otherGrid;
        this.others = others;
        this.radius = radius;
    }

    /**
     * The same points with the neighbours that are nearer than another radius.
     *
     * @param newRadius positive, and not larger than that of the grid
     */
    public Neighbours<A, B> within(float newRadius) {
        return new Neighbours<>(grid, mine, otherGrid, others, grid.requireRadius(newRadius));
    }

    /**
     * Compiles a body into a kernel that writes a component in all points of the grid: what the body makes of a start,
     * neighbour by neighbour. This may define a class: do it once, not each tick.
     *
     * <p>The neighbours of a point come in an order that depends on the points alone: not on the number of workers, nor
     * on the processor. A body that is hot is translated to a loop of vectors, see {@link NeighbourKernel#explain}.
     *
     * @param start the value for a point without neighbours; of a component that all points have
     * @param body gets what there is, the point, and a neighbour; it may not change which entities match
     * @throws IllegalArgumentException if an argument is null; if the points lack the component; if the body reads it
     *     of the point or its neighbour
     */
    public <R extends Record> NeighbourKernel accumulate(R start, RecordBody.Accumulate<R, A, B> body) {
        checkOwner();
        if (start == null) {
            throw new IllegalArgumentException("the start must not be null: pass the value for no neighbours");
        }
        KernelDriver.require(body);
        RecordShape written = RecordShape.of(start.getClass());
        for (Component<?> component : written.components()) {
            Store.requireChangeable(component);
            requireInGrid(grid, component);
            if (mine.components().contains(component) || others.components().contains(component)) {
                throw new IllegalArgumentException("component " + component.name() + " is both accumulated and read of"
                        + " the points: accumulate another component, and use that in a kernel of its own");
            }
        }
        Query query = grid.query();
        RowQuery ofOthers = otherGrid.query().rowQuery();
        Blocks blocks = query.rowQuery().store().blocks();
        NeighbourPass pass = new NeighbourPass(grid.table(), otherGrid.table(), blocks, radius, false);
        Write write = new Write(written, Set.of());
        RecordAdapter adapter = RecordAdapter.of(
                RecordBody.Accumulate.class,
                query.requireForKernel(body),
                List.of(
                        new Read(written, false),
                        new Read(mine, false, grid.columns()),
                        new Read(others, true, grid.columns())),
                write);
        RecordBody.Update1<Record, R> first = any -> start;
        RecordAdapter starter =
                RecordAdapter.of(RecordBody.Update1.class, first, List.of(new Read(written, false)), write);
        KernelBody code = adapter.kernelBody().overNeighbours(pass, written.values(start));
        KernelDriver driver = VectorKernel.of(
                code,
                NeighbourDriver.specialised(
                        new NeighbourDriver.Work(starter, adapter, null, pass, query.rowQuery(), ofOthers)));
        Set<Column> reads = new LinkedHashSet<>(mine.columns());
        reads.addAll(others.columns());
        reads.removeAll(grid.columns());
        Touched touched = new Touched(reads, new LinkedHashSet<>(written.components()), written.components());
        return NeighbourKernel.of(grid, otherGrid, pass, driver, code, () -> touched, body);
    }

    private void checkOwner() {
        grid.checkOwner("grid.neighbours(...)");
    }

    private static void requireInGrid(SpatialGrid grid, Component<?> component) {
        if (!grid.query().rowQuery().filter().requires(component.id())) {
            throw new IllegalArgumentException("the points of the grid may lack component " + component.name()
                    + ": name its class in the query of the grid, or in with(...)");
        }
    }
}
