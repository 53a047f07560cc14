package basalt.compiler;

import basalt.compiler.Graph.Lane;
import basalt.compiler.Translation.Refused;
import basalt.component.Entity;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.Entities;
import java.util.ArrayList;
import java.util.List;

/**
 * Strict mode's driver of a kernel over rows: the loop of vectors runs in a copy of the rows and of accumulators.
 *
 * <p>Compared are at most {@value #MOST_WORDS} words, and only if no row among them bails: the effects of the body
 * would come twice. Kernels that may be split among workers are not
 * compared if they have accumulators; the schedule reports those.
 */
final class StrictForms extends StrictDriver {
    private static final int MOST_WORDS = 4;

    private boolean hasBailed;

    StrictForms(KernelBody body, KernelDriver rows) {
        super(body, rows);
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        int first = MatchedBlock.nextWord(entry, fromWord);
        if (first >= toWord || !isNextCompared() || !canCompare(context, entry)) {
            rows.run(context, matches, entry, fromWord, toWord);
            return;
        }
        int end = comparesAll ? toWord : Math.min(first + MOST_WORDS, toWord);
        long block = MatchedBlock.base(entry);
        try (ScratchBlock copy = new ScratchBlock(form)) {
            copy.copy(entry, first, end);
            List<Object> left = runCopy(copy, context, matches, first, end);
            rows.run(context, matches, entry, fromWord, end);
            if (left != null && MatchedBlock.base(entry) == block) {
                compare(copy, matches, entry, first, end, left);
            }
        }
        if (end < toWord) {
            rows.run(context, matches, entry, end, toWord);
        }
    }

    @Override
    VectorForm translated() throws Refused {
        return VectorForm.of(body, (context, matches, bailed, row) -> hasBailed = true);
    }

    private boolean canCompare(RowContext context, long entry) {
        boolean mayOthersAdd = context.isSplittable() && !form.accumulators().isEmpty();
        return !mayOthersAdd && form.canRun(entry);
    }

    /** Runs the loop of vectors over the copy. Returns the sums that it leaves; null if a row has bailed. */
    private synchronized List<Object> runCopy(
            ScratchBlock copy, RowContext context, MatchedRows matches, int first, int end) {
        hasBailed = false;
        form.copyAccumulators();
        MatchedRows copies = new MatchedRows();
        if (form.isReduction()) {
            copies.assignAccumulator(matches);
        }
        form.driver().run(context, copies, copy.entry, first, end);
        List<Object> left = sums(copies);
        form.restoreAccumulators();
        return hasBailed ? null : left;
    }

    private List<Object> sums(MatchedRows matches) {
        List<Object> sums = new ArrayList<>();
        form.accumulators().forEach(accumulator -> sums.add(accumulator.source().read()));
        if (form.isReduction()) {
            sums.add(matches.accumulator().result());
        }
        return sums;
    }

    private void compare(ScratchBlock copy, MatchedRows matches, long entry, int first, int end, List<Object> left) {
        long block = MatchedBlock.base(entry);
        List<Object> found = sums(matches);
        if (!found.equals(left)) {
            throw different("other sums (" + left + " instead of " + found + ")");
        }
        for (int word = first; form.isPredicate() && word < end; word++) {
            if (MatchedBlock.word(copy.entry, word) != MatchedBlock.word(entry, word)) {
                throw different("other rows of word " + word);
            }
        }
        for (Lane lane : form.lanes()) {
            int row = copy.firstDifference(lane, block, first, end);
            if (row >= 0) {
                throw different("another value at offset " + lane.offset() + " of entity "
                        + Entity.toString(Entities.handle(block, row)));
            }
        }
    }
}
