/** Spawning entities with children: instances of a prefab, and the same by hand. */
package basalt.bench.prefab;
