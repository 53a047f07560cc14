/** Systems that match few or no entities, as in other-ecs-benchmarks (github.com/blackbone/other-ecs-benchmarks). */
package basalt.bench.published.mismatch;
