package basalt.examples.showcase.bullets.bulletml;

/**
 * A pattern's arrays. Actions are those with a label, and what bullets do.
 *
 * @param code as {@link Opcode} says
 * @param entries where each action begins in the code
 * @param paramCounts how many parameters each action has use for
 * @param formulas the operations of all formulas, each ended by {@link Formula#END}
 * @param constants those of all formulas
 */
record Program(int[] code, int[] entries, int[] paramCounts, int[] formulas, double[] constants) {}
