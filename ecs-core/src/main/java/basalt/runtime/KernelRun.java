package basalt.runtime;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.match.MatchSnapshot;
import basalt.match.SnapshotEntry;
import basalt.storage.change.ChangeTracker;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * One run of a kernel, split into pieces for the workers of a schedule. A piece is a range of the snapshot that begins
 * and ends at a word of 64 rows, and may cover several blocks. Pieces are in ascending row order. Reused from run to
 * run.
 *
 * <pre>
 *   open(kernel)            the world's thread takes the snapshot, as one piece
 *   writes(components)      records the writes of the kernel, for queries for changes
 *   cut(rows)               splits it into pieces of about that many rows
 *   run(piece, worker)      any worker, each piece once, phase by phase
 *   close()                 the world's thread; the last opened first
 * </pre>
 */
public final class KernelRun {
    private final WorldRuntime runtime;

    /** The columns that the kernel's system has declared to write. */
    private final Predicate<Column> mayWrite;

    private KernelPlan plan;
    private MatchSnapshot matches;
    private List<Component<?>> written = List.of();
    private int pieces;

    /** Strict mode: the captured state of the body before the first piece; null if it is not checked. */
    private List<CapturedState.FieldState> captured;

    private boolean isAlone;

    /** The start of each piece, and the end of the last one: an entry of the snapshot, and a word. */
    private int[] firstEntry = new int[2];

    private int[] firstWord = new int[2];

    /** Creates an object without a run. */
    public KernelRun(WorldRuntime runtime, Predicate<Column> mayWrite) {
        this.runtime = runtime;
        this.mayWrite = mayWrite;
    }

    /** Takes the snapshot of a kernel, as one piece. For the world's thread, while the world is not lent. */
    public int open(KernelPlan kernel) {
        runtime.owner().checkThread();
        kernel.requireOpen();
        plan = kernel;
        matches = take(runtime.owner());
        written = List.of();
        if (plan.levels() != null) {
            return openLevels(runtime.owner());
        }
        pieces = 0;
        if (matches.count() > 0) {
            begin(0, 0);
        }
        end();
        return matches.countRows();
    }

    private int openLevels(OwnerContext owner) {
        try {
            plan.levels().open(owner, matches);
        } catch (Throwable e) {
            owner.end(matches, e);
            throw e;
        }
        pieces = plan.levels().pieces();
        return plan.levels().rows();
    }

    private MatchSnapshot take(OwnerContext owner) {
        if (plan.whole() != null) {
            return owner.open(plan.filter()); // that run takes the changes itself
        }
        return plan.pure() ? owner.takePure(plan.filter(), plan.declared(), mayWrite) : owner.take(plan.filter());
    }

    /**
     * Records writes of the components that the kernel's system has declared to write, in all rows of the snapshot. For
     * any one thread, after {@code open} and before the first piece; systems that look for changes may run in between.
     */
    public void writes(List<Component<?>> components) {
        written = components;
        ChangeTracker changes = runtime.store().changeTracker();
        for (int i = 0; i < components.size(); i++) {
            if (changes.isTracked(components.get(i).id(), plan.changes())) {
                recordWrites(components.get(i));
            }
        }
    }

    private void recordWrites(Component<?> component) {
        if (plan.levels() != null) {
            plan.levels().recordWrites(component);
        } else {
            matches.recordWrite(runtime.store().changeTracker(), component);
        }
    }

    /**
     * Splits the snapshot into pieces. A kernel that runs as a whole is not split.
     *
     * @param rowsPerPiece least number of rows of a piece, except for the last one; at least 1; a piece has less than
     *     64 rows more
     */
    public void cut(int rowsPerPiece) {
        if (plan.whole() != null) {
            return;
        }
        if (plan.levels() != null) {
            plan.levels().cut(rowsPerPiece);
            pieces = plan.levels().pieces();
            return;
        }
        pieces = 0;
        int rows = rowsPerPiece;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            int word = SnapshotEntry.nextWord(entry, 0);
            while (word < WORDS) {
                if (rows >= rowsPerPiece) {
                    begin(i, word);
                    rows = 0;
                }
                int full = SnapshotEntry.endOfWhole(entry, word) - word;
                if (full > 0) {
                    int taken = Math.min(full, (rowsPerPiece - rows + 63) >>> 6);
                    rows += taken << 6;
                    word += taken;
                } else {
                    rows += Long.bitCount(SnapshotEntry.word(entry, word));
                    word++;
                }
                word = SnapshotEntry.nextWord(entry, word);
            }
        }
        end();
    }

    private void begin(int entry, int word) {
        if (pieces + 1 == firstEntry.length) {
            firstEntry = Arrays.copyOf(firstEntry, 2 * firstEntry.length);
            firstWord = Arrays.copyOf(firstWord, firstEntry.length);
        }
        firstEntry[pieces] = entry;
        firstWord[pieces] = word;
        pieces++;
    }

    private void end() {
        firstEntry[pieces] = matches.count();
        firstWord[pieces] = 0;
    }

    /** The number of pieces. Returns pieces; 0 if there is no row. */
    public int pieces() {
        return pieces;
    }

    /**
     * The end of a phase: pieces from there on may only run when all before have ended. Returns the first piece of the
     * next phase, or the number of pieces.
     */
    public int endOfPhase(int piece) {
        return plan.levels() == null ? pieces : plan.levels().endOfPhase(piece);
    }

    public void run(int piece, Worker worker) {
        if (plan.whole() != null) {
            plan.whole().run();
            return;
        }
        RowContext context = worker.context(plan.declared(), plan.filter()).ofKernel();
        try {
            worker.writes(written, plan.changes());
            if (plan.levels() != null) {
                plan.levels().run(context, piece);
                return;
            }
            EntryRun.run(
                    plan.driver(),
                    context,
                    matches,
                    firstEntry[piece],
                    firstWord[piece],
                    firstEntry[piece + 1],
                    firstWord[piece + 1]);
        } finally {
            worker.writes(List.of(), null);
            context.close();
        }
    }

    /**
     * Strict mode: records the captured state of the body of a kernel that may be split. For any one thread, before the
     * first piece.
     */
    public void recordCaptured(boolean alone) {
        if (plan.captured() != null && plan.whole() == null && pieces > 0) {
            isAlone = alone;
            captured = plan.captured().capture(alone);
        }
    }

    /**
     * The first change of the captured state since {@link #recordCaptured}. For any one thread, after the last piece.
     * Returns the change as text; null if there is none, or the state was not recorded.
     */
    public String capturedChange() {
        List<CapturedState.FieldState> before = captured;
        captured = null;
        return before == null ? null : plan.captured().firstChange(before, isAlone);
    }

    /** Called after {@link #close} if the run has failed. For the world's thread. */
    public void failed() {
        if (plan.levels() != null) {
            plan.levels().failed();
        }
    }

    /** Ends the run. For the world's thread. */
    public void close() {
        captured = null;
        if (plan.levels() != null) {
            plan.levels().close();
        }
        runtime.owner().close(matches);
        matches = null;
    }
}
