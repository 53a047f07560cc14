package basalt.query;

import static basalt.query.EdgeValues.B;
import static basalt.query.EdgeValues.D;
import static basalt.query.EdgeValues.F;
import static basalt.query.EdgeValues.G;
import static basalt.query.EdgeValues.I;
import static basalt.query.EdgeValues.J;
import static basalt.query.EdgeValues.L;
import static basalt.query.EdgeValues.M;
import static basalt.query.EdgeValues.N;
import static basalt.query.EdgeValues.RI;
import static basalt.query.EdgeValues.RL;
import static basalt.query.EdgeValues.Y;
import static basalt.query.EdgeValues.Z;
import static basalt.query.EdgeValues.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.memory.Soak;
import basalt.query.EdgeValues.Table;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that add up in fields and elements of captured objects leave there what the loop of rows leaves. */
@SuppressWarnings("lossy-conversions") // a sum that is refused
class TranslatedAccumulatorTest {
    private static long inClass;

    /** What the bodies capture. */
    private static final class Totals {
        int i = 5;
        int most = Integer.MIN_VALUE;
        int least = Integer.MAX_VALUE;
        long l = -7;
        float f = -0f;
        double d = 0.1;
        short s;
        Totals inner;
        final int[] ints = {1, 2, 3};
        final long[] longs = {4};
        final float[] floats = {-0f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
        final double[] doubles = {0, -1, 1};
        final List<Integer> seen = new ArrayList<>();

        void add(float value) {
            f += value;
            i++;
        }

        /** What is left; with the payloads of NaNs as one. */
        @Override
        public String toString() {
            return List.of(i, most, least, l, f, d, s, inClass, seen)
                    + Arrays.toString(ints)
                    + Arrays.toString(longs)
                    + Arrays.toString(floats)
                    + Arrays.toString(doubles)
                    + (inner == null ? "" : inner);
        }
    }

    private static Arguments body(String name, Function<Totals, RowBody> maker) {
        return arguments(name, maker);
    }

    static Stream<Arguments> accumulators() {
        return Stream.of(
                body("count", t -> row -> t.i++),
                body("count down", t -> row -> t.l--),
                body("count where", t -> row -> {
                    if (row.get(I) > 3) {
                        t.i++;
                    }
                }),
                body("counts of branches", t -> row -> {
                    if (row.get(I) > 3) {
                        t.i++;
                    } else if (row.get(Z)) {
                        t.i += 2;
                        t.l++;
                    } else {
                        t.l -= row.get(J);
                    }
                    row.set(RI, row.get(J) + 1);
                }),
                body("early return", t -> row -> {
                    t.i++;
                    if (row.get(Y)) {
                        return;
                    }
                    t.i += row.get(B);
                    t.ints[1]++;
                }),
                body("sums of integers", t -> row -> {
                    t.i += row.get(I);
                    t.i -= row.get(J);
                    t.l += row.get(L);
                    t.l += row.get(I);
                }),
                body("bits", t -> row -> {
                    t.i |= row.get(I);
                    t.l &= row.get(L);
                    if (row.get(Z)) {
                        t.ints[0] ^= row.get(J);
                        t.longs[0] ^= row.get(L) + 1;
                    }
                }),
                body("least and most", t -> row -> {
                    t.least = Math.min(t.least, row.get(I));
                    t.most = Math.max(row.get(J), t.most);
                    t.longs[0] = Math.max(t.longs[0], row.get(L));
                    t.floats[0] = Math.min(t.floats[0], row.get(F));
                    if (row.get(F) == row.get(F)) {
                        t.floats[1] = Math.max(t.floats[1], row.get(F));
                        t.floats[2] = Math.min(t.floats[2], row.get(F) * row.get(F));
                    }
                    t.doubles[1] = Math.max(t.doubles[1], row.get(D));
                }),
                body("zeros of both signs", t -> row -> {
                    t.floats[0] = Math.max(t.floats[0], row.get(I) > 0 ? -0f : -1f);
                    t.doubles[0] = Math.min(t.doubles[0], row.get(I) > 0 ? -0.0 : 0.0);
                }),
                body("if it is more", t -> row -> {
                    if (row.get(I) > t.most) {
                        t.most = row.get(I);
                    }
                    if (row.get(Z) && t.least >= row.get(J)) {
                        t.least = row.get(J);
                    }
                }),
                body("sum of floats", t -> row -> t.f += row.get(N) * 0.1f),
                body("sum of negative zeros", t -> row -> t.f += row.get(N) > 70 ? -0f : row.get(N) * -0f),
                body("sum of all floats", t -> row -> t.f += row.get(F)),
                body("difference of floats", t -> row -> t.f -= 1 / (row.get(N) + 3f)),
                body("sums of floats where", t -> row -> {
                    float part = row.get(N) * 0.3f;
                    if (row.get(I) > 0) {
                        t.f += part;
                    }
                    if (row.get(Z)) {
                        t.f = 1 / (part + 1) + t.f;
                    } else {
                        t.f -= 0.7f;
                    }
                    t.floats[0] += row.get(G);
                }),
                body("sum of doubles", t -> row -> t.d += row.get(N) * 0.1f),
                body("sums of vectors", t -> row -> {
                    t.doubles[0] += row.get(N) * 0.1;
                    t.doubles[1] -= row.get(N) * 0.7;
                    row.set(RL, row.get(L) + row.get(M));
                }),
                body("method", t -> row -> t.add(row.get(N) * 0.01f)),
                body("static field", t -> row -> inClass += row.get(I)),
                body("loop", t -> row -> {
                    for (int i = 0; i < 3; i++) {
                        t.ints[i] += row.get(I) * i;
                        t.d += row.get(N) * 0.1 * i;
                    }
                }),
                body("read from another object", t -> row -> t.i += row.get(I) * t.ints[0]),
                body("row that bails", t -> row -> {
                    t.i += row.get(I);
                    t.f += row.get(N) * 0.1f;
                    if (row.get(N) % 60 == 0) {
                        t.seen.add(row.get(N));
                        t.seen.add(t.ints[1]);
                    }
                    t.ints[1]++;
                    row.set(RI, row.get(J) * 2);
                }),
                body("row that throws", t -> row -> {
                    t.i += row.get(I);
                    t.f += row.get(N) * 0.1f;
                    t.l += 100 / (row.get(N) - 150);
                    t.d += 0.1;
                }),
                body("what few rows write otherwise", t -> row -> {
                    t.f += row.get(N) * 0.1f;
                    if (row.get(N) == 77) {
                        t.s = 3;
                        t.most = row.get(I);
                        t.i++;
                    }
                }),
                body("between two bounds that move", t -> row -> {
                    if (row.get(I) > t.i && row.get(I) < t.i + 100) {
                        t.i = row.get(I);
                    }
                }),
                body("bounded", t -> row -> {
                    if (t.i < 40) {
                        t.i++;
                    }
                }),
                body("most of floats by comparison", t -> row -> {
                    if (row.get(F) > t.f) {
                        t.f = row.get(F);
                    }
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accumulators")
    void shouldLeaveWhatRowsLeave(String name, Function<Totals, RowBody> maker) {
        Totals[] totals = {new Totals(), new Totals()};
        try (Table one = new Table();
                Table other = new Table()) {
            RowKernel kernel = TranslatedKernel.of(other.query, maker.apply(totals[1]));
            for (int run = 0; run < 2; run++) {
                inClass = 3;
                String expected = outcome(() -> one.query.forEach(maker.apply(totals[0]))) + totals[0];
                inClass = 3;
                assertEquals(expected, outcome(kernel::run) + totals[1]);
                assertEquals(one.values(), other.values());
            }
        }
    }

    static Stream<Arguments> refused() {
        String other = "that is no sum, minimum or maximum";
        return Stream.of(
                arguments("last", other, body(t -> row -> t.i = row.get(I))),
                arguments("last where", other, body(t -> row -> t.i = row.get(Z) ? row.get(I) : t.i)),
                arguments("product", other, body(t -> row -> t.i *= row.get(I))),
                arguments("sum and minimum", other, body(t -> row -> t.i = Math.min(t.i + 1, row.get(I)))),
                arguments("subtracted from", other, body(t -> row -> t.i = row.get(I) - t.i)),
                arguments("doubled", other, body(t -> row -> t.i += t.i)),
                arguments("tripled", other, body(t -> row -> t.f = t.f + t.f * 2)),
                arguments("sums of each other", other, body(t -> row -> {
                    t.i += t.ints[0];
                    t.ints[0] += t.i;
                })),
                arguments("of another type", other, body(t -> row -> t.i += row.get(F))),
                arguments("short", "it writes a field of type short", body(t -> row -> t.s++)),
                arguments("number of the row", other, body(t -> row -> row.set(RI, t.i++))),
                arguments("what few rows read", other, body(t -> row -> {
                    t.l++;
                    if (row.get(N) == 77 && t.l > 3) {
                        t.i += 3;
                    }
                })),
                arguments("element that is read by rows, too", other, body(t -> row -> {
                    t.ints[1] += t.ints[row.get(I) & 1];
                })));
    }

    private static Function<Totals, RowBody> body(Function<Totals, RowBody> maker) {
        return maker;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String name, String reason, Function<Totals, RowBody> maker) {
        try (Table table = new Table()) {
            String found = TranslatedKernel.refusal(table.query.kernel(maker.apply(new Totals())));
            assertEquals(reason, found != null && found.contains(reason) ? reason : found);
        }
    }

    /** Two names of one object are one accumulator; an object that is replaced is another. */
    @Test
    void shouldSeeWhichObjectItIs() {
        Totals outer = new Totals();
        Totals same = outer;
        outer.inner = new Totals();
        Totals first = outer.inner;
        try (Table table = new Table()) {
            RowKernel both = TranslatedKernel.of(table.query, row -> {
                outer.i++;
                same.i++;
            });
            both.run();
            int rows = (outer.i - 5) / 2;
            assertEquals(table.query.count(), rows);
            RowBody inner = row -> outer.inner.l++;
            RowKernel kernel = TranslatedKernel.of(table.query, inner);
            kernel.run();
            outer.inner = new Totals();
            kernel.run();
            assertEquals(List.of(rows - 7L, rows - 7L), List.of(first.l, outer.inner.l));
        }
    }

    /** The loop of vectors is warmed up, which runs it many times. */
    @Test
    void shouldCountTheRunsOfTheUserOnly() throws InterruptedException {
        Totals totals = new Totals();
        try (Table table = new Table()) {
            RowKernel kernel = table.query.kernel(row -> totals.l += row.get(B) == 0 ? 1 : 2);
            kernel.run();
            long once = totals.l + 7;
            for (int run = 1; run < 3000; run++) {
                kernel.run();
            }
            Thread.sleep(200);
            assertEquals(3000 * once - 7, totals.l);
        }
    }

    /** A count that rows raise until it is another thread's turn. */
    private static final class Turns {
        private static final VarHandle COUNT = countOfTurns();
        private boolean isOfRows;
        private int count;
        private volatile int turn;

        private static VarHandle countOfTurns() {
            try {
                return MethodHandles.lookup().findVarHandle(Turns.class, "count", int.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private void raise() {
            while (turn != 2) {
                for (int i = 0; turn == 1 && i < 2000; i++) {
                    COUNT.setOpaque(this, (int) COUNT.getOpaque(this) + 1);
                    turn = i == 1999 ? 0 : 1;
                }
            }
        }
    }

    @Test
    void shouldNotWriteATotalToWhichRowsAddNothing() throws InterruptedException {
        Turns turns = new Turns();
        try (Table table = new Table()) {
            RowKernel kernel = TranslatedKernel.of(table.query, row -> {
                if (turns.isOfRows) {
                    turns.count++;
                    if (row.get(N) == 3) {
                        turns.isOfRows = false;
                        turns.turn = 1;
                    }
                }
            });
            Thread other = new Thread(turns::raise);
            other.start();
            try {
                for (int i = 0; i < Soak.times(300, 2_000); i++) {
                    turns.count = 0;
                    turns.isOfRows = true;
                    kernel.run();
                    while (turns.turn == 1) {
                        Thread.onSpinWait();
                    }
                    assertEquals(2004, turns.count);
                }
            } finally {
                turns.turn = 2;
                other.join();
            }
        }
    }
}
