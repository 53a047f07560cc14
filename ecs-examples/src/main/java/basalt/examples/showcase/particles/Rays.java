package basalt.examples.showcase.particles;

/**
 * Directions spread evenly over a sphere, seen from the front. They make a burst of sparks look like a firework shell.
 */
final class Rays {
    private static final double GOLDEN_ANGLE = StrictMath.PI * (3 - StrictMath.sqrt(5));

    private final float[] x;
    private final float[] y;

    Rays(int count) {
        x = new float[count];
        y = new float[count];
        for (int ray = 0; ray < count; ray++) {
            double toViewer = 1 - (2 * ray + 1.0) / count;
            double aside = StrictMath.sqrt(1 - toViewer * toViewer);
            x[ray] = (float) (aside * StrictMath.cos(ray * GOLDEN_ANGLE));
            y[ray] = (float) (aside * StrictMath.sin(ray * GOLDEN_ANGLE));
        }
    }

    int count() {
        return x.length;
    }

    float x(int ray) {
        return x[ray];
    }

    float y(int ray) {
        return y[ray];
    }
}
