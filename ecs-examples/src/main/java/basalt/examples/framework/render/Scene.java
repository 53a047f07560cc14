package basalt.examples.framework.render;

import java.util.List;

/**
 * All that a renderer draws: declared once, before the first frame.
 *
 * @param view which part of the world
 * @param background colour of what is empty, {@code 0xRRGGBB}
 * @param layers what is drawn over it, from the lowest to the uppermost
 */
public record Scene(View view, int background, List<Layer> layers) {
    /**
     * Takes a copy of the layers.
     *
     * @param view which part of the world
     * @param background colour of what is empty, {@code 0xRRGGBB}
     * @param layers what is drawn over it, from the lowest to the uppermost
     * @throws IllegalArgumentException if the background is no such colour
     */
    public Scene {
        LayerBuilder.requireRgb(background);
        layers = List.copyOf(layers);
    }

    /**
     * A scene.
     *
     * @param view which part of the world
     * @param background colour of what is empty, {@code 0xRRGGBB}
     * @param layers what is drawn over it, from the lowest to the uppermost
     * @return the scene
     * @throws IllegalArgumentException if the background is no such colour
     */
    public static Scene of(View view, int background, Layer... layers) {
        return new Scene(view, background, List.of(layers));
    }
}
