package basalt.examples.showcase.bullets.bulletml;

import static basalt.examples.showcase.bullets.bulletml.PatternException.quoted;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Reads a formula.
 *
 * <pre>
 *   sum     = product { ("+" | "-") product }
 *   product = sign { ("*" | "/" | "%") sign }
 *   sign    = { "-" } ( number | "(" sum ")" | "$rand" | "$rank" | "$1" ... "$9" )
 *   number  = digits [ "." [ digits ] ] | "." digits
 * </pre>
 *
 * <p>Constant subexpressions are folded.
 */
final class FormulaReader {
    private static final int MOST_PARENTHESES = 32;

    /** Uses possessive quantifiers, as backtracking would take very long with very many digits. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]++\\.?+[0-9]*+|\\.[0-9]++");

    /** Creates an exception for an error at an index of the formula. */
    interface Errors {
        PatternException at(int index, String what, String remedy);
    }

    private final String text;
    private final Errors errors;
    private final int[] code;
    private final double[] constants;
    private int codeSize;
    private int constantCount;
    private int mostParam;
    private int depth;
    private int at;

    private FormulaReader(String text, Errors errors) {
        this.text = text;
        this.errors = errors;
        int room = Math.min(Formula.MOST_OPERATIONS, text.length()); // each operation takes at least one char
        code = new int[room];
        constants = new double[room];
    }

    /**
     * @throws PatternException if the text is not a formula
     */
    static Formula read(String text, Errors errors) {
        FormulaReader reader = new FormulaReader(text, errors);
        reader.sum();
        if (reader.peek() != 0) {
            throw errors.at(
                    reader.at,
                    quoted(text.substring(reader.at)) + " after the end of the number",
                    "write an operator, + - * / or %, between two numbers");
        }
        return new Formula(
                Arrays.copyOf(reader.code, reader.codeSize),
                Arrays.copyOf(reader.constants, reader.constantCount),
                reader.mostParam);
    }

    private void sum() {
        product();
        while (peek() == '+' || peek() == '-') {
            char operator = text.charAt(at++);
            product();
            emitBinary(operator == '+' ? Formula.ADD : Formula.SUBTRACT);
        }
    }

    private void product() {
        sign();
        while (peek() == '*' || peek() == '/' || peek() == '%') {
            char operator = text.charAt(at++);
            sign();
            emitBinary(operator == '*' ? Formula.MULTIPLY : operator == '/' ? Formula.DIVIDE : Formula.MODULO);
        }
    }

    private void sign() {
        boolean negative = false;
        while (peek() == '-') {
            negative = !negative;
            at++;
        }
        operand();
        if (negative && Formula.operator(code[codeSize - 1]) == Formula.CONSTANT) {
            constants[constantCount - 1] = -constants[constantCount - 1];
        } else if (negative) {
            emit(Formula.NEGATE, 0);
        }
    }

    private void operand() {
        char c = peek();
        if (c == '(') {
            parentheses();
        } else if (c == '$') {
            variable();
        } else if (isDigit(c) || c == '.') {
            number();
        } else {
            throw errors.at(
                    at,
                    c == 0 ? "a number is missing" : quoted(text.substring(at)) + " where a number should be",
                    "numbers are like 1.5, $rand, $rank, $1 to $9, or in ( )");
        }
    }

    private void parentheses() {
        int from = at++;
        if (++depth > MOST_PARENTHESES) {
            throw errors.at(from, "more than " + MOST_PARENTHESES + " parentheses deep", "write a simpler formula");
        }
        sum();
        depth--;
        if (peek() != ')') {
            throw errors.at(at < text.length() ? at : from, "a ( without a matching )", "close each ( by a )");
        }
        at++;
    }

    private void variable() {
        int from = at++;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        String name = text.substring(from, at);
        if (name.equals("$rand")) {
            emit(Formula.RANDOM, 0);
        } else if (name.equals("$rank")) {
            emit(Formula.RANK, 0);
        } else if (name.length() == 2 && name.charAt(1) >= '1' && name.charAt(1) <= '9') {
            int param = name.charAt(1) - '0';
            mostParam = Math.max(mostParam, param);
            emit(Formula.PARAM, param);
        } else {
            throw errors.at(from, "unknown variable " + quoted(name), "there are $rand, $rank and $1 to $9");
        }
    }

    private void number() {
        int from = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        String number = text.substring(from, at);
        if (!NUMBER.matcher(number).matches()) {
            throw errors.at(from, quoted(number) + " is not a number", "numbers are like 2, 0.5 or .5");
        }
        double value = Double.parseDouble(number);
        constant(Double.isFinite(value) ? value : 0, from);
    }

    private void constant(double value, int from) {
        requireRoom(from);
        constants[constantCount] = value;
        code[codeSize++] = Formula.operation(Formula.CONSTANT, constantCount++);
    }

    private void emit(int operator, int operand) {
        requireRoom(at);
        code[codeSize++] = Formula.operation(operator, operand);
    }

    private void emitBinary(int operator) {
        if (codeSize >= 2
                && Formula.operator(code[codeSize - 1]) == Formula.CONSTANT
                && Formula.operator(code[codeSize - 2]) == Formula.CONSTANT) {
            constantCount--;
            codeSize--;
            constants[constantCount - 1] =
                    Formula.calculate(operator, constants[constantCount - 1], constants[constantCount]);
        } else {
            emit(operator, 0);
        }
    }

    private void requireRoom(int index) {
        if (codeSize == Formula.MOST_OPERATIONS) {
            throw errors.at(
                    index,
                    "a number with more than " + Formula.MOST_OPERATIONS + " operations",
                    "write a simpler formula");
        }
    }

    /** Skips spaces. Returns the next char, or 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '.' || c == '_';
    }
}
