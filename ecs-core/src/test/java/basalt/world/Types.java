package basalt.world;

import basalt.component.TreeType;

/** Types of trees for tests, one for each policy. */
final class Types {
    static final TreeType DESTROYING = TreeType.of("destroying", TreeType.OnParentDestroy.DESTROY);
    static final TreeType DETACHING = TreeType.of("detaching", TreeType.OnParentDestroy.DETACH);
    static final TreeType REFUSING = TreeType.of("refusing", TreeType.OnParentDestroy.REFUSE);

    private Types() {}
}
