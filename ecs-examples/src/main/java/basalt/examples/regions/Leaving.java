package basalt.examples.regions;

import basalt.component.Component;
import basalt.component.LongColumn;

/**
 * The number under which an entity is handed over. An entity with this component has crossed the border. It does not
 * move any more, and stays until the neighbour has acknowledged the number.
 */
record Leaving(long number) {
    static final Component<Leaving> TYPE = Component.of(Leaving.class);
    static final LongColumn NUMBER = TYPE.int64("number");
}
