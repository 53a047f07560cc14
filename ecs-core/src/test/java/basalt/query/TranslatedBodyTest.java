package basalt.query;

import static basalt.query.EdgeValues.B;
import static basalt.query.EdgeValues.C;
import static basalt.query.EdgeValues.D;
import static basalt.query.EdgeValues.E;
import static basalt.query.EdgeValues.F;
import static basalt.query.EdgeValues.G;
import static basalt.query.EdgeValues.I;
import static basalt.query.EdgeValues.J;
import static basalt.query.EdgeValues.K;
import static basalt.query.EdgeValues.L;
import static basalt.query.EdgeValues.M;
import static basalt.query.EdgeValues.MOOD;
import static basalt.query.EdgeValues.N;
import static basalt.query.EdgeValues.RB;
import static basalt.query.EdgeValues.RD;
import static basalt.query.EdgeValues.RF;
import static basalt.query.EdgeValues.RI;
import static basalt.query.EdgeValues.RK;
import static basalt.query.EdgeValues.RL;
import static basalt.query.EdgeValues.RMOOD;
import static basalt.query.EdgeValues.RS;
import static basalt.query.EdgeValues.RZ;
import static basalt.query.EdgeValues.S;
import static basalt.query.EdgeValues.T;
import static basalt.query.EdgeValues.V;
import static basalt.query.EdgeValues.Y;
import static basalt.query.EdgeValues.Z;
import static basalt.query.EdgeValues.assertSame;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.query.BodyParts.Mood;
import basalt.query.BodyParts.Point;
import basalt.query.EdgeValues.Named;
import basalt.query.EdgeValues.Table;
import basalt.storage.fixture.Frozen;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each construct of a body's code does in vector form what it does row by row. */
@SuppressWarnings({"cast", "fallthrough", "lossy-conversions"}) // the bytecode of these is what is tested
class TranslatedBodyTest {
    private static Arguments body(String name, RowBody body) {
        return arguments(name, body);
    }

    // ---- arithmetic

    static Stream<Arguments> arithmetic() {
        return Stream.of(
                body("iadd", row -> row.set(RI, row.get(I) + row.get(J))),
                body("isub", row -> row.set(RI, row.get(I) - row.get(J))),
                body("imul", row -> row.set(RI, row.get(I) * row.get(J))),
                body("idiv", row -> row.set(RI, row.get(I) / (row.get(J) == 0 ? 3 : row.get(J)))),
                body("irem", row -> row.set(RI, row.get(I) % (row.get(J) == 0 ? 3 : row.get(J)))),
                body("idiv by zero", row -> row.set(RI, row.get(J) / row.get(I))),
                body("irem by zero", row -> row.set(RI, row.get(J) % row.get(I))),
                body("idiv by zero on a path", row -> {
                    if (row.get(N) > 200) {
                        row.set(RI, row.get(J) / row.get(I));
                    }
                }),
                body("idiv of what is not used", row -> {
                    int unused = row.get(N) / (row.get(N) - 100);
                    row.set(RI, 1);
                }),
                body("idiv 2", row -> row.set(RI, row.get(I) / 2)),
                body("idiv 16", row -> row.set(RI, row.get(I) / 16)),
                body("idiv -8", row -> row.set(RI, row.get(I) / -8)),
                body("idiv 7", row -> row.set(RI, row.get(I) / 7)),
                body("idiv -641", row -> row.set(RI, row.get(I) / -641)),
                body("idiv 1", row -> row.set(RI, row.get(I) / 1)),
                body("idiv -1", row -> row.set(RI, row.get(I) / -1)),
                body("idiv MIN", row -> row.set(RI, row.get(I) / Integer.MIN_VALUE)),
                body("idiv MAX", row -> row.set(RI, row.get(I) / Integer.MAX_VALUE)),
                body("irem 2", row -> row.set(RI, row.get(I) % 2)),
                body("irem 10", row -> row.set(RI, row.get(I) % 10)),
                body("irem -16", row -> row.set(RI, row.get(I) % -16)),
                body("irem MIN", row -> row.set(RI, row.get(I) % Integer.MIN_VALUE)),
                body("irem 1", row -> row.set(RI, row.get(I) % 1)),
                body("ineg", row -> row.set(RI, -row.get(I))),
                body("ishl", row -> row.set(RI, row.get(I) << row.get(J))),
                body("ishr", row -> row.set(RI, row.get(I) >> row.get(J))),
                body("iushr", row -> row.set(RI, row.get(I) >>> row.get(J))),
                body("ishl 5", row -> row.set(RI, row.get(I) << 5)),
                body("ishr 33", row -> row.set(RI, row.get(I) >> 33)),
                body("iushr 31", row -> row.set(RI, row.get(I) >>> 31)),
                body("ishl by long", row -> row.set(RI, row.get(I) << row.get(M))),
                body("constant shifted", row -> row.set(RI, 1 << row.get(I))),
                body("iand", row -> row.set(RI, row.get(I) & row.get(J))),
                body("ior", row -> row.set(RI, row.get(I) | row.get(J))),
                body("ixor", row -> row.set(RI, row.get(I) ^ row.get(J))),
                body("not", row -> row.set(RI, ~row.get(I))),
                body("ladd", row -> row.set(RL, row.get(L) + row.get(M))),
                body("lsub", row -> row.set(RL, row.get(L) - row.get(M))),
                body("lmul", row -> row.set(RL, row.get(L) * row.get(M))),
                body("ldiv 8", row -> row.set(RL, row.get(L) / 8)),
                body("ldiv -1", row -> row.set(RL, row.get(L) / -1)),
                body("lrem 1024", row -> row.set(RL, row.get(L) % 1024)),
                body("lrem -4", row -> row.set(RL, row.get(L) % -4)),
                body("lneg", row -> row.set(RL, -row.get(L))),
                body("lshl", row -> row.set(RL, row.get(L) << row.get(J))),
                body("lshr", row -> row.set(RL, row.get(L) >> row.get(J))),
                body("lushr", row -> row.set(RL, row.get(L) >>> row.get(J))),
                body("lshl by long", row -> row.set(RL, row.get(L) << row.get(M))),
                body("lshr 63", row -> row.set(RL, row.get(L) >> 63)),
                body("lushr 32", row -> row.set(RL, row.get(L) >>> 32)),
                body("land", row -> row.set(RL, row.get(L) & row.get(M))),
                body("lor", row -> row.set(RL, row.get(L) | row.get(M))),
                body("lxor", row -> row.set(RL, row.get(L) ^ row.get(M))),
                body("fadd", row -> row.set(RF, row.get(F) + row.get(G))),
                body("fsub", row -> row.set(RF, row.get(F) - row.get(G))),
                body("fmul", row -> row.set(RF, row.get(F) * row.get(G))),
                body("fdiv", row -> row.set(RF, row.get(F) / row.get(G))),
                body("fneg", row -> row.set(RF, -row.get(F))),
                body("fadd 0", row -> row.set(RF, row.get(F) + 0f)),
                body("fsub 0", row -> row.set(RF, row.get(F) - 0f)),
                body("0 fsub", row -> row.set(RF, 0f - row.get(F))),
                body("fmul 1", row -> row.set(RF, row.get(F) * 1f)),
                body("fmul 0", row -> row.set(RF, row.get(F) * 0f)),
                body("fmul -1", row -> row.set(RF, row.get(F) * -1f)),
                body("fdiv 3", row -> row.set(RF, row.get(F) / 3f)),
                body("fdiv 4", row -> row.set(RF, row.get(F) / 4f)),
                body("fsub of itself", row -> row.set(RF, row.get(F) - row.get(F))),
                body("dadd", row -> row.set(RD, row.get(D) + row.get(E))),
                body("dsub", row -> row.set(RD, row.get(D) - row.get(E))),
                body("dmul", row -> row.set(RD, row.get(D) * row.get(E))),
                body("ddiv", row -> row.set(RD, row.get(D) / row.get(E))),
                body("dneg", row -> row.set(RD, -row.get(D))),
                body("dmul 0", row -> row.set(RD, row.get(D) * 0.0)),
                body("not fused", row -> row.set(RF, row.get(F) * row.get(G) + row.get(F))),
                body("folded", row -> row.set(RI, (row.get(I) * 0 + 3) * 5 - (row.get(I) & 0))),
                body("byte arithmetic", row -> row.set(RB, (byte) (row.get(B) * 3 + row.get(C)))),
                body("short arithmetic", row -> row.set(RS, (short) (row.get(S) * row.get(T) - 1))),
                body("char arithmetic", row -> row.set(RK, (short) ((char) row.get(K) / 3 + 1))),
                body("unsigned byte", row -> row.set(RI, (row.get(B) & 0xFF) >>> 1)),
                body("byte shifts", row -> row.set(RB, (byte) (row.get(B) >>> 1))));
    }

    // ---- conversions

    static Stream<Arguments> conversions() {
        return Stream.of(
                body("i2l", row -> row.set(RL, row.get(I))),
                body("i2f", row -> row.set(RF, row.get(I))),
                body("i2d", row -> row.set(RD, row.get(I))),
                body("i2b", row -> row.set(RB, (byte) row.get(I))),
                body("i2s", row -> row.set(RS, (short) row.get(I))),
                body("i2c", row -> row.set(RI, (char) row.get(I))),
                body("l2i", row -> row.set(RI, (int) row.get(L))),
                body("l2f", row -> row.set(RF, row.get(L))),
                body("l2d", row -> row.set(RD, row.get(L))),
                body("l2b", row -> row.set(RB, (byte) row.get(L))),
                body("f2i", row -> row.set(RI, (int) row.get(F))),
                body("f2l", row -> row.set(RL, (long) row.get(F))),
                body("f2d", row -> row.set(RD, row.get(F))),
                body("f2b", row -> row.set(RB, (byte) row.get(F))),
                body("f2s", row -> row.set(RS, (short) row.get(F))),
                body("f2c", row -> row.set(RI, (char) row.get(F))),
                body("d2i", row -> row.set(RI, (int) row.get(D))),
                body("d2l", row -> row.set(RL, (long) row.get(D))),
                body("d2f", row -> row.set(RF, (float) row.get(D))),
                body("d2b", row -> row.set(RB, (byte) row.get(D))),
                body("b2i", row -> row.set(RI, row.get(B))),
                body("b2l", row -> row.set(RL, row.get(B))),
                body("b2f", row -> row.set(RF, row.get(B))),
                body("b2d", row -> row.set(RD, row.get(B))),
                body("s2i", row -> row.set(RI, row.get(S))),
                body("s2l", row -> row.set(RL, row.get(S))),
                body("s2f", row -> row.set(RF, row.get(S))),
                body("s2b", row -> row.set(RB, (byte) row.get(S))),
                body("b2s", row -> row.set(RS, row.get(B))),
                body("c2i", row -> row.set(RI, (char) row.get(K))),
                body("c2f", row -> row.set(RF, (char) row.get(K))),
                body("b2c", row -> row.set(RI, (char) row.get(B))),
                body("z2i", row -> row.set(RI, row.get(Z) ? 1 : 0)),
                body("i2z", row -> row.set(RZ, row.get(I) != 0)),
                body("there and back", row -> row.set(RI, (int) (double) row.get(I) - (int) (float) row.get(J))),
                body("float bits", row -> row.set(RI, Float.floatToIntBits(row.get(F)))),
                body("float of bits", row -> row.set(RF, Float.intBitsToFloat(row.get(I)))),
                body("double bits", row -> row.set(RL, Double.doubleToLongBits(row.get(D)))),
                body("double of bits", row -> row.set(RD, Double.longBitsToDouble(row.get(L)))),
                body("raw float bits", row -> row.set(RI, Float.floatToRawIntBits((float) row.get(I)) >> 1)),
                body("raw double bits", row -> row.set(RL, Double.doubleToRawLongBits((double) row.get(L)) >> 2)),
                body(
                        "unsigned",
                        row -> row.set(RL, Byte.toUnsignedInt(row.get(B)) + Integer.toUnsignedLong(row.get(I)))));
    }

    // ---- methods of the JDK

    static Stream<Arguments> mathematics() {
        return Stream.of(
                body("min int", row -> row.set(RI, Math.min(row.get(I), row.get(J)))),
                body("max int", row -> row.set(RI, Math.max(row.get(I), row.get(J)))),
                body("abs int", row -> row.set(RI, Math.abs(row.get(I)))),
                body("min long", row -> row.set(RL, Math.min(row.get(L), row.get(M)))),
                body("max long", row -> row.set(RL, Math.max(row.get(L), row.get(M)))),
                body("abs long", row -> row.set(RL, Math.abs(row.get(L)))),
                body("min float", row -> row.set(RF, Math.min(row.get(F), row.get(G)))),
                body("max float", row -> row.set(RF, Math.max(row.get(F), row.get(G)))),
                body("abs float", row -> row.set(RF, Math.abs(row.get(F)))),
                body("min double", row -> row.set(RD, Math.min(row.get(D), row.get(E)))),
                body("max double", row -> row.set(RD, Math.max(row.get(D), row.get(E)))),
                body("abs double", row -> row.set(RD, Math.abs(row.get(D)))),
                body("sqrt double", row -> row.set(RD, Math.sqrt(row.get(D)))),
                body("sqrt float", row -> row.set(RF, (float) Math.sqrt(row.get(F)))),
                body("fma float", row -> row.set(RF, Math.fma(row.get(F), row.get(G), 1.5f))),
                body("fma double", row -> row.set(RD, Math.fma(row.get(D), row.get(E), row.get(D)))),
                body("round float", row -> row.set(RI, Math.round(row.get(F)))),
                body("round double", row -> row.set(RL, Math.round(row.get(D)))),
                body("floor", row -> row.set(RD, Math.floor(row.get(D)))),
                body("ceil", row -> row.set(RD, Math.ceil(row.get(D)))),
                body("floor float", row -> row.set(RF, (float) Math.floor(row.get(F)))),
                body("signum float", row -> row.set(RF, Math.signum(row.get(F)))),
                body("signum double", row -> row.set(RD, Math.signum(row.get(D)))),
                body("floorMod", row -> row.set(RI, Math.floorMod(row.get(I), 7))),
                body("floorMod -16", row -> row.set(RI, Math.floorMod(row.get(I), -16))),
                body("floorDiv", row -> row.set(RI, Math.floorDiv(row.get(I), 10))),
                body("compare int", row -> row.set(RI, Integer.compare(row.get(I), row.get(J)))),
                body("compare long", row -> row.set(RI, Long.compare(row.get(L), row.get(M)))),
                body("compare float", row -> row.set(RI, Float.compare(row.get(F), row.get(G)))),
                body("compare double", row -> row.set(RI, Double.compare(row.get(D), row.get(E)))),
                body("compare boolean", row -> row.set(RI, Boolean.compare(row.get(Y), row.get(Z)))),
                body("signum int", row -> row.set(RI, Integer.signum(row.get(I)))),
                body("signum long", row -> row.set(RI, Long.signum(row.get(L)))),
                body("isNaN", row -> row.set(RZ, Float.isNaN(row.get(F)) || Double.isNaN(row.get(E)))),
                body("isFinite", row -> row.set(RZ, Float.isFinite(row.get(F)) && Double.isFinite(row.get(E)))),
                body("isInfinite", row -> row.set(RZ, Float.isInfinite(row.get(F)) != Double.isInfinite(row.get(E)))),
                body("max of Integer", row -> row.set(RI, Integer.max(row.get(I), Integer.sum(row.get(J), 1)))),
                body("toRadians", row -> row.set(RD, Math.toRadians(row.get(D)))));
    }

    // ---- branches

    static Stream<Arguments> branches() {
        return Stream.of(
                body("ifeq", row -> row.set(RI, row.get(I) == 0 ? 1 : 2)),
                body("ifne", row -> row.set(RI, row.get(I) != 0 ? 1 : 2)),
                body("iflt", row -> row.set(RI, row.get(I) < 0 ? 1 : 2)),
                body("ifge", row -> row.set(RI, row.get(I) >= 0 ? 1 : 2)),
                body("ifgt", row -> row.set(RI, row.get(I) > 0 ? 1 : 2)),
                body("ifle", row -> row.set(RI, row.get(I) <= 0 ? 1 : 2)),
                body("if_icmpeq", row -> row.set(RI, row.get(I) == row.get(J) ? 1 : 2)),
                body("if_icmpne", row -> row.set(RI, row.get(I) != row.get(J) ? 1 : 2)),
                body("if_icmplt", row -> row.set(RI, row.get(I) < row.get(J) ? 1 : 2)),
                body("if_icmpge", row -> row.set(RI, row.get(I) >= row.get(J) ? 1 : 2)),
                body("if_icmpgt", row -> row.set(RI, row.get(I) > row.get(J) ? 1 : 2)),
                body("if_icmple", row -> row.set(RI, row.get(I) <= row.get(J) ? 1 : 2)),
                body("lcmp <", row -> row.set(RI, row.get(L) < row.get(M) ? 1 : 2)),
                body("lcmp <=", row -> row.set(RI, row.get(L) <= row.get(M) ? 1 : 2)),
                body("lcmp ==", row -> row.set(RZ, row.get(L) == row.get(M))),
                body("fcmp <", row -> row.set(RZ, row.get(F) < row.get(G))),
                body("fcmp <=", row -> row.set(RZ, row.get(F) <= row.get(G))),
                body("fcmp >", row -> row.set(RZ, row.get(F) > row.get(G))),
                body("fcmp >=", row -> row.set(RZ, row.get(F) >= row.get(G))),
                body("fcmp ==", row -> row.set(RZ, row.get(F) == row.get(G))),
                body("fcmp !=", row -> row.set(RZ, row.get(F) != row.get(G))),
                body("not fcmp <", row -> row.set(RZ, !(row.get(F) < row.get(G)))),
                body("not fcmp >=", row -> row.set(RZ, !(row.get(F) >= row.get(G)))),
                body("dcmp <", row -> row.set(RZ, row.get(D) < row.get(E))),
                body("dcmp >=", row -> row.set(RZ, row.get(D) >= row.get(E))),
                body("dcmp ==", row -> row.set(RZ, row.get(D) == row.get(E))),
                body("not dcmp >", row -> row.set(RZ, !(row.get(D) > row.get(E)))),
                body("char compared", row -> row.set(RZ, (char) row.get(K) > (short) row.get(T))),
                body("ands", row -> row.set(RZ, row.get(Y) && row.get(Z) && row.get(I) > 3)),
                body("ors", row -> row.set(RZ, row.get(Y) || row.get(Z) || row.get(I) > 3)),
                body(
                        "ands and ors",
                        row -> row.set(RZ, row.get(Y) && (row.get(Z) || row.get(I) > 3) || row.get(J) < 0)),
                body("boolean &", row -> row.set(RZ, row.get(Y) & row.get(Z))),
                body("boolean |", row -> row.set(RZ, row.get(Y) | !row.get(Z))),
                body("boolean ^", row -> row.set(RZ, row.get(Y) ^ row.get(Z))),
                body("boolean ==", row -> row.set(RZ, row.get(Y) == row.get(Z))),
                body("toggle", row -> row.set(Z, !row.get(Z))),
                body("if", row -> {
                    if (row.get(F) > row.get(G)) {
                        row.set(RF, row.get(F));
                    }
                }),
                body("if else", row -> {
                    if (row.get(F) > row.get(G)) {
                        row.set(RF, row.get(F));
                    } else {
                        row.set(RI, row.get(I));
                    }
                }),
                body("if in if", row -> {
                    if (row.get(F) > 0) {
                        row.set(F, -row.get(F));
                        if (row.get(F) < row.get(G)) {
                            row.set(RI, row.get(RI) + 1);
                        } else if (row.get(Y)) {
                            row.set(RI, 9);
                        }
                        row.set(RF, row.get(F));
                    }
                }),
                body("early returns", row -> {
                    if (row.get(Y)) {
                        return;
                    }
                    row.set(RI, 1);
                    if (row.get(I) < 0) {
                        row.set(RL, 4);
                        return;
                    }
                    row.set(RI, row.get(RI) + 2);
                }),
                body("both write", row -> {
                    row.set(RI, 1);
                    if (row.get(Y)) {
                        row.set(RI, row.get(I));
                    }
                    if (row.get(Z)) {
                        row.set(RI, row.get(RI) + row.get(J));
                    }
                }),
                body("value of branches", row -> {
                    int value;
                    if (row.get(I) > 100) {
                        value = row.get(I) - 100;
                    } else if (row.get(J) > 100) {
                        value = row.get(J);
                    } else {
                        value = 5;
                    }
                    row.set(RI, value * 2);
                }),
                body("long and double of branches", row -> {
                    long value = row.get(Y) ? row.get(L) : row.get(M);
                    double other = row.get(Z) ? row.get(D) : value;
                    row.set(RL, value);
                    row.set(RD, other);
                }),
                body("a write is read", row -> {
                    row.set(I, row.get(I) + 1);
                    row.set(J, row.get(I) * 2);
                    row.set(I, row.get(J) - row.get(I));
                }),
                body("swapped", row -> {
                    int first = row.get(I);
                    row.set(I, row.get(J));
                    row.set(J, first);
                }),
                body("nothing", row -> {}));
    }

    // ---- switches

    static Stream<Arguments> switches() {
        return Stream.of(
                body("tableswitch", row -> {
                    switch (row.get(I)) {
                        case 0:
                            row.set(RI, 10);
                            break;
                        case 1:
                            row.set(RI, 11);
                        case 2:
                            row.set(RL, 12);
                            break;
                        case 7:
                            return;
                        default:
                            row.set(RI, -1);
                    }
                    row.set(RZ, true);
                }),
                body("tableswitch with gaps", row -> row.set(RI, gapped(row.get(I)))),
                body("tableswitch with gaps on a path", row -> {
                    if (row.get(Y)) {
                        row.set(RI, gapped(row.get(I)));
                    }
                }),
                body("tableswitch at the end of the range", row -> {
                    switch (row.get(I)) {
                        case Integer.MAX_VALUE:
                            row.set(RI, 1);
                            break;
                        case Integer.MAX_VALUE - 1:
                            row.set(RI, 2);
                            break;
                        case Integer.MAX_VALUE - 2:
                            row.set(RI, 3);
                            break;
                        default:
                    }
                }),
                body(
                        "lookupswitch",
                        row -> row.set(
                                RI,
                                switch (row.get(I)) {
                                    case Integer.MIN_VALUE -> 1;
                                    case -128 -> row.get(J);
                                    case 1_000_003, Integer.MAX_VALUE -> 3;
                                    default -> 0;
                                })),
                body(
                        "switch of a few bits",
                        row -> row.set(
                                RF,
                                switch (row.get(I) & 3) {
                                    case 0 -> row.get(F);
                                    case 1 -> row.get(F) * 2;
                                    case 2 -> row.get(G);
                                    default -> -1f;
                                })),
                body(
                        "switch with yield",
                        row -> row.set(
                                RI,
                                switch (row.get(J) % 3) {
                                    case 0 -> {
                                        int twice = row.get(I) * 2;
                                        yield twice + 1;
                                    }
                                    case 1 -> 4;
                                    default -> 5;
                                })),
                body("switch without default", row -> {
                    switch (row.get(I)) {
                        case 7:
                            row.set(RI, 1);
                            break;
                        case 31:
                            row.set(RI, 2);
                            break;
                    }
                }),
                body("enum is", row -> row.set(RZ, row.get(MOOD) == Mood.ANGRY)),
                body("enum is not", row -> row.set(RZ, row.get(MOOD) != Mood.CALM)),
                body("enum is null", row -> row.set(RZ, row.get(MOOD) == null)),
                body("enum is written", row -> row.set(RMOOD, Mood.SCARED)),
                body("enum null is written", row -> row.set(RMOOD, null)),
                body("enum is copied", row -> row.set(RMOOD, row.get(MOOD))),
                body("enum is chosen", row -> row.set(RMOOD, row.get(Y) ? row.get(MOOD) : Mood.ANGRY)),
                body("enum state machine", row -> {
                    Mood mood = row.get(MOOD);
                    if (mood == Mood.CALM && row.get(I) > 50) {
                        row.set(MOOD, Mood.ANGRY);
                    } else if (mood == Mood.ANGRY) {
                        row.set(MOOD, row.get(J) > 0 ? Mood.SCARED : Mood.ASLEEP);
                    }
                }),
                body(
                        "ordinal",
                        row -> row.set(
                                RI, row.get(MOOD) == null ? -1 : row.get(MOOD).ordinal())),
                body("ordinal of null", row -> row.set(RI, row.get(MOOD).ordinal())),
                body(
                        "method of an enum",
                        row -> row.set(
                                RZ, row.get(MOOD) != null && row.get(MOOD).isLoud())));
    }

    private static int gapped(int value) {
        switch (value & 7) {
            case 0:
                return 5;
            case 1:
            case 2:
                value += 3;
            case 7:
                value *= 2;
                break;
            default:
                value = -value;
        }
        return value;
    }

    // ---- locals and the stack

    private static int statics = 3;
    private static final int CONSTANT = 17;
    private static final float[] FACTORS = {0.5f, 2, 3};

    static Stream<Arguments> stack() {
        return Stream.of(
                body("dup: int assigned twice", row -> {
                    int a;
                    int b = a = row.get(I) + 1;
                    row.set(RI, a * b);
                }),
                body("dup2: long assigned twice", row -> {
                    long a;
                    long b = a = row.get(L) + 1;
                    row.set(RL, a * b);
                }),
                body("dup2: double assigned twice", row -> {
                    double a;
                    double b = a = row.get(D) + 1;
                    row.set(RD, a * b);
                }),
                body("iinc", row -> {
                    int a = row.get(I);
                    int b = a++ + ++a - a--;
                    row.set(RI, b + a);
                }),
                body("iinc by 1000", row -> {
                    int a = row.get(I);
                    a += 1000;
                    a -= 70_000;
                    row.set(RI, a);
                }),
                body("long++", row -> {
                    long a = row.get(L);
                    long b = a++ + --a;
                    row.set(RL, b + a);
                }),
                body("float++", row -> {
                    float a = row.get(F);
                    float b = a++ * 2;
                    row.set(RF, b + a);
                }),
                body("byte++", row -> {
                    byte a = row.get(B);
                    a++;
                    a *= 3;
                    row.set(RB, a);
                }),
                body("char--", row -> {
                    char a = (char) row.get(K);
                    char b = a--;
                    a >>= 1;
                    row.set(RI, a + b);
                }),
                body("compound with conversions", row -> {
                    int a = row.get(I);
                    a += row.get(F);
                    a -= row.get(D);
                    a <<= row.get(L);
                    row.set(RI, a);
                }),
                body("pop", row -> {
                    twice(row.get(I));
                    row.set(RI, 1);
                }),
                body("pop2", row -> {
                    twice(row.get(L));
                    row.set(RI, 1);
                }),
                body("constants", row -> {
                    row.set(RI, 5 + 100 + 1000 + 100_000);
                    row.set(RL, 1L);
                    row.set(RF, 2f);
                    row.set(RD, 1.0);
                    row.set(RB, (byte) -5);
                    row.set(RZ, true);
                }),
                body("static fields", row -> row.set(RI, row.get(I) * statics + CONSTANT)),
                body("constant arrays", row -> row.set(RF, row.get(F) * FACTORS[1] + FACTORS[2])),
                body("lanes", row -> {
                    row.set(V, 0, row.get(F));
                    row.set(V, 1, row.get(V, 2) + row.get(V, 0));
                }),
                body("loop over lanes", row -> {
                    for (int lane = 0; lane < 3; lane++) {
                        row.set(V, lane, row.get(V, lane) * row.get(F) + lane);
                    }
                }),
                body("loop in loop", row -> {
                    int sum = 0;
                    for (int a = 0; a < 3; a++) {
                        for (int b = a; b < 3; b++) {
                            sum = sum * 3 + row.get(I) + b;
                        }
                    }
                    row.set(RI, sum);
                }),
                body("loop with continue and break", row -> {
                    int sum = 0;
                    for (int a = 0; a < 8; a++) {
                        if ((a & 1) == 0) {
                            continue;
                        }
                        if (a == 7) {
                            break;
                        }
                        sum += row.get(I) * a;
                    }
                    row.set(RI, sum);
                }),
                body("loop that a row leaves", row -> {
                    int found = -1;
                    for (int lane = 0; lane < 3; lane++) {
                        if (row.get(V, lane) > row.get(F)) {
                            found = lane;
                            break;
                        }
                    }
                    row.set(RI, found);
                }),
                body("while", row -> {
                    int a = 3;
                    while (a-- > 0) {
                        row.set(RI, row.get(RI) + a);
                    }
                }),
                body("static method", row -> row.set(RI, twice(row.get(I)) + twice(twice(row.get(J))))),
                body("static method with branches", row -> row.set(RI, graded(row.get(I), row.get(Y)))),
                body("static method that gets the row", row -> row.set(RI, sum(row))),
                body("static method that writes", row -> write(row, row.get(I))),
                body("records", row -> {
                    Point point = new Point(row.get(F), row.get(G));
                    Point moved = point.plus(Point.ONE).scaled(0.5f);
                    row.set(RF, moved.x() - moved.y() + moved.lengthSquared());
                }),
                body("record of branches", row -> {
                    Point point = row.get(Y) ? new Point(row.get(F), 1) : Point.of(row.get(G));
                    row.set(RF, point.x() * 2 + point.y());
                }),
                body("has", row -> row.set(RZ, row.has(Frozen.TYPE) || !row.has(Named.TYPE))),
                body("is enabled", row -> row.set(RZ, row.isEnabled(Frozen.TYPE) || !row.isEnabled(Named.TYPE))),
                body("index", row -> row.set(RI, row.index() * 3)));
    }

    private static int twice(int value) {
        return value + value;
    }

    private static long twice(long value) {
        return value + value;
    }

    private static int graded(int value, boolean up) {
        if (value < 0) {
            return up ? 0 : -1;
        }
        for (int i = 0; i < 2; i++) {
            value = up ? value + i : value / 2;
        }
        return value > 100 ? 100 : value;
    }

    private static int sum(Row row) {
        return row.get(I) + row.get(J);
    }

    private static void write(Row row, int value) {
        if (value > 3) {
            row.set(RI, value);
            return;
        }
        row.set(RL, value);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"arithmetic", "conversions", "mathematics", "branches", "switches", "stack"})
    void shouldDoWhatRowsDo(String name, RowBody body) {
        assertSame(body);
    }

    // ---- what may stay with the row

    static Stream<Arguments> seldom() {
        return Stream.of(
                body("ldiv", row -> row.set(RL, row.get(L) / (row.get(M) == 0 ? 3 : row.get(M)))),
                body("lrem", row -> row.set(RL, row.get(L) % (row.get(M) | 1))),
                body("ldiv by zero", row -> row.set(RL, row.get(M) / row.get(L))),
                body("ldiv 7", row -> row.set(RL, row.get(L) / 7)),
                body("frem", row -> row.set(RF, row.get(F) % row.get(G))),
                body("frem 360", row -> row.set(RF, row.get(F) % 360)),
                body("drem", row -> row.set(RD, row.get(D) % row.get(E))),
                body("rint", row -> row.set(RD, Math.rint(row.get(D)))),
                body("sin", row -> row.set(RD, Math.sin(row.get(D)))),
                body("bitCount", row -> row.set(RI, Integer.bitCount(row.get(I)))),
                body("leading zeros", row -> row.set(RI, Long.numberOfLeadingZeros(row.get(L)))),
                body("rotateLeft", row -> row.set(RI, Integer.rotateLeft(row.get(I), 5))),
                body("multiplyHigh", row -> row.set(RL, Math.multiplyHigh(row.get(L), row.get(M)))),
                body("copySign", row -> row.set(RF, Math.copySign(row.get(F), row.get(G)))),
                body("addExact", row -> row.set(RI, Math.addExact(row.get(I), 1))),
                body("table by value", row -> row.set(RF, FACTORS[row.get(I) & 1])),
                body("table by value, out of bounds", row -> row.set(RF, FACTORS[row.get(N) / 100])),
                body("lane by value", row -> row.set(RF, row.get(V, row.get(I) & 1))),
                body("enum switch", row -> {
                    Mood mood = row.get(MOOD);
                    if (mood != null) {
                        switch (mood) {
                            case CALM -> row.set(RI, 1);
                            case ANGRY -> row.set(RI, row.get(I));
                            default -> row.set(RI, 3);
                        }
                    }
                }),
                body(
                        "enum switch of null",
                        row -> row.set(
                                RI,
                                switch (row.get(MOOD)) {
                                    case CALM -> 4;
                                    case ANGRY, SCARED -> 5;
                                    case ASLEEP -> 6;
                                })),
                body("unit", row -> row.set(RL, TimeUnit.SECONDS.toMillis(row.get(L)))),
                body("loop that ends", row -> {
                    int a = row.get(I);
                    while (a != 1) {
                        a = 1;
                    }
                    row.set(RI, a);
                }),
                body("entity", row -> row.set(RL, row.entity())),
                body("vector without a lane", row -> row.set(V, 1f)),
                body("lane that the column lacks", row -> row.set(V, 3, 1f)),
                body("instanceof", row -> row.set(RZ, (Object) row.get(MOOD) instanceof Mood)));
    }

    /** Translated or refused: what is translated is right. */
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void seldom(String name, RowBody body) {
        try (Table table = new Table()) {
            if (TranslatedKernel.refusal(table.query.kernel(body)) != null) {
                return;
            }
        }
        assertSame(body);
    }
}
