package basalt.runtime;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.internal.Strict;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.WorldRuntime.OwnerContext;
import basalt.storage.change.ChangeTracker;
import java.util.Arrays;
import java.util.List;

/**
 * The runs of a kernel in a schedule, one at a time, split into pieces for its workers. Pieces are in ascending row
 * order. Reused from run to run.
 *
 * <pre>
 *   open()                  the world's thread takes the matching rows, as one piece
 *   writes(components)      records the writes of the kernel, for queries for changes
 *   cut(rows)               splits them into pieces of about that many rows
 *   run(piece, worker)      any worker, each piece once, phase by phase
 *   close()                 the world's thread; the last opened first
 * </pre>
 */
public abstract sealed class KernelRun {
    final RowQuery query;
    MatchedRows matches;
    private final KernelWork work;
    private List<Component<?>> written = List.of();

    /** Strict mode: the captured state of the body before the first piece; null if it is not checked. */
    private List<CapturedState.FieldState> captured;

    private boolean isAlone;

    private KernelRun(KernelWork work) {
        this.work = work;
        this.query = work.query();
    }

    /**
     * Takes the matching rows, as one piece; returns the number of rows to visit. For the world's thread, while the
     * world is not lent.
     */
    public final int open() {
        OwnerContext owner = query.runtime().owner();
        owner.checkThread();
        work.requireOpen();
        matches = owner.take(query.filter());
        written = List.of();
        return begin(owner);
    }

    /** Makes all rows one piece; returns their number. */
    abstract int begin(OwnerContext owner);

    /**
     * Records writes of the components that the kernel's system has declared to write, in all rows that are visited,
     * except for those that are known to be written in partners only.
     * For any one thread, after {@code open} and before the first piece; systems that look for changes may run in
     * between.
     */
    public final void writes(List<Component<?>> components) {
        written = components;
        ChangeTracker changes = query.store().changeTracker();
        for (int i = 0; i < components.size(); i++) {
            Component<?> component = components.get(i);
            if (changes.isTracked(component.id(), work.changes()) && work.mayWriteRows(component)) {
                recordWrite(component);
            }
        }
    }

    void recordWrite(Component<?> component) {
        matches.recordWrite(query.store().changeTracker(), component);
    }

    /**
     * Splits the rows into pieces.
     *
     * @param rowsPerPiece least number of rows of a piece, except for the last one; at least 1; a piece has less than
     *     64 rows more
     */
    public abstract void cut(int rowsPerPiece);

    /** The number of pieces; 0 if there is no row. */
    public abstract int pieces();

    /**
     * The first piece of the next phase, or the number of pieces: pieces from there on may only run when all before
     * have ended.
     */
    public int endOfPhase(int piece) {
        return pieces();
    }

    /** Runs a piece in the calling thread, as that worker. */
    public final void run(int piece, Worker worker) {
        RowContext context = worker.context(query.declared(), query.filter()).ofKernel();
        try {
            worker.writes(written, work.changes());
            visit(context, piece);
        } finally {
            worker.writes(List.of(), null);
            context.close();
        }
    }

    abstract void visit(RowContext context, int piece);

    /**
     * Strict mode: records the captured state of the body of a kernel that may be split. For any one thread, before the
     * first piece.
     */
    public final void recordCaptured(boolean alone) {
        if (Strict.ON && pieces() > 0) {
            isAlone = alone;
            captured = work.captured.read(alone);
        }
    }

    /**
     * The first change of the captured state since {@link #recordCaptured}, as text; null if there is none, or the
     * state was not recorded. For any one thread, after the last piece.
     */
    public final String capturedChange() {
        List<CapturedState.FieldState> before = captured;
        captured = null;
        return before == null ? null : work.captured.firstChange(before, isAlone);
    }

    /** Called after {@link #close} if the run has failed. For the world's thread. */
    public void failed() {}

    /** Ends the run. For the world's thread. */
    public void close() {
        captured = null;
        query.runtime().owner().close(matches);
        matches = null;
    }

    /** Pieces that begin and end at a word of 64 rows, and may cover several blocks. */
    static final class OfLoop extends KernelRun {
        private final KernelWork.Loop work;
        private int pieces;

        /** The start of each piece, and the end of the last one: an entry of the matching rows, and a word. */
        private int[] firstEntry = new int[2];

        private int[] firstWord = new int[2];

        OfLoop(KernelWork.Loop work) {
            super(work);
            this.work = work;
        }

        @Override
        int begin(OwnerContext owner) {
            pieces = 0;
            if (matches.count() > 0) {
                begin(0, 0);
            }
            end();
            return matches.countRows();
        }

        @Override
        public void cut(int rowsPerPiece) {
            pieces = 0;
            int rows = rowsPerPiece;
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                int word = MatchedBlock.nextWord(entry, 0);
                while (word < WORDS) {
                    if (rows >= rowsPerPiece) {
                        begin(i, word);
                        rows = 0;
                    }
                    int full = MatchedBlock.endOfFull(entry, word) - word;
                    if (full > 0) {
                        int taken = Math.min(full, (rowsPerPiece - rows + 63) >>> 6);
                        rows += taken << 6;
                        word += taken;
                    } else {
                        rows += Long.bitCount(MatchedBlock.word(entry, word));
                        word++;
                    }
                    word = MatchedBlock.nextWord(entry, word);
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

        @Override
        public int pieces() {
            return pieces;
        }

        @Override
        void visit(RowContext context, int piece) {
            KernelDriver.run(
                    work.driver,
                    context,
                    matches,
                    firstEntry[piece],
                    firstWord[piece],
                    firstEntry[piece + 1],
                    firstWord[piece + 1]);
        }
    }

    /** Pieces of levels: a phase for each level, unless it is small. */
    static final class OfLevels extends KernelRun {
        private final CascadeRun cascade;

        OfLevels(KernelWork.Levels work, CascadeRun cascade) {
            super(work);
            this.cascade = cascade;
        }

        @Override
        int begin(OwnerContext owner) {
            try {
                return cascade.open(owner, matches);
            } catch (Throwable e) {
                owner.end(matches, e);
                throw e;
            }
        }

        @Override
        void recordWrite(Component<?> component) {
            cascade.recordWrite(component);
        }

        @Override
        public void cut(int rowsPerPiece) {
            cascade.cut(rowsPerPiece);
        }

        @Override
        public int pieces() {
            return cascade.pieces();
        }

        @Override
        public int endOfPhase(int piece) {
            return cascade.endOfPhase(piece);
        }

        @Override
        void visit(RowContext context, int piece) {
            cascade.run(context, piece);
        }

        @Override
        public void failed() {
            cascade.failed();
        }

        @Override
        public void close() {
            cascade.close();
            super.close();
        }
    }

    /** Pieces of the rows of a grid's layers, step by step. */
    static final class OfGrid extends KernelRun {
        /** A part has as many rows as so many pieces would have: each has counters of its own. */
        private static final int PIECES = 8;

        private final GridBuild work;
        private MatchedRows[] layers = {};
        private int parts;

        OfGrid(GridBuild work) {
            super(work);
            this.work = work;
        }

        @Override
        int begin(OwnerContext owner) {
            parts = 1;
            try {
                layers = work.open(matches, layers);
                return rows();
            } catch (Throwable e) {
                owner.end(matches, e);
                work.clear();
                throw e;
            }
        }

        @Override
        public void cut(int rowsPerPiece) {
            parts = Math.max(1, (rows() / rowsPerPiece + PIECES - 1) / PIECES);
        }

        private int rows() {
            int rows = 0;
            for (MatchedRows layer : layers) {
                rows += layer.countRows();
            }
            return rows;
        }

        @Override
        public int pieces() {
            return parts == 1 ? 1 : 2 + (GridBuild.LAST_STEP - 1) * parts;
        }

        @Override
        public int endOfPhase(int piece) {
            return piece == 0 ? 1 : Math.min(piece + parts, pieces());
        }

        @Override
        void visit(RowContext context, int piece) {
            if (parts == 1) {
                work.run(layers);
            } else {
                work.run((piece + parts - 1) / parts, layers, Math.max(0, piece - 1) % parts, parts);
            }
        }

        @Override
        public void failed() {
            work.clear();
        }

        @Override
        public void close() {
            for (int i = layers.length - 1; i > 0; i--) {
                query.runtime().owner().close(layers[i]);
            }
            super.close();
        }
    }

    /** Pieces of the groups of a grid's points, of which as many are known as there are rows until they run. */
    static final class OfGroups extends KernelRun {
        private final KernelWork.Groups work;
        private int rows;
        private int pieces;

        OfGroups(KernelWork.Groups work) {
            super(work);
            this.work = work;
        }

        @Override
        int begin(OwnerContext owner) {
            try {
                work.open(owner, matches);
            } catch (Throwable e) {
                owner.end(matches, e);
                throw e;
            }
            rows = matches.countRows();
            pieces = Math.min(1, rows);
            return rows;
        }

        @Override
        public void cut(int rowsPerPiece) {
            pieces = (int) (((long) rows + rowsPerPiece - 1) / rowsPerPiece);
        }

        @Override
        public int pieces() {
            return pieces;
        }

        @Override
        void visit(RowContext context, int piece) {
            work.visit(context, matches, piece, pieces);
        }

        @Override
        public void close() {
            work.close();
            super.close();
        }
    }
}
