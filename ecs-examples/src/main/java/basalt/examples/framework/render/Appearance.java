package basalt.examples.framework.render;

import basalt.component.IntColumn;

/**
 * The appearance of points or sprites.
 *
 * @param x centre, in world units
 * @param y centre, in world units
 * @param size diameter of a point, longer side of a sprite, in world units
 * @param angle rotation of a sprite in radians, anticlockwise
 * @param red 0 to 1
 * @param green 0 to 1
 * @param blue 0 to 1
 * @param opacity 0 to 1, or more if it glows
 * @param argb a colour and an opacity by which the others are multiplied, {@code 0xAARRGGBB}; null for white
 * @param glow light that a colour of 1 adds; 0 for paint, which covers what is behind it
 * @param glowOfAll largest light of all rows together; can be infinite
 */
record Appearance(
        Channel x,
        Channel y,
        Channel size,
        Channel angle,
        Channel red,
        Channel green,
        Channel blue,
        Channel opacity,
        IntColumn argb,
        float glow,
        float glowOfAll) {
    boolean glows() {
        return glow > 0;
    }

    /** The light that a colour of 1 adds if there are so many rows. */
    float glow(int rows) {
        return Math.min(glow, glowOfAll / Math.max(1, rows));
    }
}
