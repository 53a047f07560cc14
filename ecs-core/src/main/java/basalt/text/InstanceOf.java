package basalt.text;

import basalt.component.Component;

/**
 * The prefab that an entity was made of. {@link WorldText} gives this to the roots of the prefabs that it knows, so
 * each instance has it, and is written as its difference from the prefab. Without it, an instance is written as a
 * whole.
 *
 * @param prefab the name of the prefab in texts
 */
public record InstanceOf(String prefab) {
    /** The component. */
    public static final Component<InstanceOf> TYPE = Component.of(InstanceOf.class);
}
