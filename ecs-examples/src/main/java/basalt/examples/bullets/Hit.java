package basalt.examples.bullets;

import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;

/**
 * A bullet has hit a ship.
 *
 * @param ship the ship
 */
record Hit(@EntityHandle long ship) {
    static final EventType<Hit> TYPE = EventType.of(Hit.class);
    static final EntityColumn SHIP = TYPE.entity("ship");
}
