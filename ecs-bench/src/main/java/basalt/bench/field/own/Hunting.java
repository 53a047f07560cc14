package basalt.bench.field.own;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;

/**
 * What a predator hunts.
 *
 * @param prey the entity
 */
public record Hunting(@EntityHandle long prey) {
    /** The component. */
    public static final Component<Hunting> TYPE = Component.of(Hunting.class);
    /** Column of the entity. */
    public static final EntityColumn PREY = TYPE.entity("prey");
}
