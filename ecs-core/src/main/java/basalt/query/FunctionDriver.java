package basalt.query;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.compiler.KernelBody;
import basalt.compiler.VectorKernel;
import basalt.compiler.VectorLoop.RestOfWord;
import basalt.component.Column;
import basalt.match.Accumulator;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.match.RecordScan;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.access.Store;
import java.util.function.Predicate;

/**
 * The loop of rows of a function of records: it removes the rows from an entry that do not meet a predicate, or adds
 * the results of another function to the accumulator of the matching rows.
 *
 * @param function null for the accumulator's column
 * @param predicate the function, if it is one; otherwise null
 */
record FunctionDriver(Object function, Predicate<Record> predicate, RecordScan scan)
        implements KernelDriver, RestOfWord {
    /** The loop of rows, or that of vectors. */
    record Loop(KernelDriver driver) implements RecordScan.Loop {
        @Override
        public void run(Object context, MatchedRows matches, long entry) {
            driver.run((RowContext) context, matches, entry, 0, WORDS);
        }

        @Override
        public boolean isOfRows() {
            return VectorKernel.isOfRows(driver);
        }
    }

    @SuppressWarnings("unchecked") // the scan makes its records
    static Loop loop(RecordShape shape, Class<?> form, Object function, int operation, RecordScan scan) {
        KernelBody body = KernelBody.ofFunction(function, RecordAdapter.method(form), shape.named(), operation);
        Predicate<Record> predicate = form == Predicate.class ? (Predicate<Record>) function : null;
        return new Loop(VectorKernel.of(body, new FunctionDriver(function, predicate, scan)));
    }

    /** The loops of a column, one for each operation of reductions. */
    static Loop[] loops(Column column) {
        Loop[] loops = new Loop[Accumulator.OPERATIONS];
        for (int i = 0; i < loops.length; i++) {
            loops[i] = new Loop(VectorKernel.of(KernelBody.ofColumn(column, i), new FunctionDriver(null, null, null)));
        }
        return loops;
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        if (predicate != null) {
            scan.keep(predicate, context.store(), entry, fromWord, toWord);
        } else {
            add(function, scan, context.store(), matches, entry, fromWord << 6, toWord << 6);
        }
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int row) {
        if (context == null) {
            return; // the loop of vectors is warmed up
        }
        if (predicate == null) {
            add(function, scan, context.store(), matches, entry, row, (row | Long.SIZE - 1) + 1);
            return;
        }
        long rows = MatchedBlock.word(entry, row >>> 6);
        long asked = rows & -1L << row;
        long met = scan.rows(predicate, context.store(), MatchedBlock.base(entry), row >>> 6, asked);
        MatchedBlock.put(entry, row >>> 6, rows & ~asked | met);
    }

    /** Adds the results of a function, or a column, in a range of rows. */
    static void add(Object function, RecordScan scan, Store store, MatchedRows matches, long entry, int from, int end) {
        long base = MatchedBlock.base(entry);
        int row = MatchedBlock.nextMatch(entry, from);
        while (row < end) {
            int to = Math.min(MatchedBlock.endOfRun(entry, row), end);
            if (scan == null) {
                matches.accumulator().add(base, row, to);
            } else {
                scan.add(function, matches.accumulator(), store, base, row, to);
            }
            row = MatchedBlock.nextMatch(entry, to);
        }
    }
}
