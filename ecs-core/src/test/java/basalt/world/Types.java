package basalt.world;

import basalt.component.OnParentDestroy;
import basalt.component.TreeType;

/** Types of trees for tests, one for each policy. */
final class Types {
    static final TreeType DESTROYING = TreeType.of("destroying", OnParentDestroy.DESTROY);
    static final TreeType DETACHING = TreeType.of("detaching", OnParentDestroy.DETACH);
    static final TreeType REFUSING = TreeType.of("refusing", OnParentDestroy.REFUSE);

    private Types() {}
}
