package basalt.examples.framework.render;

/**
 * Between light, which has no upper limit, and the colours of a screen, 0 to 1: an exponential shoulder and the
 * screen's gamma. {@link Shaders} does the same sums.
 */
final class Tone {
    static final double GAMMA = 2.2;

    /** The brightest colour that has a light; pure white would need infinitely much. */
    static final double BRIGHTEST = 0.98;

    private static final int COLOURS = 1023;
    private static final float[] LIGHT = new float[COLOURS + 1];

    /** Screen values by the square root of light, since the eye sees most steps in the dark. */
    private static final byte[] SCREEN = new byte[4096];

    private static final float STEPS = 1365; // the last one is a light of 9

    static {
        for (int i = 0; i < LIGHT.length; i++) {
            LIGHT[i] = (float) -Math.log(1 - Math.pow(Math.min(BRIGHTEST, (double) i / COLOURS), GAMMA));
        }
        for (int i = 0; i < SCREEN.length; i++) {
            double light = (i / STEPS) * (i / STEPS);
            SCREEN[i] = (byte) (255 * Math.pow(1 - Math.exp(-light), 1 / GAMMA) + 0.5);
        }
    }

    private Tone() {}

    /** The light that a screen shows as a colour. */
    static float toLight(float colour) {
        return LIGHT[(int) (Math.max(0, Math.min(1, colour)) * COLOURS + 0.5f)];
    }

    /** What a screen shows of a light, 0 to 255. */
    static int toScreen(float light) {
        return SCREEN[Math.min(SCREEN.length - 1, (int) (Math.sqrt(light) * STEPS + 0.5))] & 255;
    }
}
