package basalt.examples.transform;

/**
 * A point in space, for code outside of kernels.
 *
 * @param x its first coordinate
 * @param y its second coordinate
 * @param z its third coordinate
 */
public record Point3D(double x, double y, double z) {}
