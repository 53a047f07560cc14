package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.Entity;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.world.World;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Reads one float and writes another of each of 100,000 entities, in ascending order, by rows whose accesses are
 * checked, and by unchecked rows of a kernel. The time is per entity.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ColdLoop.ENTITIES)
public class ColdLoop extends OperationBenchmark {
    static final int ENTITIES = 100_000;

    private final long[] handles = new long[ENTITIES];
    private World world;
    private Query all;
    private RowCursor cursor;
    private RowKernel kernel;
    private Selection selection;

    /** Floats count as many exactly as fit into a measurement. */
    private int rounds;

    /** Builds the world and checks a round of each. */
    @Setup
    public void build() {
        world = World.create();
        world.template().with(new Position(0, 0), new Velocity(1, 0)).build().spawn(handles);
        all = world.query().all(Position.TYPE, Velocity.TYPE).build();
        cursor = all.closedCursor();
        kernel = all.kernel((Row row) -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
        selection = Selection.of(all).collect();
        row();
        handle();
        record();
        cursor();
        forEach();
        selection();
        kernel();
        check();
    }

    /** Checks that each round has visited each entity once. */
    private void check() {
        for (long handle : handles) {
            Check.same("x", Entity.index(handle), rounds, world.get(handle, Position.X));
        }
    }

    /** Checks once more. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** The row of each handle. */
    @Benchmark
    public void row() {
        rounds++;
        for (long handle : handles) {
            Row row = world.row(handle);
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
        }
    }

    /** World and handle: the same checks, without a row. */
    @Benchmark
    public void handle() {
        rounds++;
        for (long handle : handles) {
            world.set(handle, Position.X, world.get(handle, Position.X) + world.get(handle, Velocity.DX));
        }
    }

    /** Whole records: one is read, one is made and written. */
    @Benchmark
    public void record() {
        rounds++;
        for (long handle : handles) {
            Position position = world.get(handle, Position.TYPE);
            world.set(handle, new Position(position.x() + world.get(handle, Velocity.DX), position.y()));
        }
    }

    /** The rows of a cursor. */
    @Benchmark
    public void cursor() {
        rounds++;
        try (RowCursor rows = cursor.open()) {
            while (rows.next()) {
                Row row = rows.row();
                row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
            }
        }
    }

    /** The rows of {@code forEach}. */
    @Benchmark
    public void forEach() {
        rounds++;
        all.forEach((Row row) -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
    }

    /** The rows of a selection. */
    @Benchmark
    public void selection() {
        rounds++;
        selection.forEach((Row row) -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
    }

    /** The baseline: the rows of a kernel. */
    @Benchmark
    public void kernel() {
        rounds++;
        kernel.run();
    }
}
