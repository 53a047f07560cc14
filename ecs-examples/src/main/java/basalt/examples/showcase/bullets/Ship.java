package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * A ship, the target of bullets.
 *
 * @param hull number of hits until it is lost
 * @param place its number in the {@link Fleet}
 */
record Ship(int hull, int place) {
    static final Component<Ship> TYPE = Component.of(Ship.class);
    static final IntColumn HULL = TYPE.int32("hull");
    static final IntColumn PLACE = TYPE.int32("place");

    /** Distance from its centre within which a bullet hits, in pixels. */
    static final float RADIUS = 6;

    /** The hull of a new ship. */
    static final int NEW_HULL = 40;
}
