package basalt.examples.framework.render;

import java.util.List;

/**
 * Declares what a renderer draws: a part of the world, whose width follows from the shape of the picture. In the world,
 * y points up. Built once, before the first frame.
 *
 * @param centreX x of the centre, in world units
 * @param centreY y of the centre, in world units
 * @param height world units from the bottom to the top of the picture
 * @param background background colour, {@code 0xRRGGBB}
 * @param layers the layers, from the lowest to the uppermost
 */
public record Scene(float centreX, float centreY, float height, int background, List<Layer> layers) {
    /**
     * Declares a scene.
     *
     * @param centreX x of the centre, in world units
     * @param centreY y of the centre, in world units
     * @param height world units from the bottom to the top of the picture
     * @param background background colour, {@code 0xRRGGBB}
     * @param layers the layers, from the lowest to the uppermost
     */
    public Scene(float centreX, float centreY, float height, int background, Layer... layers) {
        this(centreX, centreY, height, background, List.of(layers));
    }

    /** Pixels per world unit, in a picture of this height. */
    float scale(int pixelsHigh) {
        return pixelsHigh / height;
    }
}
