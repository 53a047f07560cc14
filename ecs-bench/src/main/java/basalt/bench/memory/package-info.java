/** What it costs to allocate memory, to use it, and to have it freed. */
package basalt.bench.memory;
