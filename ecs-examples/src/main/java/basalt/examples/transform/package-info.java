/**
 * Transforms for scenes of parents and children, to use or to copy: {@link basalt.examples.transform.Transforms2D} with
 * matrices, and {@link basalt.examples.transform.Transforms3D} with positions, quaternions and scales. An entity has a
 * local transform, which the program sets, and a global one, which a cascade computes.
 */
package basalt.examples.transform;
