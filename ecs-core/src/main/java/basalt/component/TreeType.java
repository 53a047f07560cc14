package basalt.component;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A type of tree: two components that link entities to their parents, children and siblings. A world has one {@code
 * Hierarchy} for each type that it uses. Most programs need {@link #DEFAULT} only; an entity that has several parents,
 * such as a place in the scene and one in a chain of command, needs a type for each:
 *
 * <pre>{@code
 * static final TreeType SQUADS = TreeType.of("squads", OnParentDestroy.DETACH);
 *
 * Hierarchy squads = world.hierarchy(SQUADS);
 * squads.attach(soldier, leader);
 * }</pre>
 *
 * <p>There is one object for each name, which stays until the process ends. Files refer to it by its name, so a program
 * that loads a world makes the type first, as a constant. Immutable and safe for all threads.
 */
public final class TreeType {
    /** The scene graph of {@code world.hierarchy()}: children are destroyed with their parents. */
    public static final TreeType DEFAULT =
            new TreeType("default", OnParentDestroy.DESTROY, ChildOf.TYPE, TreeNode.TYPE);

    private static final Map<String, TreeType> BY_NAME = new HashMap<>(Map.of(DEFAULT.name, DEFAULT));

    private final String name;
    private final OnParentDestroy onParentDestroy;
    private final Component<ChildOf> childOf;
    private final Component<TreeNode> node;

    private TreeType(
            String name, OnParentDestroy onParentDestroy, Component<ChildOf> childOf, Component<TreeNode> node) {
        this.name = name;
        this.onParentDestroy = onParentDestroy;
        this.childOf = childOf;
        this.node = node;
    }

    /**
     * The type with a name. The first call makes it, and registers its components. May be called by any thread.
     *
     * @param name the name, not blank
     * @param onParentDestroy what happens to the children of an entity that is destroyed
     * @return the type, always the same object for the same name
     * @throws IllegalArgumentException if the name is null or blank, or that of a type with another policy; if the
     *     policy is null; if the process has too few component ids left
     */
    public static TreeType of(String name, OnParentDestroy onParentDestroy) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a tree type's name must not be blank: name=" + name);
        }
        if (onParentDestroy == null) {
            throw new IllegalArgumentException("onParentDestroy must not be null: choose one of "
                    + List.of(OnParentDestroy.values()) + " for the tree type '" + name + "'");
        }
        synchronized (BY_NAME) {
            TreeType known = BY_NAME.get(name);
            if (known == null) {
                ComponentRegistry registry = ComponentRegistry.process();
                known = new TreeType(
                        name,
                        onParentDestroy,
                        registry.registerLink(ChildOf.class, ChildOf.class.getName() + ":" + name),
                        registry.registerLink(TreeNode.class, TreeNode.class.getName() + ":" + name));
                BY_NAME.put(name, known);
            }
            if (known.onParentDestroy != onParentDestroy) {
                throw new IllegalArgumentException("the tree type '" + name + "' exists with the policy "
                        + known.onParentDestroy + ", not " + onParentDestroy + ": make it once, in a constant");
            }
            return known;
        }
    }

    /** {@return the types that have been made, the default one first, then in the order of their components} */
    public static List<TreeType> all() {
        synchronized (BY_NAME) {
            return BY_NAME.values().stream()
                    .sorted((a, b) -> Integer.compare(a.childOf.id(), b.childOf.id()))
                    .toList();
        }
    }

    /** {@return the name, unique in the process} */
    public String name() {
        return name;
    }

    /** {@return what happens to the children of an entity that is destroyed} */
    public OnParentDestroy onParentDestroy() {
        return onParentDestroy;
    }

    /** {@return the component that entities with a parent have} */
    public Component<ChildOf> childOf() {
        return childOf;
    }

    /** {@return the component that all entities of the trees have} */
    public Component<TreeNode> node() {
        return node;
    }

    /** The name and the policy as text, for messages. */
    @Override
    public String toString() {
        return name + " (" + onParentDestroy + ")";
    }

    /** What happens to the children of an entity that is destroyed, in the trees of a {@link TreeType}. */
    public enum OnParentDestroy {
        /** They are destroyed too, with all that is below them, children before their parents. */
        DESTROY,
        /** They stay, and become roots. */
        DETACH,
        /**
         * The entity is not destroyed: {@link HasChildrenException}. Entities that die with all their children may: in
         * one call, or by commands of one system between which it links nothing.
         */
        REFUSE
    }
}
