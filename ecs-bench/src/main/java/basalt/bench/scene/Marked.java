package basalt.bench.scene;

import basalt.component.Component;

/** A tag: present or not, without data. */
public record Marked() {
    /** The component. */
    public static final Component<Marked> TYPE = Component.of(Marked.class);
}
