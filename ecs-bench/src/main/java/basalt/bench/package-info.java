/** The base classes of all benchmarks. Those of subpackage {@code engine} compare engines, the others one subject. */
package basalt.bench;
