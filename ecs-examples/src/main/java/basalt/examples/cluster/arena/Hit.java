package basalt.examples.cluster.arena;

import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;

/**
 * An event: a bullet has hit a ship.
 *
 * @param ship the ship
 */
record Hit(@EntityHandle long ship) {
    static final EventType<Hit> TYPE = EventType.of(Hit.class);
    static final EntityColumn SHIP = TYPE.entity("ship");
}
