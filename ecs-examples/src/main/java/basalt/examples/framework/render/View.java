package basalt.examples.framework.render;

/**
 * The part of the world that a picture shows. Its width follows from the shape of the picture. In the world, y points
 * up.
 *
 * @param centreX x of the centre, in world units
 * @param centreY y of the centre, in world units
 * @param height world units from the bottom to the top of the picture
 */
public record View(float centreX, float centreY, float height) {
    /**
     * Checks the numbers.
     *
     * @param centreX x of the centre, in world units
     * @param centreY y of the centre, in world units
     * @param height world units from the bottom to the top of the picture
     * @throws IllegalArgumentException if the height is not positive, or a number is infinite or NaN
     */
    public View {
        if (!(height > 0) || !Float.isFinite(height)) {
            throw new IllegalArgumentException("height must be > 0 and finite: height=" + height);
        }
        if (!Float.isFinite(centreX) || !Float.isFinite(centreY)) {
            throw new IllegalArgumentException(
                    "the centre must be finite: centreX=" + centreX + ", centreY=" + centreY);
        }
    }

    /** Pixels per world unit, in a picture of this height. */
    float scale(int pixelsHigh) {
        return pixelsHigh / height;
    }
}
