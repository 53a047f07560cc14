package basalt.query;

import static basalt.query.EdgeValues.D;
import static basalt.query.EdgeValues.E;
import static basalt.query.EdgeValues.F;
import static basalt.query.EdgeValues.G;
import static basalt.query.EdgeValues.I;
import static basalt.query.EdgeValues.J;
import static basalt.query.EdgeValues.L;
import static basalt.query.EdgeValues.M;
import static basalt.query.EdgeValues.N;
import static basalt.query.EdgeValues.RD;
import static basalt.query.EdgeValues.RF;
import static basalt.query.EdgeValues.RI;
import static basalt.query.EdgeValues.RL;
import static basalt.query.EdgeValues.RZ;
import static basalt.query.EdgeValues.assertSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.query.EdgeValues.Table;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions that vector forms call for one row after the other, and loops with bounds of the row, do as rows do. */
class TranslatedFunctionTest {
    private static final int[] INTS = {3, -1, 4, -1, 5, -9, 2, 6};
    private static final byte[] BYTES = {1, -2, 3};
    private static final short[] SHORTS = {1, -2, 3};
    private static final char[] CHARS = {'a', '\uffff', 'c'};
    private static final long[] LONGS = {1, -2, 1L << 40};
    private static final float[] FLOATS = {1.5f, -0f, 3};
    private static final double[] DOUBLES = {1.5, -0.0, 3};
    private static final boolean[] BOOLEANS = {true, false, true};

    private static Arguments body(String name, RowBody body) {
        return arguments(name, body);
    }

    static Stream<Arguments> functions() {
        return Stream.of(
                body("sin", row -> row.set(RD, Math.sin(row.get(D)))),
                body("cos of floats", row -> row.set(RF, row.get(G) * (float) Math.cos(row.get(F)))),
                body("tan", row -> row.set(RD, StrictMath.tan(row.get(D)))),
                body("atan2", row -> row.set(RD, Math.atan2(row.get(D), row.get(E)))),
                body("pow", row -> row.set(RD, Math.pow(row.get(D), row.get(E)))),
                body("pow 2", row -> row.set(RD, Math.pow(row.get(D), 2))),
                body("exp", row -> row.set(RD, Math.exp(row.get(D)))),
                body("log", row -> row.set(RD, Math.log(row.get(D)))),
                body("hypot", row -> row.set(RD, Math.hypot(row.get(D), row.get(E)))),
                body("floor", row -> row.set(RD, Math.floor(row.get(D)))),
                body("ceil", row -> row.set(RI, (int) Math.ceil(row.get(F)))),
                body("rint", row -> row.set(RD, Math.rint(row.get(D)))),
                body("ldiv", row -> row.set(RL, row.get(L) / (row.get(M) | 1))),
                body("lrem", row -> row.set(RL, row.get(L) % (row.get(M) | 1))),
                body("ldiv 7", row -> row.set(RL, row.get(L) / 7)),
                body("ldiv by zero", row -> row.set(RL, row.get(M) / row.get(L))),
                body("lrem by zero", row -> row.set(RL, row.get(M) % row.get(L))),
                body("frem", row -> row.set(RF, row.get(F) % row.get(G))),
                body("drem", row -> row.set(RD, row.get(D) % row.get(E))),
                body("of an invariant", row -> row.set(RD, Math.sin(DOUBLES[0]) + row.get(D))),
                body("on a path", row -> {
                    if (row.get(I) > 7) {
                        row.set(RD, Math.sqrt(Math.exp(row.get(D))));
                    }
                }));
    }

    static Stream<Arguments> tables() {
        return Stream.of(
                body("ints", row -> row.set(RI, INTS[row.get(I) & 7])),
                body("bytes", row -> row.set(RI, BYTES[(row.get(I) & 127) % 3])),
                body("shorts", row -> row.set(RI, SHORTS[(row.get(I) & 127) % 3])),
                body("chars", row -> row.set(RI, CHARS[(row.get(I) & 127) % 3])),
                body("longs", row -> row.set(RL, LONGS[(row.get(I) & 127) % 3])),
                body("floats", row -> row.set(RF, FLOATS[(row.get(I) & 127) % 3])),
                body("doubles", row -> row.set(RD, DOUBLES[(row.get(I) & 127) % 3])),
                body("booleans", row -> row.set(RZ, BOOLEANS[(row.get(I) & 127) % 3])),
                body("a table and its constant element", row -> row.set(RI, INTS[2] + INTS[row.get(J) & 7])),
                body("on a path", row -> {
                    int at = row.get(I);
                    row.set(RI, at >= 0 && at < INTS.length ? INTS[at] : -2);
                }),
                body("beyond the end", row -> row.set(RI, INTS[row.get(N) / 30])),
                body("negative", row -> row.set(RI, INTS[100 - row.get(N) & 7 | row.get(N) / 300 << 31])),
                body("length", row -> row.set(RI, row.get(I) & INTS.length)));
    }

    static Stream<Arguments> loops() {
        return Stream.of(
                body("by value", row -> {
                    for (int i = 0; i < row.get(I) % 10; i++) {
                        row.set(RI, row.get(RI) + i);
                    }
                }),
                body("while", row -> {
                    int a = row.get(I);
                    while (a > 10) {
                        a /= 2;
                    }
                    row.set(RI, a);
                }),
                body("do", row -> {
                    int a = row.get(J);
                    do {
                        a /= 2;
                    } while (a > 10);
                    row.set(RI, a);
                }),
                body("that returns", row -> {
                    for (int i = 0; i < row.get(I); i++) {
                        if (i == row.get(J)) {
                            row.set(RI, i);
                            return;
                        }
                        if (i > 20) {
                            break;
                        }
                    }
                    row.set(RI, -5);
                }),
                body("in a loop", row -> {
                    int sum = 0;
                    for (int i = 0; i < 3; i++) {
                        for (int k = row.get(J); k > 5000; k /= 8) {
                            sum += k * i;
                        }
                    }
                    row.set(RI, sum);
                }),
                body("over a list in arrays", row -> {
                    int sum = 0;
                    for (int i = (row.get(I) & 127) - 126; i >= 0; i = BYTES[i + 1] + 1) {
                        sum += INTS[i + 2];
                    }
                    row.set(RI, sum);
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"functions", "tables", "loops"})
    void shouldDoWhatRowsDo(String name, RowBody body) {
        try (Table table = new Table()) {
            assertNull(TranslatedKernel.refusal(table.query.kernel(body)));
        }
        assertSame(body);
    }
}
