package basalt.examples.showcase.bullets.bulletml;

/** Evaluates formulas. Makes no garbage. */
final class FormulaMachine {
    private final double[] stack = new double[Formula.MOST_OPERATIONS];

    /**
     * The value of a formula.
     *
     * @param formula its index in the formulas of the pattern
     * @param params the parameters
     * @param shooter provides rank and random numbers
     * @return a finite number
     */
    float value(Pattern pattern, int formula, Params params, Shooter shooter) {
        int top = 0; // first free slot of the stack
        for (int at = formula; ; at++) {
            int operation = pattern.formulas[at];
            int operator = Formula.operator(operation);
            switch (operator) {
                case Formula.END -> {
                    return Formula.finite((float) stack[0]) + 0f; // no negative zero
                }
                case Formula.CONSTANT -> stack[top++] = pattern.constants[Formula.operand(operation)];
                case Formula.PARAM -> stack[top++] = params.get(Formula.operand(operation));
                case Formula.RANDOM -> stack[top++] = shooter.random();
                case Formula.RANK -> stack[top++] = shooter.rank();
                case Formula.NEGATE -> stack[top - 1] = -stack[top - 1];
                default -> {
                    top--;
                    stack[top - 1] = Formula.calculate(operator, stack[top - 1], stack[top]);
                }
            }
        }
    }
}
