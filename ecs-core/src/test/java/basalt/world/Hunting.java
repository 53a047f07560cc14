package basalt.world;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;

/** A hunter's prey and patience: the relation of the tests, with data. */
record Hunting(@EntityHandle long prey, int patience) {
    static final Component<Hunting> TYPE = Component.of(Hunting.class);
    static final EntityColumn PREY = TYPE.entity("prey");
}
