package basalt.examples.regions;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** Where an entity is. */
record Place(float x, float y) {
    static final Component<Place> TYPE = Component.of(Place.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
}
