package basalt.query;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * A random body of a kernel as Java source: a method that makes the kernel. Its types are named by letters: b(yte),
 * s(hort), c(har), i(nt), l(ong), f(loat), d(ouble), z (boolean), e (a mood), P(oint), M(over), K (checked), N(umbers),
 * S(mall) and B(oth). A local variable's name starts with its type's letter. The casts of lambdas and choices let javac
 * look at them once, and not once for each overload.
 */
final class RandomBody {
    private static final Map<Character, String> TYPES = Map.ofEntries(
            Map.entry('b', "byte"),
            Map.entry('s', "short"),
            Map.entry('c', "char"),
            Map.entry('i', "int"),
            Map.entry('l', "long"),
            Map.entry('f', "float"),
            Map.entry('d', "double"),
            Map.entry('z', "boolean"),
            Map.entry('e', "Mood"),
            Map.entry('P', "Point"),
            Map.entry('M', "Mover"),
            Map.entry('K', "Checked"),
            Map.entry('N', "Numbers"),
            Map.entry('S', "Small"),
            Map.entry('B', "Both"));

    private static final String[] DIVISORS = {
        "1",
        "-1",
        "2",
        "3",
        "-7",
        "10",
        "16",
        "1000000",
        "Integer.MIN_VALUE",
        "Integer.MAX_VALUE",
        "641",
        "-8",
        "1073741825"
    };

    /** The methods of JDK 21. */
    private static final boolean HAS_CLAMP = Runtime.version().feature() >= 21;

    /** What a body gets and returns. */
    enum Form {
        ROW,
        ROW_COMMANDS,
        RECORDS,
        RECORDS_ENTITY,
        RECORDS_COMMANDS,
        EACH;

        boolean isOfRows() {
            return this == ROW || this == ROW_COMMANDS;
        }

        boolean hasCommands() {
            return this == ROW_COMMANDS || this == RECORDS_COMMANDS;
        }

        private boolean hasEntity() {
            return this != RECORDS && this != EACH;
        }
    }

    final long seed;
    final Form form;
    private final Random random;
    private final char returned;
    private int depth;
    private int operations;
    private int variables;
    private List<String> names = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    RandomBody(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        Form[] forms = Form.values();
        this.form = random.nextBoolean() ? Form.ROW : forms[1 + random.nextInt(forms.length - 1)];
        this.returned = form.isOfRows() || form == Form.EACH
                ? ' '
                : pick("M", "M", "K", "N", "S", "B").charAt(0);
        write();
    }

    /** The source of a method {@code b<seed>} that makes the kernel. */
    @Override
    public String toString() {
        return text.toString();
    }

    /** The source of a class with the methods of some bodies. */
    static String source(String name, List<RandomBody> bodies) {
        StringBuilder source = new StringBuilder(
                        "package basalt.random;\n\nimport static basalt.query.BodyParts.*;\n\n")
                .append("import basalt.component.*;\nimport basalt.query.*;\n\npublic final class ")
                .append(name)
                .append(" {\n");
        bodies.forEach(source::append);
        return source.append("}\n").toString();
    }

    String method() {
        return "b" + seed;
    }

    private void write() {
        line(1, "public static RowKernel " + method() + "(");
        line(3, "Query query, RecordQuery.Of4<Mover, Numbers, Small, Checked> records, Captured all) {");
        int beforeBody = text.length();
        String written = TYPES.get(returned);
        String types = "4<Mover, Numbers, Small, Checked" + (form == Form.EACH ? ">) " : ", " + written + ">) ");
        String update = "records.update(" + written + ".class, (RecordBody.Update";
        line(
                2,
                "return "
                        + switch (form) {
                            case ROW -> "query.kernel((RowBody) row -> {";
                            case ROW_COMMANDS -> "query.kernel((Commands.Body) (row, commands) -> {";
                            case RECORDS -> update + types + "(m, n, s, c) -> {";
                            case RECORDS_ENTITY -> update + "Entity" + types + "(entity, m, n, s, c) -> {";
                            case RECORDS_COMMANDS ->
                                update + "Commands" + types + "(entity, m, n, s, c, commands) -> {";
                            case EACH -> "records.each((RecordBody.Each" + types + "(m, n, s, c) -> {";
                        });
        statements(3, 2 + random.nextInt(5));
        if (form.isOfRows()) {
            line(3, "row.set(I2, row.get(I2) + 1);");
        } else if (form != Form.EACH) {
            line(3, "return " + e(returned) + ";");
        }
        line(2, "});");
        line(1, "}");
        text.insert(beforeBody, captures(text.substring(beforeBody)));
    }

    /** The local variables that a body captures. */
    private static String captures(String body) {
        StringBuilder locals = new StringBuilder();
        for (RecordComponent value : BodyParts.Captured.class.getRecordComponents()) {
            if (Pattern.compile("\\b" + value.getName() + "\\b").matcher(body).find()) {
                locals.append(
                        "        %s %s = all.%<s();\n".formatted(value.getType().getSimpleName(), value.getName()));
            }
        }
        return locals.toString();
    }

    private void line(int level, String content) {
        text.append("    ".repeat(level)).append(content).append('\n');
    }

    private String pick(String... options) {
        return options[random.nextInt(options.length)];
    }

    private boolean chance(int oneOf) {
        return random.nextInt(oneOf) == 0;
    }

    // ---- expressions

    /** An expression of a type. */
    private String e(char type) {
        if (depth > 3 || operations > 50 || chance(4)) {
            return leaf(type);
        }
        depth++;
        operations++;
        try {
            return switch (type) {
                case 'b', 's', 'c' ->
                    "(" + TYPES.get(type) + ") ("
                            + e(pick("i", "i", "l", "f", "d").charAt(0)) + ")";
                case 'i' -> ints();
                case 'l' -> longs();
                case 'f' -> floats();
                case 'd' -> doubles();
                case 'z' -> booleans();
                case 'e' -> "(" + e('z') + " ? " + e('e') + " : " + leaf('e') + ")";
                default -> records(type);
            };
        } finally {
            depth--;
        }
    }

    private List<String> known(char type) {
        String letters = type == 'i' ? "ibsc" : String.valueOf(type);
        return names.stream()
                .filter(name -> letters.indexOf(name.charAt(0)) >= 0)
                .toList();
    }

    private String leaf(char type) {
        List<String> known = known(type);
        if (!known.isEmpty() && chance(3)) {
            return known.get(random.nextInt(known.size()));
        }
        return chance(3) ? captured(type) : form.isOfRows() ? ofRow(type) : ofRecords(type);
    }

    /** A value that is the same in all rows. */
    private String captured(char type) {
        return switch (type) {
            case 'b' -> pick("cb", "(byte) 3", "(byte) -128");
            case 's' -> pick("cs", "cb", "(short) 3000");
            case 'c' -> pick("cc", "'x'", "'\\uffff'");
            case 'i' ->
                pick(
                        "1",
                        "-1",
                        "0",
                        "7",
                        "100",
                        "31",
                        "Integer.MIN_VALUE",
                        "Integer.MAX_VALUE",
                        "ci",
                        "ci",
                        "cb",
                        "cs",
                        "cc",
                        "TABLE[1]",
                        "fixed[0]",
                        "'x'",
                        "settings.level",
                        "rules.step()",
                        String.valueOf(random.nextInt()));
            case 'l' -> pick("1L", "-1L", "Long.MIN_VALUE", "Long.MAX_VALUE", "12345678901L", "cl", "cl");
            case 'f' ->
                pick(
                        "0f",
                        "-0f",
                        "1f",
                        "0.5f",
                        "1e-40f",
                        "3e38f",
                        "Float.NaN",
                        "cf",
                        "cf",
                        "settings.delta()",
                        "tuning",
                        "SCALE",
                        "rules.gravity()",
                        "-2.5f");
            case 'd' -> pick("0.0", "-0.0", "1e300", "0.1", "Double.NEGATIVE_INFINITY", "cd", "cd");
            case 'z' -> pick("true", "false", "cz", "settings.paused");
            case 'e' -> pick("Mood.CALM", "Mood.ANGRY", "Mood.ASLEEP", "ce", chance(6) ? "null" : "ce");
            case 'P' -> pick("Point.ONE", "Point.of(cf)", "new Point(" + leaf('f') + ", " + leaf('f') + ")");
            default -> ofRecords(type);
        };
    }

    private String ofRow(char type) {
        return switch (type) {
            case 'b' -> pick("row.get(B0)", "row.get(B1)", "row.get(U, 2)");
            case 's' -> pick("row.get(S0)", "row.get(S1)", "row.get(H, 0)");
            case 'c' -> "(char) row.get(C0)";
            case 'i' ->
                pick(
                        "row.get(I0)",
                        "row.get(I1)",
                        "row.get(I2)",
                        "row.get(B0)",
                        "row.get(B1)",
                        "row.get(S0)",
                        "row.get(S1)",
                        "row.get(W, 0)",
                        "row.get(W, 3)",
                        "row.get(U, 1)",
                        "row.get(H, 2)",
                        "(char) row.get(C0)",
                        chance(4) ? "row.index()" : "row.get(I0)",
                        chance(3) ? "(row.has(Extra.TYPE) ? row.get(E0) : 5)" : "row.get(I1)");
            case 'l' -> pick("row.get(L0)", "row.get(L1)", "row.get(J, 1)", "row.get(LINK)", "(long) " + ofRow('i'));
            case 'f' ->
                pick("row.get(F0)", "row.get(F1)", "row.get(F2)", "row.get(V, 0)", "row.get(V, 1)", "row.get(V, 2)");
            case 'd' -> pick("row.get(D0)", "row.get(D1)", "row.get(X, 3)", "(double) row.get(F0)");
            case 'z' ->
                pick(
                        "row.get(Z0)",
                        "row.get(Z1)",
                        "row.get(T, 0)",
                        "row.get(T, 2)",
                        chance(3) ? "row.has(Extra.TYPE)" : "row.get(Z1)");
            case 'e' -> "row.get(MOOD)";
            default -> "new Point(" + ofRow('f') + ", " + ofRow('f') + ")";
        };
    }

    private String ofRecords(char type) {
        return switch (type) {
            case 'b' -> pick("s.b0()", "s.b1()");
            case 's' -> pick("s.s0()", "s.s1()");
            case 'c' -> "s.c0()";
            case 'i' ->
                pick("m.hp()", "n.i0()", "n.i1()", "n.i2()", "s.b0()", "s.s1()", "s.c0()", "c.value()", "c.limit()");
            case 'l' -> pick("n.l0()", "n.l1()", "s.link()", "(long) n.i0()");
            case 'f' -> pick("n.f0()", "n.f1()", "n.f2()", "m.at().x()", "m.at().y()", "m.by().x()", "m.by().y()");
            case 'd' -> pick("n.d0()", "n.d1()", "(double) n.f0()");
            case 'z' -> pick("s.z0()", "s.z1()", "m.alive()", "m.isWeak()");
            case 'e' -> pick("s.mood()", "m.mood()");
            case 'P' -> pick("m.at()", "m.by()");
            case 'M' -> "m";
            case 'K' -> "c";
            case 'N' -> "n";
            case 'S' -> "s";
            default -> "new Both(m, c)";
        };
    }

    private String records(char type) {
        if (chance(3)) {
            return "(" + e('z') + " ? " + e(type) + " : " + e(type) + ")";
        }
        return switch (type) {
            case 'P' ->
                switch (random.nextInt(3)) {
                    case 0 -> e('P') + ".plus(" + e('P') + ")";
                    case 1 -> e('P') + ".scaled(" + e('f') + ")";
                    default -> "new Point(" + e('f') + ", " + e('f') + ")";
                };
            case 'M' ->
                switch (random.nextInt(4)) {
                    case 0 -> e('M') + ".withHp(" + e('i') + ")";
                    case 1 -> e('M') + ".moved(" + e('P') + ")";
                    case 2 -> e('M') + ".feeling(" + e('e') + ")";
                    default ->
                        "new Mover(" + e('P') + ", " + e('P') + ", " + e('i') + ", " + e('e') + ", " + e('z') + ")";
                };
            case 'K' -> chance(2) ? e('K') + ".raised(" + e('i') + ")" : "new Checked(" + e('i') + ", " + e('i') + ")";
            case 'N' ->
                chance(2)
                        ? e('N') + ".with(" + e('f') + ", " + e('i') + ")"
                        : "new Numbers(" + e('f') + ", " + leaf('f') + ", " + e('f') + ", " + e('d') + ", " + leaf('d')
                                + ", " + e('i') + ", " + leaf('i') + ", n.i2() + 1, n.rare(), n.divisor(), " + e('l')
                                + ", " + leaf('l') + ")";
            case 'S' ->
                chance(2)
                        ? e('S') + ".with(" + e('z') + ", " + e('e') + ")"
                        : "new Small(" + e('b') + ", " + leaf('b') + ", " + e('s') + ", " + leaf('s') + ", " + e('z')
                                + ", " + leaf('z') + ", " + e('c') + ", " + e('e') + ", s.link())";
            default -> "new Both(" + e('M') + ", " + e('K') + ")";
        };
    }

    private String ints() {
        String a = e('i');
        return switch (random.nextInt(30)) {
            case 0, 1 -> "(" + a + " + " + e('i') + ")";
            case 2 -> "(" + a + " - " + e('i') + ")";
            case 3 -> "(" + a + " * " + e('i') + ")";
            case 4, 5 -> "(" + a + pick(" / ", " % ") + pick(DIVISORS) + ")";
            case 6 -> "(" + a + pick(" / ", " % ") + "(" + e('i') + (chance(12) ? "" : " | 1") + "))";
            case 7 -> "(" + a + pick(" / ", " % ") + (form.isOfRows() ? "row.get(DIVISOR)" : "n.divisor()") + ")";
            case 8 ->
                "(" + a + pick(" << ", " >> ", " >>> ") + e(pick("i", "i", "l").charAt(0)) + ")";
            case 9 -> "(" + a + pick(" << ", " >> ", " >>> ") + random.nextInt(40) + ")";
            case 10 -> "(" + a + pick(" & ", " | ", " ^ ") + e('i') + ")";
            case 11 -> "(" + pick("-", "~") + "(" + a + "))";
            case 12, 13 -> "(int) (" + e(pick("f", "d", "l").charAt(0)) + ")";
            case 14, 15 -> e(pick("b", "s", "c").charAt(0));
            case 16 -> "Math." + pick("min", "max") + "(" + a + ", " + e('i') + ")";
            case 17 -> "Math.abs(" + a + ")";
            case 18, 19 -> "(int) (" + e('z') + " ? " + a + " : " + e('i') + ")";
            case 20 -> pick("step(" + a + ", " + e('z') + ")", "graded(" + a + ")", "rules.next(" + a + ")");
            case 21 -> "Math.round(" + e('f') + ")";
            case 22 ->
                pick(
                        "Integer.compare(" + a + ", " + e('i') + ")",
                        "Long.compare(" + e('l') + ", " + e('l') + ")",
                        "Float.compare(" + e('f') + ", " + e('f') + ")",
                        "Boolean.compare(" + e('z') + ", " + e('z') + ")",
                        "Integer.signum(" + a + ")",
                        "Integer.bitCount(" + a + ")");
            case 23 -> "Math.floorMod(" + a + ", " + pick("3", "-5", "16", "360") + ")";
            case 24, 25 ->
                "(int) switch (" + a + " & 3) { case 0 -> " + e('i') + "; case 1, 2 -> " + e('i') + "; default -> "
                        + e('i') + "; }";
            case 26 -> HAS_CLAMP ? "Math.clamp(" + e('l') + ", -100, 100)" : a;
            case 27 -> // the bits of a NaN are open
                pick("Float.floatToRawIntBits((float) " + a + ")", "Float.floatToIntBits(" + e('f') + ")");
            case 28 -> "(int) (" + e('e') + " == null ? -1 : " + a + ")";
            default -> chance(4) ? "TABLE[" + a + " & 3]" : a;
        };
    }

    private String longs() {
        String a = e('l');
        return switch (random.nextInt(14)) {
            case 0, 1 -> "(" + a + pick(" + ", " - ", " * ") + e('l') + ")";
            case 2 -> "(" + a + pick(" / ", " % ") + pick("1L", "2L", "-4L", "1024L", "-1L") + ")";
            case 3 -> "(" + a + pick(" << ", " >> ", " >>> ") + (chance(2) ? e('i') : random.nextInt(70)) + ")";
            case 4 -> "(" + a + pick(" & ", " | ", " ^ ") + e('l') + ")";
            case 5 -> "(" + pick("-", "~") + "(" + a + "))";
            case 6, 7 -> "(long) (" + e(pick("f", "d", "i").charAt(0)) + ")";
            case 8 -> "Math." + pick("min", "max") + "(" + a + ", " + e('l') + ")";
            case 9 -> pick("Math.abs(" + a + ")", "Math.round(" + e('d') + ")");
            case 10, 11 -> "(long) (" + e('z') + " ? " + a + " : " + e('l') + ")";
            case 12 -> chance(3) ? "(" + a + pick(" / ", " % ") + "(" + e('l') + " | 1L))" : a;
            default -> a;
        };
    }

    private String floats() {
        String a = e('f');
        return switch (random.nextInt(19)) {
            case 0, 1, 2 -> "(" + a + pick(" + ", " - ", " * ", " / ") + e('f') + ")";
            case 3 -> "(-(" + a + "))";
            case 4 -> "Math." + pick("min", "max") + "(" + a + ", " + e('f') + ")";
            case 5 -> "Math.abs(" + a + ")";
            case 6 -> "(float) Math.sqrt(" + a + ")";
            case 7 -> "(float) (" + e(pick("i", "d", "l").charAt(0)) + ")";
            case 8, 9 -> "(float) (" + e('z') + " ? " + a + " : " + e('f') + ")";
            case 10 -> "limited(" + a + ", " + e('f') + ", " + e('f') + ")";
            case 11 -> "Math.fma(" + a + ", " + e('f') + ", " + e('f') + ")";
            case 12 -> HAS_CLAMP ? "Math.clamp(" + a + ", -1.5f, 1.5f)" : a;
            case 13 -> pick("Math.signum(" + a + ")", "(float) Math.floor(" + a + ")");
            case 14 -> pick("rules.fall(" + a + ", " + e('f') + ")", "settings.scaled(" + a + ")");
            case 15 -> e('P') + pick(".x()", ".y()", ".lengthSquared()");
            case 16 -> chance(3) ? "(" + a + " % " + pick("360f", e('f')) + ")" : a;
            case 17 -> chance(2) ? "Float.intBitsToFloat(" + e('i') + ")" : a;
            default -> a;
        };
    }

    private String doubles() {
        String a = e('d');
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> "(" + a + pick(" + ", " - ", " * ", " / ") + e('d') + ")";
            case 3 -> "(-(" + a + "))";
            case 4 -> "Math." + pick("min", "max") + "(" + a + ", " + e('d') + ")";
            case 5 -> "Math.abs(" + a + ")";
            case 6 -> "Math.sqrt(" + a + ")";
            case 7 -> "(double) (" + e(pick("i", "f", "l").charAt(0)) + ")";
            case 8 -> "(double) (" + e('z') + " ? " + a + " : " + e('d') + ")";
            case 9 -> "mix(" + a + ", " + e('d') + ", " + e('f') + ")";
            case 10 -> pick("Math.floor(" + a + ")", "Math.ceil(" + a + ")", "Math.signum(" + a + ")");
            default -> a;
        };
    }

    private String booleans() {
        char t = pick("i", "f", "d", "l", "i", "f").charAt(0);
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> "(" + e(t) + pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + e(t) + ")";
            case 4, 5 -> "(" + e('z') + pick(" && ", " || ") + e('z') + ")";
            case 6 -> "(" + e('z') + pick(" & ", " | ", " ^ ", " == ", " != ") + e('z') + ")";
            case 7 -> "!" + e('z');
            case 8 -> "(boolean) (" + e('z') + " ? " + e('z') + " : " + e('z') + ")";
            case 9 ->
                pick(
                        "Float.isNaN(" + e('f') + ")",
                        "Double.isFinite(" + e('d') + ")",
                        "isBetween(" + e('l') + ", -5L, " + e('l') + ")");
            case 10 -> "(" + e('e') + pick(" == ", " != ") + pick("Mood.ANGRY", "Mood.CALM", "null", "ce") + ")";
            default -> "(" + e('i') + " % 2 == 0)";
        };
    }

    // ---- statements

    private void statements(int level, int count) {
        List<String> outer = names;
        names = new ArrayList<>(names);
        for (int i = 0; i < count; i++) {
            statement(level);
        }
        if (level > 3) {
            names = outer;
        }
    }

    private void block(int level) {
        statements(level, 1 + random.nextInt(3));
    }

    private void statement(int level) {
        switch (random.nextInt(level > 5 ? 13 : 21)) {
            case 0, 1, 2, 3, 4, 5 -> {
                if (form.isOfRows()) {
                    line(level, set());
                } else {
                    declare(level);
                }
            }
            case 6, 7 -> declare(level);
            case 8, 9 -> assign(level);
            case 10 -> leave(level);
            case 11 -> rare(level);
            case 12 -> accumulate(level);
            case 13 -> switched(level);
            case 14 -> lanes(level);
            default -> {
                line(level, "if (" + e('z') + ") {");
                block(level + 1);
                if (chance(2)) {
                    line(level, "} else {");
                    block(level + 1);
                }
                line(level, "}");
            }
        }
    }

    private String set() {
        return switch (random.nextInt(10)) {
            case 0, 1 -> "row.set(" + pick("F0", "F1", "F2", "V, 0", "V, 1") + ", " + e('f') + ");";
            case 2 -> "row.set(" + pick("D0", "D1", "X, 2") + ", " + e('d') + ");";
            case 3, 4 -> "row.set(" + pick("I0", "I1", "I2", "W, 0", "W, 1") + ", " + e('i') + ");";
            case 5 -> "row.set(" + pick("L0", "L1", "J, 0", "LINK") + ", " + e('l') + ");";
            case 6 -> "row.set(" + pick("B0", "B1", "U, 0") + ", " + e('b') + ");";
            case 7 -> "row.set(" + pick("S0, ", "S1, ", "H, 1, ", "C0, (short) ") + e('s') + ");";
            case 8 -> "row.set(" + pick("Z0", "Z1", "T, 1") + ", " + e('z') + ");";
            default -> "row.set(MOOD, " + e('e') + ");";
        };
    }

    private void declare(int level) {
        char type = pick("i", "f", "d", "l", "z", "b", "s", "c", "e", "P", "i", "f", form.isOfRows() ? "i" : "M")
                .charAt(0);
        String name = type + "v" + variables++;
        line(level, TYPES.get(type) + " " + name + " = " + e(type) + ";");
        names.add(name);
    }

    private void assign(int level) {
        if (names.isEmpty()) {
            declare(level);
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        char type = name.charAt(0);
        boolean isIntegral = "bscil".indexOf(type) >= 0;
        if (isIntegral && chance(3)) {
            line(level, pick(name + "++", "--" + name, name + " += 1000") + ";");
        } else if ("bscilfd".indexOf(type) >= 0 && chance(2)) {
            String operator =
                    pick(" += ", " -= ", " *= ", isIntegral ? " ^= " : " /= ", isIntegral ? " >>>= " : " += ");
            line(level, name + operator + e(operator.equals(" >>>= ") ? 'i' : type) + ";");
        } else if (isIntegral && chance(3)) {
            String other = "iv" + variables++;
            line(
                    level,
                    "int " + other + " = (int) " + pick(name + "++", "++" + name, name + "--") + " + " + e('i') + ";");
            names.add(other);
        } else {
            line(level, name + " = " + e(type) + ";");
        }
    }

    private void accumulate(int level) {
        line(
                level,
                switch (random.nextInt(7)) {
                    case 0 -> "log.sum" + pick(" += ", " -= ") + e('f') + ";";
                    case 1 -> "log.total" + pick(" += ", " -= ") + e(chance(2) ? 'd' : 'f') + ";";
                    case 2 -> "log.sums[1]" + pick(" += ", " -= ", " ^= ") + e(chance(2) ? 'l' : 'i') + ";";
                    case 3 -> "log.sums[0]" + pick("++", "--") + ";";
                    case 4 -> "log.most = Math.max(log.most, " + e('i') + ");";
                    case 5 -> "log.least = Math.min(" + e('f') + ", log.least);";
                    default -> "log.most" + pick(" += ", " |= ") + e('i') + ";";
                });
    }

    private void leave(int level) {
        line(level, "if (" + e('z') + ") {");
        line(level + 1, returned == ' ' ? "return;" : "return " + e(returned) + ";");
        line(level, "}");
    }

    /** What few rows do, and what has an effect once in each of them. */
    private void rare(int level) {
        boolean isOfRows = form.isOfRows();
        int which = 1 + random.nextInt(3);
        line(level, "if (" + (isOfRows ? "row.get(RARE)" : "n.rare()") + " == " + which + ") {");
        String entity = isOfRows ? "row.entity()" : form.hasEntity() ? "entity" : "n.l0()";
        if (form.hasCommands() && chance(2)) {
            line(
                    level + 1,
                    pick(
                            "commands.destroy(" + entity + ");",
                            "commands.add(" + entity + ", Skipped.TYPE);",
                            "commands.add(" + entity + ", new Extra(" + leaf('i') + ", " + leaf('f') + "));",
                            "commands.remove(" + entity + ", Extra.TYPE);",
                            "commands.set(" + entity + ", I1, " + leaf('i') + ");",
                            "commands.disable(" + entity + ");"));
        } else if (which == 3 && chance(2)) {
            String value = isOfRows ? "row.index()" : "n.i0()";
            line(
                    level + 1,
                    pick(
                            "throw new IllegalStateException(\"at \" + " + value + ");",
                            "throw new IllegalArgumentException(\"thrown\");"));
        } else {
            line(
                    level + 1,
                    pick(
                            "log.saw(" + entity + ");",
                            "log.saw(" + (isOfRows ? "row.index()" : "n.i1()") + ");",
                            "log.count++;",
                            "log.sink.accept(" + e('l') + ");",
                            "log.saw((\"\" + " + leaf('i') + ").length());"));
            if (isOfRows) {
                line(level + 1, set());
            }
        }
        line(level, "}");
    }

    private void switched(int level) {
        if (chance(3)) {
            String mood = "ev" + variables++;
            line(level, "Mood " + mood + " = " + e('e') + ";");
            line(level, "if (" + mood + " != null) {");
            line(level + 1, "switch (" + mood + ") {");
            line(level + 2, "case CALM -> {");
            block(level + 3);
            line(level + 2, "}");
            line(level + 2, "case ANGRY, SCARED -> {");
            block(level + 3);
            line(level + 2, "}");
            line(level + 2, "default -> {}");
            line(level + 1, "}");
            line(level, "}");
            return;
        }
        line(level, "switch (" + pick("3 & ", "0 + ", "") + "(int) " + e('i') + ") {");
        for (String label : List.of("case 0:", "case 1:", pick("case -1:", "case 1000:", "case 127:"), "default:")) {
            line(level + 1, label + " {");
            block(level + 2);
            line(level + 1, "}");
            if (!chance(3)) {
                line(level + 2, "break;");
            }
        }
        line(level, "}");
    }

    /** A loop over lanes; in bodies over records, of a few steps. */
    private void lanes(int level) {
        String k = "k" + variables++;
        if (form.isOfRows()) {
            line(level, "for (int " + k + " = 0; " + k + " < 3; " + k + "++) {");
            String[] of = {"V f", "W i", "U b", "T z", "X d", "H s", "J l"};
            String column = of[random.nextInt(of.length)];
            char type = column.charAt(2);
            String lane = column.charAt(0) + ", " + k;
            String value = "row.get(" + lane + ")";
            String next = switch (type) {
                case 'z' -> value + pick(" & ", " != ") + e('z');
                case 'b', 's' -> "(" + TYPES.get(type) + ") (" + value + " + " + e('i') + ")";
                default -> value + pick(" * ", " + ") + e(type);
            };
            line(level + 1, "row.set(" + lane + ", " + next + ");");
        } else {
            String sum = "iv" + variables++;
            line(level, "int " + sum + " = " + e('i') + ";");
            line(level, "for (int " + k + " = 0; " + k + " < 3; " + k + "++) {");
            line(level + 1, sum + " += " + e('i') + " * " + k + ";");
            names.add(sum);
        }
        line(level, "}");
    }
}
