/** Keeping the state of a world, and going back to it. */
package basalt.bench.save;
