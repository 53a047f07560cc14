package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.command.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.match.MatchedBlock;
import basalt.match.MatchedRows;
import basalt.storage.BlockContents.BlockCopy;
import basalt.storage.Entities;
import java.util.List;

/**
 * Strict mode's check that the body of a pure kernel is pure. The body runs on the matching rows, and then on a copy of
 * the block, where it runs over all rows of the words with a match. Both runs must leave the same values in the
 * matching rows, bit for bit, and must not change what the body has captured.
 */
final class PureCheck {
    private final RowQuery query;
    private final IterationContext context;
    private final KernelDriver driver;
    private final CapturedState captured;

    /** Whether no other system runs, so that a change of a captured object was made by this kernel. */
    private final boolean isAlone;

    /** A change that the body has made outside of its rows, as text; null if there is none. */
    private String change;

    PureCheck(RowQuery query, KernelDriver driver, CapturedState captured) {
        this.query = query;
        this.context = query.context();
        this.driver = driver;
        this.captured = captured;
        this.isAlone = !query.store().changeTracker().isShared();
    }

    void run() {
        MatchedRows matches = context.take(query.filter());
        Throwable thrown = null;
        try {
            query.recordWrites(context, matches);
            for (int i = 0; i < matches.count(); i++) {
                if (MatchedBlock.nextMatch(matches.entry(i), 0) < ROWS) {
                    runBlock(matches, matches.entry(i));
                }
            }
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            context.end(matches, thrown);
        }
    }

    private void runBlock(MatchedRows matches, long entry) {
        try (BlockCopy copy = new BlockCopy(query.store().blockPool(), MatchedBlock.base(entry), query.declared())) {
            long structure = query.store().structureVersion();
            long recorded = context.queue().position();
            run(matches, entry, false);
            requireSame(structure, recorded);
            runCopy(entry, copy);
            requireSame(structure, recorded);
            for (Component<?> component : query.declared()) {
                for (Column column : component.columns()) {
                    if (context.mayWrite(column)) {
                        requireSame(entry, copy, column);
                    }
                }
            }
        }
        if (change != null) {
            throw new IllegalStateException("while a pure kernel ran, " + change + " changed; a pure kernel changes"
                    + " columns only, and captures what does not change; use kernel() instead of pureKernel()");
        }
    }

    private static void requireSame(long entry, BlockCopy copy, Column column) {
        int from = MatchedBlock.nextMatch(entry, 0);
        while (from < ROWS) {
            int to = MatchedBlock.endOfRun(entry, from);
            int different = copy.firstDifference(column, from, to);
            if (different < to) {
                long entity = Entities.handle(MatchedBlock.base(entry), different);
                throw new IllegalStateException("a pure kernel gave component "
                        + column.component().name() + " of entity "
                        + Entity.toString(entity) + " another value in a second run, so it depends on more than"
                        + " its own row; use kernel() instead of pureKernel()");
            }
            from = MatchedBlock.nextMatch(entry, to);
        }
    }

    private void requireSame(long structure, long recorded) {
        if (query.store().structureVersion() != structure) {
            throw new IllegalStateException(
                    "a pure kernel spawned or destroyed entities or changed their components, or tried to;"
                            + " use kernel() instead of pureKernel()");
        }
        CommandQueue commands = context.queue();
        if (commands.position() != recorded) {
            commands.forget(recorded);
            throw new IllegalStateException("a pure kernel recorded commands; use kernel() instead of pureKernel()");
        }
    }

    private void runCopy(long entry, BlockCopy copy) {
        MatchedRows withOthers = context.openEmpty(query.filter(), 1);
        Throwable thrown = null;
        try {
            for (int word = MatchedBlock.nextWord(entry, 0);
                    word < WORDS;
                    word = MatchedBlock.nextWord(entry, word + 1)) {
                if (MatchedBlock.word(entry, word) != 0) {
                    withOthers.add(copy.base(), word, -1L);
                }
            }
            run(withOthers, withOthers.entry(0), true);
        } catch (RuntimeException e) {
            thrown = new IllegalStateException(
                    "a pure kernel threw in a second run, with rows that do not match and rows without an entity; use"
                            + " kernel() instead of pureKernel()",
                    e);
            throw (IllegalStateException) thrown;
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            context.end(withOthers, thrown);
        }
    }

    private void run(MatchedRows matches, long entry, boolean otherRows) {
        RowContext run = context.context(query.declared(), query.filter()).ofKernel();
        run.pure(otherRows);
        List<CapturedState.FieldState> before = captured.capture(isAlone);
        try {
            driver.run(run, matches, entry, 0, WORDS);
        } finally {
            run.close();
        }
        if (change == null) {
            change = captured.firstChange(before, isAlone);
        }
    }
}
