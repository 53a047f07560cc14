/** Trees and prefabs: what follows the links between entities, and what changes them. */
package basalt.bench.tree;
