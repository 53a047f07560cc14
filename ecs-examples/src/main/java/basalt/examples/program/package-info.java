/** What the example programs have in common: how they take their arguments, and say what is wrong with them. */
package basalt.examples.program;
