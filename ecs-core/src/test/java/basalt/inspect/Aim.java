package basalt.inspect;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;

/** An entity that points at another one. */
record Aim(@EntityHandle long target) {
    static final Component<Aim> TYPE = Component.of(Aim.class);
    static final EntityColumn TARGET = TYPE.entity("target");
}
