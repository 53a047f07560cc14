package basalt.text;

import basalt.component.Entity;
import basalt.world.Hierarchy;
import basalt.world.Name;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * The entities of a document, or of one prefab in it, and what they are called in references.
 *
 * <pre>
 *   reference   first, or reference/step
 *   first       the name of a root; else that of the only entity with this name; or an id, as #3
 *   step        the name of a child; or its place among the children from 0, as #0
 * </pre>
 */
final class Paths {
    private final World world;
    private final Hierarchy tree;
    private final Set<Long> roots;
    private final Map<String, List<Long>> byName = new HashMap<>();
    private final Map<String, List<Long>> rootsByName = new HashMap<>();

    /** The children of the parents that were asked for so far, by their steps. */
    private final Map<Long, Map<String, List<Long>>> children = new HashMap<>();

    /** The places of these among their siblings, as steps. */
    private final Map<Long, String> places = new HashMap<>();

    Paths(World world, Collection<Long> roots) {
        this.world = world;
        this.roots = new LinkedHashSet<>(roots);
        tree = world.hierarchy();
        forEach(entity -> put(byName, name(world, entity), entity));
        this.roots.forEach(root -> put(rootsByName, name(world, root), root));
    }

    private static void put(Map<String, List<Long>> entities, String name, long entity) {
        if (name != null) {
            entities.computeIfAbsent(name, some -> new ArrayList<>()).add(entity);
        }
    }

    /** Calls a body for all entities, each before its children. */
    void forEach(LongConsumer body) {
        for (long root : roots) {
            body.accept(root);
            tree.forEachBelow(root, body);
        }
    }

    Set<Long> roots() {
        return roots;
    }

    boolean isRoot(long entity) {
        return roots.contains(entity);
    }

    /** The name of an entity, null if it has none. */
    static String name(World world, long entity) {
        return world.has(entity, Name.TYPE) ? world.get(entity, Name.TYPE).value() : null;
    }

    /** Whether the name of an entity can be a step of a path: one with half a character cannot be a member of JSON. */
    private static boolean isStep(String name) {
        return name != null
                && !name.isEmpty()
                && !name.startsWith("#")
                && name.indexOf('/') < 0
                && name.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    /** The entities that the first step of a path can mean. */
    List<Long> first(String name) {
        return rootsByName.getOrDefault(name, byName.getOrDefault(name, List.of()));
    }

    Set<String> names() {
        return byName.keySet();
    }

    /** The children that a step of a path can mean. */
    List<Long> children(long parent, String step) {
        return children(parent).getOrDefault(step, List.of());
    }

    private Map<String, List<Long>> children(long parent) {
        return children.computeIfAbsent(parent, of -> {
            Map<String, List<Long>> found = new HashMap<>();
            int place = 0;
            for (long child = tree.firstChild(of); child != Entity.NULL; child = tree.nextSibling(child)) {
                String name = name(world, child);
                places.put(child, "#" + place++);
                put(found, places.get(child), child);
                put(found, isStep(name) ? name : null, child);
            }
            return found;
        });
    }

    /** A first step that means an entity; null if its name does not. */
    String tryFirst(long entity) {
        String name = name(world, entity);
        return isStep(name) && first(name).size() == 1 && first(name).get(0) == entity ? name : null;
    }

    /** A step from its parent that means an entity by its name; null if its name does not. */
    String tryStep(long entity) {
        String name = name(world, entity);
        return isStep(name) && children(tree.parent(entity), name).size() == 1 ? name : null;
    }

    /** The steps from the root to an entity below it. */
    String path(long entity) {
        String path = "";
        for (long at = entity; !isRoot(at); at = tree.parent(at)) {
            String step = tryStep(at);
            path = (step == null ? place(at) : step) + (path.isEmpty() ? "" : "/") + path;
        }
        return path;
    }

    /** The place of an entity among its siblings, as a step. */
    String place(long entity) {
        children(tree.parent(entity));
        return places.get(entity);
    }
}
