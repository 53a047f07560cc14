package basalt.examples.bullets;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;

/**
 * A bullet has hit a ship.
 *
 * @param ship the ship
 */
record Hit(@EntityHandle long ship) {
    static final Component<Hit> TYPE = Component.builder(Hit.class).sparse().build();
    static final EntityColumn SHIP = TYPE.entity("ship");
}
