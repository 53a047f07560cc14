package basalt.examples.transform;

/**
 * A point of a plane, for code outside of kernels.
 *
 * @param x its first coordinate
 * @param y its second coordinate
 */
public record Point2D(double x, double y) {}
