package basalt.component;

/**
 * The parent of an entity in a tree. An entity has this component as long as it has a parent, so a query with {@code
 * none(ChildOf.TYPE)} finds roots, and one with {@code changed(ChildOf.TYPE)} the entities that have got another parent
 * or another depth. Only {@code world.hierarchy()} and the commands for trees write it.
 *
 * <p>{@link #TYPE} and the columns are those of {@link TreeType#DEFAULT}; each other type of tree has its own.
 *
 * @param depth how many parents are above the entity, at least 1; a root has depth 0 and no such component
 */
public record ChildOf(@EntityHandle long parent, int depth) {
    /** The component of the default tree. */
    public static final Component<ChildOf> TYPE =
            ComponentRegistry.process().registerLink(ChildOf.class, ChildOf.class.getName());

    /** The parent, in the default tree. */
    public static final EntityColumn PARENT = TYPE.entity("parent");

    /** The depth, in the default tree. */
    public static final IntColumn DEPTH = TYPE.int32("depth");
}
