package basalt.examples.showcase.bullets.bulletml;

/**
 * The arrays of a pattern. Actions are the labelled actions, and those of bullets.
 *
 * @param code the instructions, see {@link Opcode}
 * @param entries address of each action in the code
 * @param paramCounts number of parameters that each action uses
 * @param formulas the operations of all formulas, each ended by {@link Formula#END}
 * @param constants the constants of all formulas
 */
record Program(int[] code, int[] entries, int[] paramCounts, int[] formulas, double[] constants) {}
