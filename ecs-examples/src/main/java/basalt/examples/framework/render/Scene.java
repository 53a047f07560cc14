package basalt.examples.framework.render;

import java.util.List;

/**
 * Declares what a renderer draws. Built once, before the first frame.
 *
 * @param view the visible part of the world
 * @param background background colour, {@code 0xRRGGBB}
 * @param layers the layers, from the lowest to the uppermost
 */
public record Scene(View view, int background, List<Layer> layers) {
    /**
     * Copies the list of layers.
     *
     * @param view the visible part of the world
     * @param background background colour, {@code 0xRRGGBB}
     * @param layers the layers, from the lowest to the uppermost
     * @throws IllegalArgumentException if the background is out of range
     */
    public Scene {
        LayerBuilder.requireRgb(background);
        layers = List.copyOf(layers);
    }

    /**
     * Creates a scene.
     *
     * @param view the visible part of the world
     * @param background background colour, {@code 0xRRGGBB}
     * @param layers the layers, from the lowest to the uppermost
     * @return the scene
     * @throws IllegalArgumentException if the background is out of range
     */
    public static Scene of(View view, int background, Layer... layers) {
        return new Scene(view, background, List.of(layers));
    }
}
