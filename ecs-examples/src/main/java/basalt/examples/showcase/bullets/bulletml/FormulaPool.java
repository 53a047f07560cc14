package basalt.examples.showcase.bullets.bulletml;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/** The formulas of a pattern in one array. */
final class FormulaPool {
    private final IntArrayList code = new IntArrayList();
    private double[] constants = new double[16];
    private int constantCount;

    /** Adds the formula of an element. Returns its index, or {@link Opcode#NONE} if the element is null. */
    int add(Element element) {
        if (element == null) {
            return Opcode.NONE;
        }
        int start = copy(element.formula());
        code.addInt(Formula.END);
        return start;
    }

    /** Like {@link #add}, with the sign changed. */
    int addNegated(Element element) {
        if (element == null) {
            return Opcode.NONE;
        }
        int start = copy(element.formula());
        code.addInt(Formula.operation(Formula.NEGATE, 0));
        code.addInt(Formula.END);
        return start;
    }

    /** Like {@link #add}, minus a constant. */
    int addMinus(Element element, double subtrahend) {
        int start = copy(element.formula());
        code.addInt(Formula.operation(Formula.CONSTANT, constant(subtrahend)));
        code.addInt(Formula.operation(Formula.SUBTRACT, 0));
        code.addInt(Formula.END);
        return start;
    }

    int[] code() {
        return code.toIntArray();
    }

    double[] constants() {
        return Arrays.copyOf(constants, constantCount);
    }

    private int copy(Formula formula) {
        int start = code.size();
        for (int operation : formula.code()) {
            boolean isConstant = Formula.operator(operation) == Formula.CONSTANT;
            code.addInt(
                    isConstant
                            ? Formula.operation(
                                    Formula.CONSTANT, constant(formula.constants()[Formula.operand(operation)]))
                            : operation);
        }
        return start;
    }

    private int constant(double value) {
        if (constantCount == constants.length) {
            constants = Arrays.copyOf(constants, constantCount * 2);
        }
        constants[constantCount] = value;
        return constantCount++;
    }
}
