/** What the suites {@code friflo}, {@code ark} and {@code flecs} share: how they measure, and the other libraries. */
package basalt.bench.published.ops;
