package basalt.examples.showcase.tour;

import basalt.examples.showcase.tour.Level.Terrain;
import basalt.memory.Slice;
import basalt.memory.allocator.ResourceArena;

/**
 * Resources that live during the whole game: tiles, meshes and a tone, computed by formulas, the screen, and the buffer
 * of the sound.
 */
final class Assets {
    static final int COLOURS = 256;
    static final int MATERIALS = 8;
    static final int MESHES = 16;
    static final int TONE_SAMPLES = 1_024;

    /**
     * Colours come in ramps from dark to light. The ramps of the ground come first, and then those of the materials.
     */
    static final int RAMP = 16;

    static final int FIRST_MATERIAL_RAMP = 8;

    /** Shallow water, sand, grass, a meadow, and rock. */
    private static final int[] GROUND = {0x3f8fff, 0xffe3a0, 0x8fdf5f, 0x5fae48, 0xa89f98};

    private static final int[] MATERIAL = {
        0xff4f4f, 0xff9f30, 0xffe640, 0xff60c8, 0xb070ff, 0x60e8ff, 0xffffff, 0x3050d8
    };

    private static final int PIXELS = Level.CELL_PIXELS * Level.CELL_PIXELS;

    private final Slice tiles;
    private final Slice meshes;
    private final Slice tone;
    private final Slice screen;
    private final Slice recording;

    Assets(ResourceArena resources, int frames) {
        ResourceArena.Group group = resources.group("start-up");
        tiles = group.allocate((Terrain.WALL + 1) * PIXELS, 64);
        for (int i = 0; i < tiles.sizeBytes(); i++) {
            int shade = (int) (10 + 4 * random(1, i));
            tiles.putByte(i, (byte) (i / PIXELS * RAMP + shade));
        }
        meshes = group.allocate(MESHES * PIXELS, 64);
        for (int i = 0; i < meshes.sizeBytes(); i++) {
            meshes.putByte(i, meshPixel(i / PIXELS, i % Level.CELL_PIXELS, i % PIXELS / Level.CELL_PIXELS));
        }
        tone = group.allocate(TONE_SAMPLES * 4, 64);
        for (int i = 0; i < TONE_SAMPLES; i++) { // StrictMath: equal results on every machine
            tone.putFloat(i * 4L, (float) StrictMath.sin(2 * StrictMath.PI * i / TONE_SAMPLES));
        }
        screen = group.allocate(Screen.WIDTH * Screen.HEIGHT * 4, 64);
        recording = group.allocate((long) frames * Mixer.SAMPLES_A_FRAME * 2, 64);
    }

    /** A pixel of a kind of ground, as the index of a colour. */
    byte tile(int kind, int x, int y) {
        return tiles.getByte(kind * PIXELS + y * Level.CELL_PIXELS + x);
    }

    /** A pixel of a mesh: its brightness, or 0 for transparent. */
    byte mesh(int mesh, int x, int y) {
        return meshes.getByte(mesh * PIXELS + y * Level.CELL_PIXELS + x);
    }

    /** One period of a sine, as floats. */
    Slice tone() {
        return tone;
    }

    Slice screen() {
        return screen;
    }

    /** The buffer of the sound of all frames, as shorts. */
    Slice recording() {
        return recording;
    }

    /** A colour of a palette, as red, green and blue. The light differs a little between levels. */
    static int colour(long seed, int index) {
        int ramp = index / RAMP;
        int full = ramp < FIRST_MATERIAL_RAMP
                ? GROUND[Math.min(ramp, Terrain.WALL)]
                : MATERIAL[ramp - FIRST_MATERIAL_RAMP];
        int rgb = 0;
        for (int channel = 0; channel < 3; channel++) {
            float sun = 0.88f + 0.12f * random(seed, channel);
            int part = full >> 16 - 8 * channel & 255;
            rgb = rgb << 8 | (int) (part * sun * (index % RAMP) / (RAMP - 1));
        }
        return rgb;
    }

    /** A pseudo-random number from 0 to 1, exclusive: SplitMix64 at an index of a sequence. */
    static float random(long seed, long place) {
        long bits = (seed + 1) * 0xd1342543de82ef95L + place * 0x9e3779b97f4a7c15L;
        bits = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        return ((bits ^ bits >>> 31) >>> 40) * 0x1p-24f;
    }

    /** A symmetric shape that is lighter towards the top. */
    private static byte meshPixel(int mesh, int x, int y) {
        int aside = Math.min(x, Level.CELL_PIXELS - 1 - x);
        boolean filled = aside + random(100 + mesh, y * 4 + aside) * 4 > 2.5f;
        return (byte) (filled ? RAMP - 1 - y : 0);
    }
}
