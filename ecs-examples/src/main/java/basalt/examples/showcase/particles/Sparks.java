package basalt.examples.showcase.particles;

import basalt.examples.framework.render.Layer;
import basalt.examples.framework.render.Scene;
import basalt.examples.framework.render.View;
import basalt.examples.showcase.particles.effects.Camera;
import basalt.query.Query;

/**
 * What the particles look like while they move: points of light. The {@link Picture} of the last tick has longer
 * exposure.
 */
final class Sparks {
    private static final int NIGHT = 0x020308;
    private static final float SIZE = 0.0025f; // of the picture's height
    private static final float LIGHT_OF_ALL = 12_000;

    private Sparks() {}

    /** Those of a query, seen by a camera: the more there are, the fainter is each. */
    static Scene of(Query particles, Camera camera) {
        Layer sparks = Layer.points(particles, Position.X, Position.Y)
                .size(SIZE * camera.height())
                .colour(Tint.RED, Tint.GREEN, Tint.BLUE)
                .opacity(Glow.BRIGHTNESS)
                .glowing(1, LIGHT_OF_ALL)
                .build();
        return Scene.of(new View(camera.x(), camera.y(), camera.height()), NIGHT, sparks);
    }
}
