package basalt.component;

/** What happens to the children of an entity that is destroyed, in the trees of a {@link TreeType}. */
public enum OnParentDestroy {
    /** They are destroyed too, with all that is below them, children before their parents. */
    DESTROY,
    /** They stay, and become roots. */
    DETACH,
    /**
     * The entity is not destroyed: {@link HasChildrenException}. Entities that die with all their children may: in one
     * call, or by commands of one system between which it links nothing.
     */
    REFUSE
}
