/**
 * What the example programs have in common: how they take their arguments, say what is wrong with them, run, and
 * measure.
 */
package basalt.examples.framework.program;
