package basalt.examples.showcase.particles;

import basalt.examples.framework.render.Layer;
import basalt.examples.framework.render.Scene;
import basalt.examples.framework.render.View;
import basalt.examples.showcase.particles.effects.Camera;
import basalt.query.Query;

/** Draws the moving particles as points of light. The {@link Picture} of the last tick shows streaks. */
final class ParticleScene {
    private static final int NIGHT = 0x020308;
    private static final float SIZE = 0.0025f; // part of the picture's height
    private static final float LIGHT_OF_ALL = 12_000;

    private ParticleScene() {}

    /** A scene of the particles of a query; the more there are, the fainter each becomes. */
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
