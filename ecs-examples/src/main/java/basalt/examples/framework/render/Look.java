package basalt.examples.framework.render;

import basalt.component.IntColumn;

/**
 * What points or sprites look like.
 *
 * @param x where the middle is, in world units
 * @param y where the middle is, in world units
 * @param size diameter of a point, longer side of a sprite, in world units
 * @param angle how far a sprite is turned anticlockwise, in radians
 * @param red 0 to 1
 * @param green 0 to 1
 * @param blue 0 to 1
 * @param opacity 0 to 1, or more if it glows
 * @param argb a colour and an opacity by which the others are multiplied, {@code 0xAARRGGBB}; null for white
 * @param glow how much light a colour of 1 adds; 0 if it does not glow, but covers what is behind it
 * @param glowOfAll how much light all of them add together at most; perhaps infinite
 */
record Look(
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

    /** How much light a colour of 1 adds if there are so many. */
    float glow(int rows) {
        return Math.min(glow, glowOfAll / Math.max(1, rows));
    }
}
