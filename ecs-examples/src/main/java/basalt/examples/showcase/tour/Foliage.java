package basalt.examples.showcase.tour;

import basalt.memory.Slice;

/**
 * Computes the textures of trees, which a game would read from files. Each texture is a different tree. Thread-safe.
 *
 * @param seed seed of the trees
 */
record Foliage(long seed) implements MipChain.Painter {
    private static final int SIDE = MipChain.side(0);
    private static final int MIDDLE = SIDE / 2;
    private static final int TRUNK_HALF_WIDTH = 5;
    private static final int TRUNK_TOP = 80;
    private static final int TRUNK = 0x7a5636;
    private static final int CLUSTERS = 12;
    private static final int[] LEAVES = {0x4fae3f, 0x2f8f4a, 0x8fbf3a, 0xd9b52e, 0xe0822f, 0xc94f3a, 0x3fa88a, 0x6f9f2f
    };
    private static final int OPAQUE = 0xff000000;

    @Override
    public void paint(int texture, Slice texels) {
        long tree = seed * 1_000 + texture;
        int leaves = leaves(texture);
        boolean conifer = Assets.random(tree, 1) < 0.4f;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                float light = conifer ? cone(x, y) : crown(tree, x, y);
                boolean trunk = y >= TRUNK_TOP && Math.abs(x - MIDDLE) < TRUNK_HALF_WIDTH;
                int texel = 0;
                if (light > 0) {
                    float grain = 0.75f + 0.25f * Assets.random(tree, 100 + y * SIDE + x);
                    texel = OPAQUE | Tint.lit(leaves, light * grain);
                } else if (trunk) {
                    texel = OPAQUE | Tint.lit(TRUNK, 1 - (x - MIDDLE + TRUNK_HALF_WIDTH) * 0.06f);
                }
                texels.putInt(4L * (y * SIDE + x), texel);
            }
        }
    }

    /** The colour of a tree's leaves, as red, green and blue. */
    int leaves(int texture) {
        return LEAVES[(int) (Assets.random(seed * 1_000 + texture, 0) * LEAVES.length)];
    }

    /** The brightness of a crown of balls, lit from the upper left; 0 outside. */
    private static float crown(long tree, int x, int y) {
        float light = 0;
        for (int i = 0; i < CLUSTERS; i++) {
            float radius = 14 + 12 * Assets.random(tree, 10 + 3 * i);
            float right = x - (MIDDLE + 66 * (Assets.random(tree, 11 + 3 * i) - 0.5f));
            float down = y - (52 + 50 * (Assets.random(tree, 12 + 3 * i) - 0.5f));
            if (right * right + down * down < radius * radius) {
                light = Math.max(light, 0.7f - 0.3f * (right + down) / radius);
            }
        }
        return light;
    }

    /** The brightness of a conifer with three tiers; 0 outside. */
    private static float cone(int x, int y) {
        int down = y - 6;
        if (down < 0 || down >= 96) {
            return 0;
        }
        float halfWidth = 4 + down * 0.28f + down % 32 * 0.45f;
        float aside = (x - MIDDLE) / halfWidth;
        return Math.abs(aside) > 1 ? 0 : 0.8f - 0.3f * aside - (down % 32 > 27 ? 0.25f : 0);
    }
}
