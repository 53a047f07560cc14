package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * What hits ships.
 *
 * @param argb its colour, {@code 0xAARRGGBB}: that of the pattern that it comes from
 */
record Bullet(int argb) {
    static final Component<Bullet> TYPE = Component.of(Bullet.class);
    static final IntColumn ARGB = TYPE.int32("argb");
}
