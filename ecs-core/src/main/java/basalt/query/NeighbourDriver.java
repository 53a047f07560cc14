package basalt.query;

import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.match.MatchedRows;
import basalt.memory.block.ArenaAccess;
import basalt.query.KernelRow.RowStack;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.runtime.RowQuery;
import basalt.storage.access.Store;
import basalt.storage.space.CellTable;
import basalt.storage.space.NeighbourPass;
import java.lang.invoke.MethodHandles;

/**
 * The loop of rows around the body of a kernel over neighbours. Its words are groups of points. Like {@link RowDriver},
 * it is defined again for each kernel, with the bodies as a constant.
 */
final class NeighbourDriver implements KernelDriver {
    private static final Work CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), Work.class);

    /** See {@link KernelDriver}: keeps the JIT from inlining the loop into its callers. */
    private static final int CALLS = 2;

    private static final int ALIGNMENT = 64;

    private final Work work;

    /**
     * What is done with each point. A record, because the JIT trusts that the fields of records are final.
     *
     * @param start writes what is accumulated from
     * @param records called for each neighbour, which is its other row: a class of its own, which the JIT inlines
     * @param body called instead, if start and records are null
     */
    record Work(
            RecordAdapter start,
            RecordAdapter records,
            PairQuery.Body body,
            NeighbourPass pass,
            RowQuery query,
            RowQuery others) {}

    NeighbourDriver(Work work) {
        this.work = work;
    }

    /** A driver class of its own for a body; the ordinary driver if specialisation is not possible. */
    static KernelDriver specialised(Work work) {
        return HiddenCopy.of(
                MethodHandles.lookup(),
                NeighbourDriver.class,
                Work.class,
                work,
                new NeighbourDriver(work),
                HiddenCopy.ENABLED);
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromGroup, int toGroup) {
        Work now = CONSTANT != null ? CONSTANT : work;
        ArenaAccess arena = now.query().runtime().current().arena();
        RowStack rows = RowStack.of(context);
        KernelRow row = rows.begin();
        long mark = arena.mark();
        try {
            run(CALLS, rows, row, matches, arena, fromGroup, toGroup);
        } finally {
            arena.release(mark);
            rows.end();
        }
    }

    private void run(
            int calls, RowStack rows, KernelRow row, MatchedRows matches, ArenaAccess arena, int from, int to) {
        if (calls > 0) {
            run(calls - 1, rows, row, matches, arena, from, to);
            return;
        }
        NeighbourPass pass = CONSTANT != null ? CONSTANT.pass() : work.pass();
        CellTable table = pass.table();
        long runs = arena.allocateUnchecked(NeighbourPass.RUN_BYTES, ALIGNMENT);
        long near = 0;
        int room = 0;
        row.exit();
        for (int group = from; group < to; group++) {
            int needed = NeighbourPass.points(runs, pass.runs(group, runs)) + 1;
            if (needed > room) {
                room = Math.max(1024, 2 * needed);
                near = arena.allocateUnchecked((long) room * Integer.BYTES, ALIGNMENT);
            }
            int end = table.first(group + 1);
            for (int point = table.first(group); point < end; point++) {
                int place = table.row(point);
                if (place != CellTable.GONE) {
                    int count = pass.runs(group, point, runs);
                    row.reenter(pass.base(place));
                    visit(
                            rows,
                            row.at(CellTable.inBlock(place)),
                            point,
                            matches,
                            near,
                            pass.near(point, runs, count, near));
                }
            }
        }
    }

    /** Calls the body for all that is near a row. */
    private void visit(RowStack rows, Row here, int point, MatchedRows matches, long near, int count) {
        Work now = CONSTANT != null ? CONSTANT : work;
        NeighbourPass pass = now.pass();
        CellTable table = pass.table();
        CellTable others = pass.others();
        int strikes = matches.strikes;
        RelatedRow.Neighbour neighbour = rows.neighbour();
        RelatedRow.Shared shared = rows.shared(false);
        boolean isOverRows = now.body() != null;
        if (!isOverRows) {
            here.coordinates(table.x(point), table.y(point), table.z(point));
            now.start().accept(here);
        }
        for (int i = 0; i < count; i++) {
            int other = NeighbourPass.point(near, i);
            int place = others.row(other);
            if (place == CellTable.GONE
                    || others.version() != now.others().store().structureVersion()) {
                requireUnchanged(now, other);
            }
            if (Strict.ON) {
                visitChecked(rows, here, other);
            } else if (isOverRows) {
                shared.at(pass.base(place), CellTable.inBlock(place));
                now.body().accept(here, shared);
            } else {
                neighbour.at(pass.base(place), CellTable.inBlock(place));
                neighbour.coordinates(others.x(other), others.y(other), others.z(other));
                now.records().accept(here, neighbour);
            }
            if (matches.strikes != strikes) {
                throw changed();
            }
        }
        here.leave();
    }

    /** Throws if a call of the body has destroyed or moved a neighbour: in another layer, that is no strike. */
    private static void requireUnchanged(Work now, int point) {
        CellTable others = now.pass().others();
        Store store = now.others().store();
        if (!others.isUnchanged(point, store.entities(), now.others().filter()::matches)) {
            throw changed();
        }
    }

    private static IllegalStateException changed() {
        return new IllegalStateException("the body of a kernel over neighbours has changed which entities match,"
                + " or what is stored of them: record a command instead");
    }

    /** In strict mode each call gets a new row of the neighbour. */
    private void visitChecked(RowStack rows, Row here, int point) {
        CellTable others = work.pass().others();
        int place = others.row(point);
        RowContext checked = rows.ofPartners(work.others());
        RelatedRow.Shared other =
                rows.shared(new RelatedRow.Shared(checked, work.pass().base(place), CellTable.inBlock(place)));
        other.coordinates(others.x(point), others.y(point), others.z(point));
        try {
            if (work.records() != null) {
                work.records().accept(here, other);
            } else {
                work.body().accept(here, other);
            }
        } finally {
            other.leave();
        }
    }
}
