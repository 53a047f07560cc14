/**
 * A game from nothing to a save file in eight steps, one file each. A step uses the records and kernels of the steps
 * before it. The page {@code docs/tutorial.md} explains them.
 */
package basalt.examples.tutorial;
