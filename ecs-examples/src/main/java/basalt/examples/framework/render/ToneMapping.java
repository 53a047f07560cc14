package basalt.examples.framework.render;

/**
 * Tone mapping between light, which has no upper limit, and screen colours from 0 to 1: an exponential shoulder, then
 * the screen's gamma. {@link Shaders} computes the same.
 */
final class ToneMapping {
    static final double GAMMA = 2.2;

    /** The brightest colour that can be converted to light; pure white would need infinite light. */
    static final double BRIGHTEST = 0.98;

    private static final int COLOURS = 1023;
    private static final float[] LIGHT = new float[COLOURS + 1];

    /** Screen values by the square root of the light, as the eye sees the finest steps in the dark. */
    private static final byte[] SCREEN = new byte[4096];

    private static final float STEPS = 1365; // the last entry is for a light of 9

    static {
        for (int i = 0; i < LIGHT.length; i++) {
            LIGHT[i] = (float) -Math.log(1 - Math.pow(Math.min(BRIGHTEST, (double) i / COLOURS), GAMMA));
        }
        for (int i = 0; i < SCREEN.length; i++) {
            double light = (i / STEPS) * (i / STEPS);
            SCREEN[i] = (byte) (255 * Math.pow(1 - Math.exp(-light), 1 / GAMMA) + 0.5);
        }
    }

    private ToneMapping() {}

    /** Converts a screen colour to light. */
    static float toLight(float colour) {
        return LIGHT[(int) (Math.max(0, Math.min(1, colour)) * COLOURS + 0.5f)];
    }

    /** Converts light to a screen value, 0 to 255. */
    static int toScreen(float light) {
        return SCREEN[Math.min(SCREEN.length - 1, (int) (Math.sqrt(light) * STEPS + 0.5))] & 255;
    }
}
