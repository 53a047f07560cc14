package basalt.bench.join;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;

/**
 * An entity that follows another one.
 *
 * @param leader the other entity
 */
public record Follower(@EntityHandle long leader) {
    /** The component. */
    public static final Component<Follower> TYPE = Component.of(Follower.class);
    /** Column of the other entity. */
    public static final EntityColumn LEADER = TYPE.entity("leader");
}
