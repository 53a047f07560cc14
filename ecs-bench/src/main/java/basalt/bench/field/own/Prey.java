package basalt.bench.field.own;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * An entity that is hunted.
 *
 * @param number its place in the list of prey
 */
public record Prey(int number) {
    /** The component. */
    public static final Component<Prey> TYPE = Component.of(Prey.class);
    /** Column of its number. */
    public static final IntColumn NUMBER = TYPE.int32("number");
}
