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
 * Strict mode's driver of a kernel: it runs the loop of rows, whose accesses are checked, and sometimes compares what
 * that leaves with what the loop of vectors leaves in a copy of the rows and of accumulators.
 *
 * <p>It does so in the runs whose number is 2, 4, 8 and so on, over at most {@value #MOST_WORDS} words, and only if no
 * row among them bails: the effects of the body would come twice. Kernels that may be split among workers are not
 * compared if they have accumulators; the schedule reports those.
 */
final class StrictForms implements KernelDriver {
    private static final int MOST_WORDS = 4;

    private final KernelBody body;
    private final KernelDriver rows;
    private VectorForm form;
    private boolean isRefused;
    private int mostWords = MOST_WORDS;
    private int runs;
    private boolean hasBailed;

    StrictForms(KernelBody body, KernelDriver rows) {
        this.body = body;
        this.rows = rows;
    }

    @Override
    public boolean isSpecialised() {
        return rows.isSpecialised();
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        int first = MatchedBlock.nextWord(entry, fromWord);
        if (first >= toWord || !isNextCompared(context, entry)) {
            rows.run(context, matches, entry, fromWord, toWord);
            return;
        }
        int end = mostWords < toWord - first ? first + mostWords : toWord;
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

    /** From now on all runs are compared, as a whole. */
    synchronized void compareAll() throws Refused {
        form = translated();
        mostWords = Integer.MAX_VALUE;
    }

    private VectorForm translated() throws Refused {
        return VectorForm.of(body, (context, matches, bailed, row) -> hasBailed = true);
    }

    /** Whether this run is compared. */
    private synchronized boolean isNextCompared(RowContext context, long entry) {
        runs++;
        if (isRefused || mostWords == MOST_WORDS && (runs == 1 || Integer.bitCount(runs) != 1)) {
            return false;
        }
        if (form == null) {
            try {
                form = translated();
            } catch (Refused e) {
                isRefused = true;
                return false;
            }
        }
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

    private IllegalStateException different(String what) {
        return new IllegalStateException("the loop of vectors leaves " + what
                + " than the body of the kernel or the predicate "
                + body.function() + ": either the body depends on what another thread changes meanwhile, or it is"
                + " translated wrongly; run with -Dbasalt.kernels.vectors=false and report the body");
    }
}
