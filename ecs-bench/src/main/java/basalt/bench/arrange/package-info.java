/** Rows that move: loops before and after, and what moving costs. */
package basalt.bench.arrange;
