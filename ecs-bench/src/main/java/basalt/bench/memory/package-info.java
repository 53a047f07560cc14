/** What it costs to allocate memory for a frame, write all of it, and have it freed. */
package basalt.bench.memory;
