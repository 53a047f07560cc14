package basalt.examples.cluster.arena;

import basalt.component.Component;
import basalt.component.IntColumn;
import basalt.component.LongColumn;

/**
 * A bullet.
 *
 * @param owner the player who has fired it; 0 for nobody
 * @param life ticks until it ends
 */
record Bullet(long owner, int life) {
    static final Component<Bullet> TYPE = Component.of(Bullet.class);
    static final LongColumn OWNER = TYPE.int64("owner");
    static final IntColumn LIFE = TYPE.int32("life");
}
