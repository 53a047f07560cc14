package basalt.query;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.ROWS;
import static basalt.component.BlockLayout.WORDS;
import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.command.queue.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.runtime.CapturedState;
import basalt.runtime.Iterations;
import basalt.runtime.KernelDriver;
import basalt.runtime.MatchSnapshot;
import basalt.runtime.RowContext;
import basalt.runtime.SnapshotEntry;
import basalt.storage.BlockCopy;
import basalt.storage.Entities;
import basalt.storage.RowBits;
import java.util.List;

/**
 * Strict mode's check that the body of a pure kernel is pure: it runs on the matching rows alone, and once more, with
 * the dead rows, on a copy; what the two leave in the matching rows must be the same, bit for bit, and what the body
 * has captured as it was.
 */
final class PureCheck {
    private final Query query;
    private final Iterations iterations;
    private final KernelDriver driver;
    private final CapturedState captured;

    /** Whether nothing but this kernel runs in the world, so that what has changed in an object was changed by it. */
    private final boolean isAlone;

    /** What the body has changed outside of its rows; null if that is nothing. */
    private String change;

    PureCheck(Query query, KernelDriver driver, CapturedState captured) {
        this.query = query;
        this.iterations = query.iterations();
        this.driver = driver;
        this.captured = captured;
        this.isAlone = !query.store().changes().isShared();
    }

    void run() {
        MatchSnapshot matches = iterations.take(query.filter(), false);
        Throwable thrown = null;
        try {
            query.writes(iterations, matches);
            for (int i = 0; i < matches.count(); i++) {
                if (SnapshotEntry.nextMatch(matches.entry(i), 0) < ROWS) {
                    runBlock(matches, matches.entry(i));
                }
            }
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            iterations.end(matches, thrown);
        }
    }

    private void runBlock(MatchSnapshot matches, long entry) {
        try (BlockCopy copy = new BlockCopy(query.store().blockPool(), SnapshotEntry.base(entry), query.declared())) {
            long structure = query.store().structureVersion();
            long recorded = iterations.queue().position();
            run(matches, entry, false);
            requireSame(structure, recorded);
            runCopy(entry, copy);
            requireSame(structure, recorded);
            for (Component<?> component : query.declared()) {
                for (Column column : component.columns()) {
                    if (iterations.mayWrite(column)) {
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
        int from = SnapshotEntry.nextMatch(entry, 0);
        while (from < ROWS) {
            int to = SnapshotEntry.endOfRun(entry, from);
            int different = copy.firstDifference(column, from, to);
            if (different < to) {
                long entity = Entities.handle(SnapshotEntry.base(entry), different);
                throw new IllegalStateException("a pure kernel gave component "
                        + column.component().name() + " of entity "
                        + Entity.toString(entity) + " another value when it ran once more, so it depends on more than"
                        + " its own row; use kernel() instead of pureKernel()");
            }
            from = SnapshotEntry.nextMatch(entry, to);
        }
    }

    private void requireSame(long structure, long recorded) {
        if (query.store().structureVersion() != structure) {
            throw new IllegalStateException(
                    "a pure kernel made or destroyed entities or changed their components, or tried to;"
                            + " use kernel() instead of pureKernel()");
        }
        CommandQueue commands = iterations.queue();
        if (commands.position() != recorded) {
            commands.forget(recorded);
            throw new IllegalStateException("a pure kernel recorded commands; use kernel() instead of pureKernel()");
        }
    }

    private void runCopy(long entry, BlockCopy copy) {
        MatchSnapshot withDead = iterations.openEmpty(query.filter(), 1);
        Throwable thrown = null;
        try {
            long base = copy.base();
            for (int word = SnapshotEntry.nextWord(entry, 0);
                    word < WORDS;
                    word = SnapshotEntry.nextWord(entry, word + 1)) {
                long rows = SnapshotEntry.word(entry, word);
                long alive = RowBits.word(base + presentSummary(ALIVE_ID), base + present(ALIVE_ID), word);
                if (rows != 0) {
                    withDead.add(base, word, rows | ~alive);
                }
            }
            run(withDead, withDead.entry(0), true);
        } catch (RuntimeException e) {
            thrown = new IllegalStateException(
                    "a pure kernel threw when it ran once more, with rows that hold no entity; use kernel() instead of"
                            + " pureKernel()",
                    e);
            throw (IllegalStateException) thrown;
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            iterations.end(withDead, thrown);
        }
    }

    private void run(MatchSnapshot matches, long entry, boolean deadRows) {
        RowContext context =
                iterations.context(query.declared(), query.filter()).ofKernel();
        context.pure(deadRows);
        List<CapturedState.Place> before = captured.look(isAlone);
        try {
            driver.run(context, matches, entry, 0, WORDS);
        } finally {
            context.close();
        }
        if (change == null) {
            change = captured.firstChange(before, isAlone);
        }
    }
}
