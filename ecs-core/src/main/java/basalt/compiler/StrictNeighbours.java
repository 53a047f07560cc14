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
 * Strict mode's driver of a kernel over neighbours: the loop of vectors runs before that of rows, which writes all that
 * it has written.
 */
final class StrictNeighbours extends StrictDriver {
    StrictNeighbours(KernelBody body, KernelDriver rows) {
        super(body, rows);
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromGroup, int toGroup) {
        if (!isNextCompared() || !form.canRun(entry)) {
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
                int point = first + i / neighbours.totals().size();
                long entity = neighbours.pass().table().handle(point);
                throw different("another value of entity " + Entity.toString(entity));
            }
        }
    }

    @Override
    VectorForm translated() throws Refused {
        return VectorForm.of(body, null);
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
