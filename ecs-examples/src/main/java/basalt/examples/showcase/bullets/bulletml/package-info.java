/**
 * BulletML: files that say what the bullets of a game do, and what runs them.
 *
 * <p>Start with {@link basalt.examples.showcase.bullets.bulletml.Pattern}: a file, read and compiled once; then {@link
 * basalt.examples.showcase.bullets.bulletml.Script}: the state of one, off heap in a block of a pool; {@link
 * basalt.examples.showcase.bullets.bulletml.Interpreter}: what runs them; and {@link
 * basalt.examples.showcase.bullets.bulletml.Shooter}: all that a script sees of the world. Nothing here knows of entities.
 *
 * <ul>
 *   <li>{@link basalt.examples.showcase.bullets.bulletml.SourceText} and {@link basalt.examples.showcase.bullets.bulletml.TreeReader}: from bytes to
 *       elements, with the place of everything that is wrong
 *   <li>{@link basalt.examples.showcase.bullets.bulletml.FormulaReader}: numbers with operators and variables
 *   <li>{@link basalt.examples.showcase.bullets.bulletml.Compiler}: from elements to arrays, as drawn in {@link
 *       basalt.examples.showcase.bullets.bulletml.Opcode}
 *   <li>{@link basalt.examples.showcase.bullets.bulletml.ScriptLayout}: what is where in a script's memory
 * </ul>
 */
package basalt.examples.showcase.bullets.bulletml;
