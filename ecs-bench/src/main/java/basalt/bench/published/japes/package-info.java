/** The benchmarks of japes (github.com/zzuegg/japes) by our own code. */
package basalt.bench.published.japes;
