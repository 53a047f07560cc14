/** What the suites of published benchmarks, one a package, have in common. */
package basalt.bench.published;
