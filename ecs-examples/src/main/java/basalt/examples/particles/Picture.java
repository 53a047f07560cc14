package basalt.examples.particles;

import static basalt.examples.particles.Glow.BRIGHTNESS;
import static basalt.examples.particles.Position.X;
import static basalt.examples.particles.Position.Y;
import static basalt.examples.particles.Tint.BLUE;
import static basalt.examples.particles.Tint.GREEN;
import static basalt.examples.particles.Tint.RED;
import static basalt.examples.particles.Velocity.DX;
import static basalt.examples.particles.Velocity.DY;

import basalt.query.Query;
import basalt.query.Row;
import java.awt.image.BufferedImage;

/** A photograph of the particles: streaks of light over water, at night. */
final class Picture {
    private static final float SHUTTER_SECONDS = 1 / 30f;
    private static final float EXPOSURE = 0.22f;
    private static final int LEAST_DENSE = 20_000;
    private static final int POINTS_A_STREAK = 6;
    private static final float WATER = 0.16f;

    private final int width;
    private final int height;
    private final float scale;
    private final Canvas canvas;

    Picture(int width, int height) {
        this.width = width;
        this.height = height;
        scale = height * (1 - WATER) / Show.HEIGHT;
        canvas = new Canvas(width, height);
    }

    /** Width of the stage that fills a picture. */
    static float stageWidth(int width, int height) {
        return Show.HEIGHT / (1 - WATER) * width / height;
    }

    /** Takes the photograph. */
    static BufferedImage of(Query particles, int width, int height) {
        Picture picture = new Picture(width, height);
        particles.forEach(picture::draw); // once in a run: no kernel needed
        picture.canvas.reflect((int) picture.shore());
        picture.canvas.bloom(Math.max(1, height / 60), 0.35f);
        float pixelsAParticle = (float) width * height / Math.max(particles.count(), LEAST_DENSE);
        return picture.canvas.develop(EXPOSURE * pixelsAParticle);
    }

    private void draw(Row row) {
        float brightness = row.get(BRIGHTNESS);
        float speed = (row.get(DX) * row.get(DX) + row.get(DY) * row.get(DY)) / 225;
        float light = brightness * (0.6f + Math.min(1, speed)) * Math.min(1, 0.1f + row.get(Y)) / POINTS_A_STREAK;
        float white = 0.5f * brightness * brightness * brightness;
        float red = light * (row.get(RED) + white);
        float green = light * (row.get(GREEN) + white);
        float blue = light * (row.get(BLUE) + white);
        for (int i = 0; i < POINTS_A_STREAK; i++) {
            float back = SHUTTER_SECONDS * i / POINTS_A_STREAK;
            float x = row.get(X) - back * row.get(DX);
            float y = Math.max(0, row.get(Y) - back * row.get(DY));
            canvas.add(0.5f * width + x * scale, shore() - 1 - y * scale, red, green, blue);
        }
    }

    /** The line between land and water, in pixels from the top. */
    private float shore() {
        return height * (1 - WATER);
    }
}
