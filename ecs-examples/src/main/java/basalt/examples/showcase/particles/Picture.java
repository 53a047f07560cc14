package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Particle.Glow.BRIGHTNESS;
import static basalt.examples.showcase.particles.Particle.Position.X;
import static basalt.examples.showcase.particles.Particle.Position.Y;
import static basalt.examples.showcase.particles.Particle.Tint.BLUE;
import static basalt.examples.showcase.particles.Particle.Tint.GREEN;
import static basalt.examples.showcase.particles.Particle.Tint.RED;
import static basalt.examples.showcase.particles.Particle.Velocity.DX;
import static basalt.examples.showcase.particles.Particle.Velocity.DY;

import basalt.query.Query;
import basalt.query.Row;
import java.awt.image.BufferedImage;

/** A picture of the particles as streaks of light at night, over water if there is a floor. */
final class Picture {
    private static final float SHUTTER_SECONDS = 1 / 30f;
    private static final float EXPOSURE = 0.22f;
    private static final int LEAST_DENSE = 20_000;
    private static final int POINTS_A_STREAK = 6;

    private final int width;
    private final int height;
    private final Effect.Camera camera;
    private final float scale;
    private final float ground;
    private final Canvas canvas;

    private Picture(Effect effect, int width, int height) {
        this.width = width;
        this.height = height;
        camera = effect.view();
        scale = height / camera.height();
        ground = effect.floor() == null
                ? Float.NEGATIVE_INFINITY
                : effect.floor().y();
        canvas = new Canvas(width, height);
    }

    /** Draws the picture. */
    static BufferedImage of(Query particles, Effect effect, int width, int height) {
        Picture picture = new Picture(effect, width, height);
        particles.forEach(picture::draw); // runs only once, so it needs no kernel
        if (effect.floor() != null) {
            picture.canvas.reflect(Math.max(0, Math.min(height, (int) picture.down(picture.ground))));
        }
        picture.canvas.bloom(Math.max(1, height / 60), 0.35f);
        float pixelsAParticle = (float) width * height / Math.max(particles.count(), LEAST_DENSE);
        return picture.canvas.toneMap(EXPOSURE * pixelsAParticle);
    }

    private void draw(Row row) {
        float brightness = row.get(BRIGHTNESS);
        float speed = (row.get(DX) * row.get(DX) + row.get(DY) * row.get(DY)) / 225;
        float above = 24 * (row.get(Y) - ground) / camera.height(); // dims the many particles that lie on the floor
        float light = brightness * (0.6f + Math.min(1, speed)) * Math.min(1, 0.1f + above) / POINTS_A_STREAK;
        float red = light * row.get(RED);
        float green = light * row.get(GREEN);
        float blue = light * row.get(BLUE);
        for (int i = 0; i < POINTS_A_STREAK; i++) {
            float back = SHUTTER_SECONDS * i / POINTS_A_STREAK;
            float x = row.get(X) - back * row.get(DX);
            float y = Math.max(ground, row.get(Y) - back * row.get(DY));
            canvas.add(0.5f * width + (x - camera.x()) * scale, down(y) - 1, red, green, blue);
        }
    }

    /** The distance from the upper edge, in pixels. */
    private float down(float y) {
        return 0.5f * height - (y - camera.y()) * scale;
    }
}
