package basalt.examples.showcase.tour;

/** Compares the hues of colours, independent of their brightness. */
final class Hues {
    private static final float DARKEST = 0.25f;
    private static final int TOLERANCE = 12;

    private Hues() {}

    /** Whether a pixel has the hue of a colour, and is not too dark. */
    static boolean same(int pixel, int rgb) {
        int shift = brightest(rgb);
        float light = (pixel >> shift & 255) / (float) (rgb >> shift & 255);
        for (int at = 0; at <= 16; at += 8) {
            if (Math.abs((rgb >> at & 255) * light - (pixel >> at & 255)) > TOLERANCE) {
                return false;
            }
        }
        return light > DARKEST;
    }

    private static int brightest(int rgb) {
        int shift = 0;
        for (int at = 8; at <= 16; at += 8) {
            shift = (rgb >> at & 255) > (rgb >> shift & 255) ? at : shift;
        }
        return shift;
    }
}
