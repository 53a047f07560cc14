package basalt.examples.showcase.bullets;

import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;

/**
 * An event: a bullet has hit a ship.
 *
 * @param ship the ship
 * @param bullet the bullet, which is destroyed by the hit
 */
record Hit(@EntityHandle long ship, @EntityHandle long bullet) {
    static final EventType<Hit> TYPE = EventType.of(Hit.class);
    static final EntityColumn SHIP = TYPE.entity("ship");
    static final EntityColumn BULLET = TYPE.entity("bullet");
}
