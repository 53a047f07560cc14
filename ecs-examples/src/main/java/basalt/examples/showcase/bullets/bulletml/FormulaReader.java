package basalt.examples.showcase.bullets.bulletml;

import java.util.function.BiFunction;
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
 */
final class FormulaReader {
    /** These limits bound the depth of calls when a formula is read and evaluated. */
    private static final int MOST_PARENTHESES = 32;

    private static final int MOST_OPERATORS = 256;

    /** Uses possessive quantifiers, as backtracking would take very long with very many digits. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]++\\.?+[0-9]*+|\\.[0-9]++");

    private final String text;
    private final BiFunction<String, String, PatternException> errors;
    private int operators;
    private int depth;
    private int at;

    private FormulaReader(String text, BiFunction<String, String, PatternException> errors) {
        this.text = text;
        this.errors = errors;
    }

    /** Reads a text; an error has a problem and a remedy. */
    static Formula read(String text, BiFunction<String, String, PatternException> errors) {
        FormulaReader reader = new FormulaReader(text, errors);
        Formula formula = reader.sum();
        if (reader.peek() != 0) {
            throw errors.apply(
                    reader.rest() + " after the end of the number",
                    "write an operator, + - * / or %, between two numbers");
        }
        return formula;
    }

    private Formula sum() {
        Formula sum = product();
        while (peek() == '+' || peek() == '-') {
            sum = Formula.binary(operator(), sum, product());
        }
        return sum;
    }

    private Formula product() {
        Formula product = sign();
        while (peek() == '*' || peek() == '/' || peek() == '%') {
            product = Formula.binary(operator(), product, sign());
        }
        return product;
    }

    private char operator() {
        if (++operators > MOST_OPERATORS) {
            throw errors.apply("a number with more than " + MOST_OPERATORS + " operators", "write a simpler formula");
        }
        return text.charAt(at++);
    }

    private Formula sign() {
        boolean negative = false;
        while (peek() == '-') {
            negative = !negative;
            at++;
        }
        Formula operand = operand();
        return negative ? operand.negated() : operand;
    }

    private Formula operand() {
        char c = peek();
        if (c == '(') {
            return parentheses();
        }
        if (c != '$' && c != '.' && !(c >= '0' && c <= '9')) {
            throw errors.apply(
                    c == 0 ? "a number is missing" : rest() + " where a number should be",
                    "numbers are like 1.5, $rand, $rank, $1 to $9, or in ( )");
        }
        int from = at++;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        String word = text.substring(from, at);
        return c == '$' ? variable(word) : number(word);
    }

    private Formula parentheses() {
        at++;
        if (++depth > MOST_PARENTHESES) {
            throw errors.apply("more than " + MOST_PARENTHESES + " parentheses deep", "write a simpler formula");
        }
        Formula sum = sum();
        depth--;
        if (peek() != ')') {
            throw errors.apply("a ( without a matching )", "close each ( by a )");
        }
        at++;
        return sum;
    }

    private Formula variable(String name) {
        if (name.equals("$rand")) {
            return (params, shooter) -> shooter.random();
        }
        if (name.equals("$rank")) {
            return (params, shooter) -> shooter.rank();
        }
        if (name.matches("\\$[1-9]")) {
            int param = name.charAt(1) - '0';
            return (params, shooter) -> params.get(param);
        }
        throw errors.apply("unknown variable " + PatternException.quoted(name), "there are $rand, $rank and $1 to $9");
    }

    private Formula number(String word) {
        if (!NUMBER.matcher(word).matches()) {
            throw errors.apply(PatternException.quoted(word) + " is not a number", "numbers are like 2, 0.5 or .5");
        }
        double number = Double.parseDouble(word);
        double finite = Double.isFinite(number) ? number : 0;
        return (params, shooter) -> finite;
    }

    /** Skips spaces. Returns the next char, or 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private String rest() {
        return PatternException.quoted(text.substring(at));
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '.' || c == '_';
    }
}
