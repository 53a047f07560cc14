package basalt.bench.scene;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The component that benchmarks add and remove.
 *
 * @param seconds seconds since the entity began to burn
 */
public record Burning(float seconds) {
    /** The component. */
    public static final Component<Burning> TYPE = Component.of(Burning.class);
    /** Column of the seconds. */
    public static final FloatColumn SECONDS = TYPE.float32("seconds");
}
