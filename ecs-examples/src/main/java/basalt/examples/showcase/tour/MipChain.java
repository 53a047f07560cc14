package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;

/**
 * A texture with mipmap levels: each level has half as many texels per side as the one before, and each of its texels
 * is the mean of four. So distant objects, which are small on the screen, need little memory.
 *
 * <pre>
 *   level     0        1       2       3      4
 *   texels  128²      64²     32²     16²     8²     four bytes each: opacity, red, green, blue
 *   bytes  65,536   16,384   4,096   1,024   256
 * </pre>
 */
final class MipChain {
    static final int LEVELS = 5;

    /** The level with the fewest texels. Nothing is drawn so small that it needs fewer. */
    static final int COARSEST = LEVELS - 1;

    private static final int FINEST_SIDE = 128;

    /** Paints the finest level. Thread-safe. */
    @FunctionalInterface
    interface Painter {
        /** Writes all texels of a texture, row by row. */
        void paint(int texture, Slice texels);
    }

    private MipChain() {}

    /** Texels per side of a level. */
    static int side(int level) {
        return FINEST_SIDE >> level;
    }

    /** Memory of a level. */
    static long bytes(int level) {
        return 4L * side(level) * side(level);
    }

    /** Computes a level from the finest one; a game would read it from a file. */
    static void make(Painter painter, int texture, int level, FrameArena scratch, Slice to) {
        Slice texels = level == 0 ? to : scratch.allocate(bytes(0), 64);
        painter.paint(texture, texels);
        for (int i = 1; i <= level; i++) {
            Slice half = i == level ? to : scratch.allocate(bytes(i), 64);
            halve(texels, side(i - 1), half);
            texels = half;
        }
    }

    /** A box filter: each texel becomes the mean of four, with colours weighted by opacity. */
    static void halve(Slice from, int side, Slice to) {
        int half = side / 2;
        for (int y = 0; y < half; y++) {
            for (int x = 0; x < half; x++) {
                long upper = 4L * (2 * y * side + 2 * x);
                long lower = upper + 4L * side;
                int mean = mean(from.getInt(upper), from.getInt(upper + 4), from.getInt(lower), from.getInt(lower + 4));
                to.putInt(4L * (y * half + x), mean);
            }
        }
    }

    private static int mean(int a, int b, int c, int d) {
        int opacity = (a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24);
        int texel = (opacity + 2) / 4;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int sum = weighed(a, shift) + weighed(b, shift) + weighed(c, shift) + weighed(d, shift);
            texel = texel << 8 | (opacity == 0 ? 0 : (sum + opacity / 2) / opacity);
        }
        return texel;
    }

    private static int weighed(int argb, int shift) {
        return (argb >>> 24) * (argb >> shift & 255);
    }
}
