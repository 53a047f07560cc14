package basalt.storage;

import basalt.component.ComponentInfo;

/** Refuses that programs write the links of a tree, which would then not fit together. */
public final class LinkCheck {
    private LinkCheck() {}

    /** Throws if a component holds the links of a tree. */
    public static void requireNoLink(ComponentInfo component) {
        if (component.isLink()) {
            throw refused(component);
        }
    }

    private static IllegalArgumentException refused(ComponentInfo component) {
        return new IllegalArgumentException("component " + component.name() + " holds the links of a tree, which only"
                + " its hierarchy changes: call attach(child, parent) or detach(child) of world.hierarchy(...), or of"
                + " commands");
    }

    /** Throws if a component holds the links of a tree. */
    public static void requireNoDeclaredWrite(ComponentInfo component) {
        if (component.isLink()) {
            throw new IllegalArgumentException("writes() got component " + component.name() + ", which holds the links"
                    + " of a tree, and only its hierarchy writes: declare reads(...) to read them, and"
                    + " restructures(...) of both components of the tree for the commands attach and detach");
        }
    }
}
