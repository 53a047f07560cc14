/**
 * BulletML: a file format for the behaviour of bullets, and its interpreter.
 *
 * <p>Start with {@link Pattern}: a file, read and compiled once; then {@link Script}: the state of a running action,
 * off heap in a block of a pool; {@link Interpreter}: runs scripts; and {@link Shooter}: a script's access to the
 * world. This package does not depend on entities.
 *
 * <ul>
 *   <li>{@link PatternReader} and {@link FormulaReader}: from bytes to elements and numbers
 *   <li>{@link Compiler}: from elements to {@link Instruction}s
 * </ul>
 */
package basalt.examples.showcase.bullets.bulletml;
