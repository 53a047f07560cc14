package basalt.examples.showcase.particles.effects;

/**
 * A colour as linear light, not as screen values.
 *
 * @param red 0 to 1
 * @param green 0 to 1
 * @param blue 0 to 1
 */
public record Colour(
        @Within(min = 0, max = 1) float red,
        @Within(min = 0, max = 1) float green,
        @Within(min = 0, max = 1) float blue) {
    private static final double GAMMA = 2.2;

    /**
     * Checks the fields, as the reader of the files does.
     *
     * @param red 0 to 1
     * @param green 0 to 1
     * @param blue 0 to 1
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Colour {
        Limits.require(Colour.class, red, green, blue);
    }

    /**
     * Converts a screen colour to light. Gives the same result on every machine.
     *
     * @param rgb {@code 0xRRGGBB}
     * @return the light
     */
    public static Colour ofScreen(int rgb) {
        return new Colour(light(rgb >> 16), light(rgb >> 8), light(rgb));
    }

    /**
     * Mixes this colour with another.
     *
     * @param other the other
     * @param part 0 for this one to 1 for the other
     * @return the mixture
     * @throws IllegalArgumentException if the result is not a valid colour
     */
    public Colour mix(Colour other, float part) {
        float rest = 1 - part;
        return new Colour(
                red * rest + other.red * part, green * rest + other.green * part, blue * rest + other.blue * part);
    }

    private static float light(int channel) {
        return (float) StrictMath.pow((channel & 255) / 255.0, GAMMA);
    }
}
