/**
 * BulletML: a file format for the behaviour of bullets, and its interpreter.
 *
 * <p>Start with {@link Pattern}: a file, read and compiled once; then {@link Script}: the state of a running action,
 * off heap in a block of a pool; {@link Interpreter}: runs scripts; and {@link Shooter}: a script's access to the
 * world. This package does not depend on entities.
 *
 * <ul>
 *   <li>{@link SourceText} and {@link TreeReader}: from bytes to elements, with the position of each error
 *   <li>{@link FormulaReader}: numbers with operators and variables
 *   <li>{@link Compiler}: from elements to arrays, as drawn in {@link Opcode}
 *   <li>{@link ScriptLayout}: the layout of a script's memory
 * </ul>
 */
package basalt.examples.showcase.bullets.bulletml;
