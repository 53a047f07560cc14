package basalt.examples.cluster.arena;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * What the battle knows of a ship.
 *
 * @param hits bullets that have hit it
 */
record Ship(int hits) {
    static final Component<Ship> TYPE = Component.of(Ship.class);
    static final IntColumn HITS = TYPE.int32("hits");
}
