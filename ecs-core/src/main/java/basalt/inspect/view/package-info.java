/**
 * What an inspector shows and changes of a world: questions and changes, which other threads ask for, and the world's
 * thread answers between ticks. Not exported.
 */
package basalt.inspect.view;
