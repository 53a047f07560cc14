package basalt.examples.regions;

import basalt.component.Component;
import basalt.component.LongColumn;

/** The permanent number of an entity. It stays the same in all regions, while handles are those of one world. */
record Id(long id) {
    static final Component<Id> TYPE = Component.of(Id.class);
    static final LongColumn ID = TYPE.int64("id");
}
