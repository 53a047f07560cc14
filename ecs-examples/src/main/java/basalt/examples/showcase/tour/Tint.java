package basalt.examples.showcase.tour;

/** Arithmetic of colours, which are red, green and blue, eight bits each. */
final class Tint {
    private Tint() {}

    /** A colour in some light: 1 leaves it as it is. */
    static int lit(int rgb, float light) {
        int lit = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            lit = lit << 8 | Math.min(255, (int) ((rgb >> shift & 255) * light));
        }
        return lit;
    }

    /** A colour between two, of which {@code parts} of 256 are the first one. */
    static int mixed(int one, int other, int parts) {
        int pairs = (one & 0xff00ff) * parts + (other & 0xff00ff) * (256 - parts) >>> 8 & 0xff00ff;
        int green = (one & 0xff00) * parts + (other & 0xff00) * (256 - parts) >>> 8 & 0xff00;
        return pairs | green;
    }
}
