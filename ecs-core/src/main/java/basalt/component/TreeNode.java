package basalt.component;

/**
 * The children and siblings of an entity in a tree. Each entity that has or has had a child or a parent has this
 * component, until it is destroyed. Only {@code world.hierarchy()} and the commands for trees write it.
 *
 * <p>{@link #TYPE} and the columns are those of {@link TreeType#DEFAULT}; each other type of tree has its own. A link
 * that leads nowhere is {@link Entity#NULL}.
 *
 * @param firstChild the first child
 * @param lastChild the last child
 * @param nextSibling the next child of the same parent
 * @param previousSibling the child of the same parent before this one
 * @param childCount the number of children
 */
public record TreeNode(
        @EntityHandle long firstChild,
        @EntityHandle long lastChild,
        @EntityHandle long nextSibling,
        @EntityHandle long previousSibling,
        int childCount) {
    /** The component of the default tree. */
    public static final Component<TreeNode> TYPE =
            ComponentRegistry.process().registerLink(TreeNode.class, TreeNode.class.getName());

    /** The first child, in the default tree. */
    public static final EntityColumn FIRST_CHILD = TYPE.entity("firstChild");

    /** The last child, in the default tree. */
    public static final EntityColumn LAST_CHILD = TYPE.entity("lastChild");

    /** The next sibling, in the default tree. */
    public static final EntityColumn NEXT_SIBLING = TYPE.entity("nextSibling");

    /** The previous sibling, in the default tree. */
    public static final EntityColumn PREVIOUS_SIBLING = TYPE.entity("previousSibling");

    /** The number of children, in the default tree. */
    public static final IntColumn CHILD_COUNT = TYPE.int32("childCount");
}
