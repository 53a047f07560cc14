package basalt.examples.showcase.tour;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * The appearance of an actor.
 *
 * @param material index of its colours, from 0 to {@link Assets#MATERIALS} - 1
 * @param mesh index of its shape, from 0 to {@link Assets#MESHES} - 1
 */
record Look(int material, int mesh) {
    static final Component<Look> TYPE = Component.of(Look.class);
    static final IntColumn MATERIAL = TYPE.int32("material");
    static final IntColumn MESH = TYPE.int32("mesh");
}
