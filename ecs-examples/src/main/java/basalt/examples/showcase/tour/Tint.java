package basalt.examples.showcase.tour;

/** Arithmetic of RGB colours with eight bits per channel. */
final class Tint {
    private Tint() {}

    /** Scales the brightness of a colour: 1 leaves it unchanged. */
    static int lit(int rgb, float light) {
        int lit = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            lit = lit << 8 | Math.min(255, (int) ((rgb >> shift & 255) * light));
        }
        return lit;
    }

    /** Mixes two colours: {@code parts} of 256 of the first one, the rest of the other. */
    static int mixed(int one, int other, int parts) {
        int pairs = (one & 0xff00ff) * parts + (other & 0xff00ff) * (256 - parts) >>> 8 & 0xff00ff;
        int green = (one & 0xff00) * parts + (other & 0xff00) * (256 - parts) >>> 8 & 0xff00;
        return pairs | green;
    }
}
