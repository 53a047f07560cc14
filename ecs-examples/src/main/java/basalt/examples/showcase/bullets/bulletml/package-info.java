/**
 * BulletML: files that say what the bullets of a game do, and what runs them.
 *
 * <p>Start with {@link Pattern}: a file, read and compiled once; then {@link Script}: the state of one, off heap in a
 * block of a pool; {@link Interpreter}: what runs them; and {@link Shooter}: all that a script sees of the world.
 * Nothing here knows of entities.
 *
 * <ul>
 *   <li>{@link SourceText} and {@link TreeReader}: from bytes to
 *       elements, with the place of everything that is wrong
 *   <li>{@link FormulaReader}: numbers with operators and variables
 *   <li>{@link Compiler}: from elements to arrays, as drawn in {@link Opcode}
 *   <li>{@link ScriptLayout}: what is where in a script's memory
 * </ul>
 */
package basalt.examples.showcase.bullets.bulletml;
