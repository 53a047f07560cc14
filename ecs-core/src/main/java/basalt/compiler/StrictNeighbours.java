package basalt.compiler;

import basalt.compiler.NeighbourForm.Total;
import basalt.compiler.Translation.Refused;
import basalt.component.Entity;
import basalt.match.MatchedRows;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.space.CellTable;
import basalt.storage.space.NeighbourPass;
import java.util.List;

/**
 * Strict mode's driver of a kernel over neighbours: it runs the loop of rows, whose accesses are checked, and sometimes
 * the loop of vectors before, and compares what both leave. It does so in the runs whose number is 2, 4, 8 and so on.
 */
final class StrictNeighbours implements KernelDriver {
    private final KernelBody body;
    private final KernelDriver rows;
    private VectorForm form;
    private boolean isRefused;
    private boolean comparesAll;
    private int runs;

    StrictNeighbours(KernelBody body, KernelDriver rows) {
        this.body = body;
        this.rows = rows;
    }

    @Override
    public boolean isSpecialised() {
        return rows.isSpecialised();
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromGroup, int toGroup) {
        if (!isNextCompared()) {
            rows.run(context, matches, entry, fromGroup, toGroup);
            return;
        }
        NeighbourForm neighbours = form.neighbours();
        form.driver().run(context, matches, entry, fromGroup, toGroup);
        long[] left = values(neighbours, fromGroup, toGroup);
        rows.run(context, matches, entry, fromGroup, toGroup);
        long[] found = values(neighbours, fromGroup, toGroup);
        int first = neighbours.pass().table().first(fromGroup);
        for (int i = 0; i < left.length; i++) {
            if (left[i] != found[i]) {
                throw new IllegalStateException("the loop of vectors leaves another value of entity "
                        + Entity.toString(neighbours
                                .pass()
                                .table()
                                .handle(first + i / neighbours.totals().size()))
                        + " than the body of the kernel " + body.function()
                        + ": either the body depends on what another thread changes meanwhile, or it is translated"
                        + " wrongly; run with -Dbasalt.kernels.vectors=false and report the body");
            }
        }
    }

    /** From now on all runs are compared. */
    synchronized void compareAll() throws Refused {
        form = VectorForm.of(body, null);
        comparesAll = true;
    }

    private synchronized boolean isNextCompared() {
        runs++;
        if (isRefused || !comparesAll && (runs == 1 || Integer.bitCount(runs) != 1)) {
            return false;
        }
        if (form == null) {
            try {
                form = VectorForm.of(body, null);
            } catch (Refused e) {
                isRefused = true;
                return false;
            }
        }
        return form.canRun(0);
    }

    /** The totals of the points of some groups. */
    private static long[] values(NeighbourForm form, int fromGroup, int toGroup) {
        NeighbourPass pass = form.pass();
        List<Total> totals = form.totals();
        int first = pass.table().first(fromGroup);
        int count = pass.table().first(toGroup) - first;
        long[] values = new long[count * totals.size()];
        for (int i = 0; i < values.length; i++) {
            int row = pass.table().row(first + i / totals.size());
            if (row != CellTable.GONE) {
                long base = pass.base(row);
                values[i] = ScratchBlock.bits(totals.get(i % totals.size()).lane(), base, CellTable.inBlock(row));
            }
        }
        return values;
    }
}
