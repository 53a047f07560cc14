/** Cascades: the world matrices of a scene, from the top of its tree. */
package basalt.bench.cascade;
