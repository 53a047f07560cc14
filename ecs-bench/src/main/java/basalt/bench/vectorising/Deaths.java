package basalt.bench.vectorising;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.bench.vectorising.PlainColumns.Data;
import basalt.component.Column;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.world.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel that moves rows, and of a few of them asks for the entity, as another one would to destroy it. That is a sum
 * of handles here, so that the rows stay and results can be compared.
 */
final class Deaths {
    private static final double PERCENT = 100;

    private final PlainRows plain;
    private final int limit;
    private long handles;

    /**
     * A kernel over these rows.
     *
     * @param percent the share of rows that die
     */
    Deaths(PlainRows plain, double percent) {
        this.plain = plain;
        limit = (int) Math.round(percent / PERCENT * PlainUnit.THINGIES);
    }

    static List<Column> columns() {
        List<Column> columns = new ArrayList<>(PlainBody.MOVE.columns());
        columns.add(Data.THINGY);
        return columns;
    }

    RowKernel kernel() {
        return plain.marked().kernel(body(plain.world().time(), limit));
    }

    private RowBody body(Time time, int least) {
        return row -> {
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds());
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * time.deltaSeconds());
            if (row.get(Data.THINGY) < least) {
                die(row.entity());
            }
        };
    }

    private void die(long entity) {
        handles += entity;
    }

    /** Compares the moves and the sum of a kernel with plain Java; returns the number of rows that die in a tick. */
    long check(Runnable tick) {
        handles = 0;
        plain.check(tick, PlainUnit::move);
        long[] expected = new long[2];
        plain.marked().forEach(row -> {
            if (row.get(Data.THINGY) < limit) {
                expected[0] += row.entity();
                expected[1]++;
            }
        });
        Check.same("sum of handles", expected[0] * PlainRows.TICKS_CHECKED, handles);
        return expected[1];
    }
}
