package basalt.examples.showcase.bullets.bulletml;

/**
 * A numeric expression of a pattern. All steps are computed as double. A step whose result is not finite, such as a
 * division by zero, has the result 0. The modulo has the sign of the dividend, as in Java.
 */
@FunctionalInterface
interface Formula {
    double value(Params params, Shooter shooter);

    /** {@return the value as a finite float, and no negative zero} */
    static float value(Formula formula, Params params, Shooter shooter) {
        return finite((float) formula.value(params, shooter)) + 0f;
    }

    static Formula binary(char operator, Formula left, Formula right) {
        return switch (operator) {
            case '+' -> (params, shooter) -> finite(left.value(params, shooter) + right.value(params, shooter));
            case '-' -> (params, shooter) -> finite(left.value(params, shooter) - right.value(params, shooter));
            case '*' -> (params, shooter) -> finite(left.value(params, shooter) * right.value(params, shooter));
            case '/' -> (params, shooter) -> finite(left.value(params, shooter) / right.value(params, shooter));
            default -> (params, shooter) -> finite(left.value(params, shooter) % right.value(params, shooter));
        };
    }

    default Formula negated() {
        return (params, shooter) -> -value(params, shooter);
    }

    /** A number, or 0 if it is not finite. */
    static float finite(float number) {
        return Float.isFinite(number) ? number : 0;
    }

    private static double finite(double number) {
        return Double.isFinite(number) ? number : 0;
    }
}
