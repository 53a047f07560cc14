/**
 * Transforms for scenes of parents and children in a plane, to use or to copy: {@link
 * basalt.examples.transform.Transforms2D}. An entity has a local transform, which the program sets, and a global one,
 * which a cascade computes.
 */
package basalt.examples.transform;
