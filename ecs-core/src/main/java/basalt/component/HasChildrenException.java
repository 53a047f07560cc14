package basalt.component;

/** Thrown by the destruction of a parent in a tree that refuses it, see {@link TreeType.OnParentDestroy#REFUSE}. */
public class HasChildrenException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The handle of the parent. */
    private final long entity;

    /**
     * Creates the exception.
     *
     * @param entity the handle of the parent, which is alive
     * @param children how many children it has
     * @param tree the name of the tree type
     */
    public HasChildrenException(long entity, int children, String tree) {
        super("entity " + Entity.toString(entity) + " has " + children + (children == 1 ? " child" : " children")
                + " in the tree '" + tree
                + "', which refuses the destruction of parents; destroy or detach them first");
        this.entity = entity;
    }

    /** The parent. */
    public long entity() {
        return entity;
    }
}
