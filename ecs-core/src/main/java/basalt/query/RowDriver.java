package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.compiler.KernelBody;
import basalt.compiler.KernelBody.Argument;
import basalt.compiler.VectorKernel;
import basalt.compiler.VectorLoop.RestOfWord;
import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.query.KernelRow.RowStack;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;

/**
 * The loop around a {@link RowBody}.
 *
 * <p>This class is used in two ways. For each kernel it is defined again as a hidden class with the body as class data.
 * Then {@link #CONSTANT} is the body, a constant to the JIT, which inlines it into this kernel's own copy of the loops.
 * The ordinary class is the fallback: CONSTANT is null, and all kernels share the loops, which call {@link #body}.
 *
 * <p>Three things keep the loops vectorisable. The bounds are masked, so that the JIT knows that they are small. In an
 * inlined body the JIT replaces loads from the row by the values just stored, and moves the stores out of the loop.
 * {@code matches.strikes} is a plain field, so that the JIT removes its load and the test if the inlined body makes no
 * call that could write it: structural change inside a body is defined, at no cost for bodies that make none. After
 * such a change the row enters its block again, which may have moved. A run uses one row object even if the body is too
 * large to be inlined, so no loop makes garbage.
 */
final class RowDriver implements KernelDriver, RestOfWord {
    private static final RowBody CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), RowBody.class);

    /**
     * The body if it is one over pairs. The loops call what it consists of: called as a whole before the loops are
     * compiled, it would often become too large to be inlined.
     */
    private static final PairQuery.PairAdapter PAIRS =
            CONSTANT instanceof PairQuery.PairAdapter pairs && !Strict.ON ? pairs : null;

    private static final Method ACCEPT = RecordAdapter.method(RowBody.class);
    private static final Method COMMANDS_ACCEPT = RecordAdapter.method(Commands.Body.class);
    private static final int ROW_BOUND = 2 * ROWS - 1;

    private final RowBody body;
    private final CheckedRow checked;

    RowDriver(RowBody body) {
        this(body, null);
    }

    /** For loops outside of kernels, with their row. */
    RowDriver(RowBody body, CheckedRow checked) {
        this.body = body;
        this.checked = checked;
    }

    /** A driver class of its own for a body; the ordinary driver if specialisation is not possible. */
    static KernelDriver specialised(RowBody body) {
        RowDriver fallback = new RowDriver(body);
        boolean isWithCommands = body instanceof Commands.AsRowBody;
        return Specialisation.driver(
                isWithCommands ? Specialisation.ROWS_WITH_COMMANDS : Specialisation.ROWS,
                isWithCommands ? ((Commands.AsRowBody) body).body() : body,
                body,
                fallback,
                driver -> VectorKernel.of(kernelBody(body), driver));
    }

    /** What the compiler gets; null if it has no form for the body. */
    static KernelBody kernelBody(RowBody body) {
        if (body instanceof RecordAdapter adapter) {
            return adapter.kernelBody();
        }
        if (body instanceof Commands.AsRowBody with) {
            return new KernelBody(with.body(), COMMANDS_ACCEPT, List.of(Argument.ROW, Argument.OTHER), null);
        }
        return body instanceof PairQuery.PairAdapter pairs
                ? pairs.kernelBody()
                : new KernelBody(body, ACCEPT, List.of(Argument.ROW), null);
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        RowStack rows = checked == null ? RowStack.of(context) : null;
        Row row = checked == null ? rows.begin() : checked;
        RelatedRow.Partner partner = PAIRS != null ? rows.partner() : null;
        row.enter(MatchedBlock.base(entry));
        if (checked != null) {
            checked.begin();
        }
        try {
            int at = fromWord << 6;
            int limit = toWord << 6;
            while (true) {
                int word = at >>> 6;
                if ((at & 63) == 0) {
                    word = MatchedBlock.nextWord(entry, word);
                    at = word << 6;
                    if (at >= limit) {
                        return;
                    }
                    int end = Math.min(MatchedBlock.endOfSpan(entry, word), limit);
                    if (end > at) {
                        at = span(row, partner, matches, entry, at, end);
                        continue;
                    }
                }
                partial(row, partner, matches, entry, at);
                at = (word + 1) << 6;
            }
        } finally {
            if (checked == null) {
                rows.end();
            } else {
                checked.end();
            }
        }
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromRow) {
        if (context == null) {
            return; // the loop of vectors is warmed up
        }
        RowStack rows = RowStack.of(context);
        Row row = rows.begin();
        row.enter(MatchedBlock.base(entry));
        try {
            partial(row, PAIRS != null ? rows.partner() : null, matches, entry, fromRow);
        } finally {
            rows.end();
        }
    }

    /** Runs over a span; returns the row after the last one done, which is {@code to} unless the matches changed. */
    private int span(Row row, RelatedRow.Partner partner, MatchedRows matches, long entry, int from, int to) {
        RowBody inlined = CONSTANT != null ? CONSTANT : body;
        Row known = CONSTANT != null ? (KernelRow) row : row;
        int first = from & ROW_BOUND;
        int end = to & ROW_BOUND;
        int strikes = matches.strikes;
        for (int at = first; at < end; at++) {
            Row here = known.at(at);
            if (PAIRS == null) {
                inlined.accept(here);
            } else if (PAIRS.enter((KernelRow) here, partner)) {
                PAIRS.body().accept(here, partner);
            }
            here.leave();
            if (matches.strikes != strikes) {
                row.enter(MatchedBlock.base(entry));
                return at + 1;
            }
        }
        return to;
    }

    /** Runs over the rest of one word, starting at a row. */
    private void partial(Row row, RelatedRow.Partner partner, MatchedRows matches, long entry, int from) {
        RowBody inlined = CONSTANT != null ? CONSTANT : body;
        Row known = CONSTANT != null ? (KernelRow) row : row;
        int word = from >>> 6;
        int strikes = matches.strikes;
        long rows = MatchedBlock.word(entry, word) & -1L << from;
        while (rows != 0) {
            int bit = Long.numberOfTrailingZeros(rows);
            rows &= rows - 1;
            Row here = known.at((word << 6) + bit);
            if (PAIRS == null) {
                inlined.accept(here);
            } else if (PAIRS.enter((KernelRow) here, partner)) {
                PAIRS.body().accept(here, partner);
            }
            here.leave();
            if (matches.strikes != strikes) {
                strikes = matches.strikes;
                row.enter(MatchedBlock.base(entry));
                rows = MatchedBlock.word(entry, word) & -2L << bit;
            }
        }
    }
}
