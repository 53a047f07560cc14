package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * A bullet, which can hit ships.
 *
 * @param argb colour of its pattern, {@code 0xAARRGGBB}
 */
record Bullet(int argb) {
    static final Component<Bullet> TYPE = Component.of(Bullet.class);
    static final IntColumn ARGB = TYPE.int32("argb");
}
