/**
 * The seven systems of ecs_benchmark (github.com/abeimler/ecs_benchmark) in Basalt, in other libraries, in arrays and
 * in C, with the same components, mixes of entities and arithmetic. All compute the same values, which is checked.
 */
package basalt.bench.seven;
