package basalt.examples.showcase.bullets.bulletml;

/**
 * A numeric expression of a pattern, compiled for a stack machine.
 *
 * <pre>
 *   (2 + $1) * $rand   is   CONSTANT(2) PARAM(1) ADD RANDOM MULTIPLY
 *
 *   an operation, in an int:   | operand:28 | operator:4 |
 * </pre>
 *
 * <p>All steps are computed as double. A step whose result is not finite, such as a division by zero, has the result 0.
 * The modulo has the sign of the dividend, as in Java.
 *
 * @param code the operations, in order
 * @param constants values of {@link #CONSTANT}, by operand
 * @param mostParam greatest operand of {@link #PARAM}; 0 if there is none
 */
record Formula(int[] code, double[] constants, int mostParam) {
    /** Maximum number of parameters: $1 to $9. */
    static final int MOST_PARAMS = 9;

    /** Maximum number of operations of a formula, which also bounds the stack. */
    static final int MOST_OPERATIONS = 256;

    static final int END = 0;
    static final int CONSTANT = 1;
    static final int PARAM = 2;
    static final int RANDOM = 3;
    static final int RANK = 4;
    static final int ADD = 5;
    static final int SUBTRACT = 6;
    static final int MULTIPLY = 7;
    static final int DIVIDE = 8;
    static final int MODULO = 9;
    static final int NEGATE = 10;

    private static final int OPERATOR_BITS = 4;

    static int operation(int operator, int operand) {
        return operand << OPERATOR_BITS | operator;
    }

    static int operator(int operation) {
        return operation & (1 << OPERATOR_BITS) - 1;
    }

    static int operand(int operation) {
        return operation >>> OPERATOR_BITS;
    }

    /** The result of an operator with two operands. */
    static double calculate(int operator, double a, double b) {
        double result = switch (operator) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            default -> a % b;
        };
        return Double.isFinite(result) ? result : 0;
    }

    /** A number, or 0 if it is not finite. */
    static float finite(float number) {
        return Float.isFinite(number) ? number : 0;
    }
}
