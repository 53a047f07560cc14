package basalt.query;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.compiler.KernelBody;
import basalt.compiler.VectorKernel;
import basalt.compiler.VectorLoop.RestOfWord;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.match.RecordScan;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Predicate;

/** The loop of rows of a predicate of records: it removes the rows from an entry that do not meet it. */
record PredicateDriver(Predicate<Record> predicate, RecordScan scan) implements KernelDriver, RestOfWord {
    private static final Method TEST = RecordAdapter.method(Predicate.class);

    /** The loop of rows, or that of vectors. */
    record Loop(KernelDriver driver) implements RecordScan.Loop {
        @Override
        public void keep(Object context, MatchedRows matches, long entry) {
            driver.run((RowContext) context, matches, entry, 0, WORDS);
        }

        @Override
        public boolean isOfRows() {
            return VectorKernel.isOfRows(driver);
        }
    }

    static Loop loop(RecordShape shape, Predicate<Record> predicate, RecordScan scan) {
        KernelBody body = new KernelBody(predicate, TEST, List.of(shape.named()), null);
        return new Loop(VectorKernel.of(body, new PredicateDriver(predicate, scan)));
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        scan.keep(predicate, context.store(), entry, fromWord, toWord);
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int row) {
        if (context != null) { // else the loop of vectors is warmed up
            long rows = MatchedBlock.word(entry, row >>> 6);
            long asked = rows & -1L << row;
            long met = scan.rows(predicate, context.store(), MatchedBlock.base(entry), row >>> 6, asked);
            MatchedBlock.put(entry, row >>> 6, rows & ~asked | met);
        }
    }
}
