package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * What bullets hit.
 *
 * @param hull how many more hits it takes
 * @param place its number in the {@link Fleet}
 */
record Ship(int hull, int place) {
    static final Component<Ship> TYPE = Component.of(Ship.class);
    static final IntColumn HULL = TYPE.int32("hull");
    static final IntColumn PLACE = TYPE.int32("place");

    /** As far from its middle a bullet hits, in pixels. */
    static final float RADIUS = 6;

    /** The hull of a new one. */
    static final int NEW_HULL = 40;
}
