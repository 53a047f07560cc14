package basalt.bench.access;

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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Entities that all move by one in each round, with each kind of access. */
@State(Scope.Thread)
public class ColdRows {
    private final long[] handles = new long[Places.COUNT];
    private World world;
    private Query all;
    private RowCursor cursor;
    private RowKernel kernel;
    private Selection selection;
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
        byRow();
        byHandle();
        byCursor();
        byForEach();
        bySelection();
        byKernel();
        check();
    }

    /** Checks that each round has visited each entity once. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    private void check() {
        for (long handle : handles) {
            Check.same("x", Entity.index(handle), rounds, world.get(handle, Position.X));
        }
    }

    /** Restarts before the number of rounds exceeds the precision of a float. */
    private void begin() {
        rounds++;
        if (rounds == 1 << 20) {
            rounds = 1;
            for (long handle : handles) {
                world.set(handle, Position.X, 0);
            }
        }
    }

    void byRow() {
        begin();
        for (long handle : handles) {
            Row row = world.row(handle);
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
        }
    }

    void byHandle() {
        begin();
        for (long handle : handles) {
            world.set(handle, Position.X, world.get(handle, Position.X) + world.get(handle, Velocity.DX));
        }
    }

    void byCursor() {
        begin();
        try (RowCursor rows = cursor.open()) {
            while (rows.next()) {
                Row row = rows.row();
                row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
            }
        }
    }

    void byForEach() {
        begin();
        all.forEach((Row row) -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
    }

    void bySelection() {
        begin();
        selection.forEach((Row row) -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
    }

    void byKernel() {
        begin();
        kernel.run();
    }
}
