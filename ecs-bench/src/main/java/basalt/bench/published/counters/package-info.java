/**
 * Entities whose components are one int each, in Basalt, in rivals and in arrays: what the published benchmarks of C#
 * and JavaScript libraries create and change. All compute the same values, which is checked.
 */
package basalt.bench.published.counters;
