package basalt.world;

import basalt.component.Entity;
import basalt.component.StringColumn;
import basalt.internal.NoState;
import basalt.runtime.WorldRuntime;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import basalt.storage.index.ColumnKeys;
import basalt.storage.index.IndexedColumn;
import basalt.storage.relation.Tree;

/**
 * The paths of entities in the trees of a {@link Hierarchy}: their names from the root on, with {@code /} in between.
 *
 * <pre>{@code
 * Names names = world.hierarchy().names();
 * long ship = world.spawn(new Name("ship"));
 * long turret = world.spawn(new Name("turret"));
 * world.hierarchy().attach(turret, ship);
 * long same = names.find("ship/turret");
 * same = names.find(ship, "turret");                       // below an entity, such as an instance of a prefab
 * String path = names.path(turret);                        // ship/turret
 * }</pre>
 *
 * <p>A path begins at entities without a parent, whether they are in a tree or not. Nothing is stored but the {@link
 * Name}s and the links of the tree. So look-ups see each change at once: an entity that gets another name or parent has
 * another path, and with it all that is below it; snapshots, files and copies have the paths with their entities. Names
 * that are disabled, and those of disabled entities, count as any other.
 *
 * <p>Several children of one parent, or several roots, may have the same name: then a path through it is an {@link
 * IllegalStateException} that names the first two of them, in the order of children, or of the entity indices of roots.
 * A path that is null, or of which a name is empty, is an {@link IllegalArgumentException}, and a dead entity a {@link
 * basalt.component.DeadEntityException}.
 *
 * <p>A look-up takes, for each name of the path, O(children) or O(entities of that name), whichever are fewer. Roots,
 * and the children of an entity that has more than 16, are found by an index over all names; it is brought up to date
 * when it is used, as a {@link ValueIndex} is, and takes as much memory.
 *
 * <p>For the world's thread, and for systems that declare {@code reads(Name.TYPE, type.childOf(), type.node())}. On a
 * wrong thread and after close, each method throws {@link IllegalStateException}. If there is no memory for the index,
 * which is a {@link basalt.memory.NativeMemoryException}, a later look-up goes on.
 */
@NoState
public final class Names {
    private static final char SEPARATOR = '/';

    /** So many children are looked at without the index. */
    private static final int FEW_CHILDREN = 16;

    private static final StringColumn VALUE = Name.TYPE.string("value");

    private final WorldRuntime runtime;
    private final Hierarchy hierarchy;
    private final Store store;
    private final Tree tree;
    private final IndexedColumn byName;

    Names(WorldRuntime runtime, Hierarchy hierarchy) {
        this.runtime = runtime;
        this.hierarchy = hierarchy;
        store = runtime.store();
        tree = store.trees().of(hierarchy.type());
        int id = Name.TYPE.id();
        byName = new IndexedColumn(
                new ColumnKeys(VALUE, store.references().elements()),
                store.rows(),
                store.structure(),
                () -> runtime.current().mayStillWrite(id, null));
        store.indexes().add(byName);
    }

    /** The entity with a path; {@link Entity#NULL} if there is none. */
    public long find(String path) {
        checkRead();
        int end = end(path, 0);
        long found = root(path, end);
        return end == path.length() ? found : below(found, path, end + 1);
    }

    /**
     * The entity with a path that begins below an entity, with one of its children; {@link Entity#NULL} if there is
     * none.
     */
    public long find(long entity, String path) {
        checkRead();
        store.entities().require(entity);
        return below(entity, path, 0);
    }

    private long below(long entity, String path, int start) {
        long at = entity;
        int from = start;
        int end;
        do {
            end = end(path, from); // of all names, so that a wrong path is refused
            at = at == Entity.NULL ? at : child(at, path, from, end);
            from = end + 1;
        } while (end < path.length());
        return at;
    }

    /** The end of the name that begins at a place of a path. */
    private static int end(String path, int from) {
        if (path == null) {
            throw new IllegalArgumentException("a path must not be null");
        }
        int separator = path.indexOf(SEPARATOR, from);
        int end = separator < 0 ? path.length() : separator;
        if (end == from) {
            throw new IllegalArgumentException("a name must not be empty in the path '" + path
                    + "'; write names with one / in between, such as ship/turret");
        }
        return end;
    }

    private long child(long parent, String path, int from, int to) {
        int children = tree.childCount(parent);
        if (children <= FEW_CHILDREN) {
            return childByLinks(parent, path, from, to);
        }
        long found = Entity.NULL;
        synchronized (byName) {
            long entity = byName.first(Elements.longHash(path, from, to));
            for (int i = 0; entity != Entity.NULL; entity = byName.other(entity), i++) {
                boolean isFound = tree.parent(entity) == parent && isNamed(entity, path, from, to);
                if (i == children || isFound && found != Entity.NULL) {
                    return childByLinks(parent, path, from, to); // fewer than those of that name, or the error
                }
                found = isFound ? entity : found;
            }
        }
        return found;
    }

    private long childByLinks(long parent, String path, int from, int to) {
        long found = Entity.NULL;
        for (long child = tree.firstChild(parent); child != Entity.NULL; child = tree.nextSibling(child)) {
            if (isNamed(child, path, from, to)) {
                if (found != Entity.NULL) {
                    throw ambiguous(found, child, path, to);
                }
                found = child;
            }
        }
        return found;
    }

    private long root(String path, int end) {
        long lowest = Entity.NULL;
        long second = Entity.NULL;
        synchronized (byName) {
            long entity = byName.first(Elements.longHash(path, 0, end));
            for (; entity != Entity.NULL; entity = byName.other(entity)) {
                if (tree.parent(entity) == Entity.NULL && isNamed(entity, path, 0, end)) {
                    boolean isLowest = lowest == Entity.NULL || Entity.index(entity) < Entity.index(lowest);
                    long higher = isLowest ? lowest : entity;
                    boolean isSecond = second == Entity.NULL || Entity.index(higher) < Entity.index(second);
                    second = higher != Entity.NULL && isSecond ? higher : second;
                    lowest = isLowest ? entity : lowest;
                }
            }
        }
        if (second != Entity.NULL) {
            throw ambiguous(lowest, second, path, end);
        }
        return lowest;
    }

    private boolean isNamed(long entity, String path, int from, int to) {
        return store.references().elements().equals(name(entity), path, from, to);
    }

    /** The string, 0 if it has none. */
    private long name(long entity) {
        long place = store.entities().require(entity);
        return Pools.has(Place.base(place), Place.row(place), Name.TYPE.id())
                ? ColumnMemory.getLong(Place.base(place), Place.row(place), VALUE.offset())
                : 0;
    }

    private static IllegalStateException ambiguous(long first, long second, String path, int end) {
        return new IllegalStateException("the path '" + path + "' is not that of one entity: both "
                + Entity.toString(first) + " and " + Entity.toString(second) + " are " + path.substring(0, end)
                + "; give one of them another name, or begin at an entity that you know, by find(entity, path)");
    }

    /**
     * The path of an entity. Takes O(depth).
     *
     * @return null if the entity, or one above it, has no name, or one with a {@code /} that was written to the column
     */
    public String path(long entity) {
        return path(Entity.NULL, entity);
    }

    /**
     * The path of an entity that begins below another one, for {@link #find(long, String)}.
     *
     * @param above an entity above it
     * @return null if the entity, or one on the way, has no name
     * @throws IllegalArgumentException if it is not below the other one
     */
    public String pathBelow(long above, long entity) {
        checkRead();
        if (!tree.isAncestor(above, entity)) {
            throw new IllegalArgumentException("entity " + Entity.toString(entity) + " is not below "
                    + Entity.toString(above) + " in the tree '" + tree.type().name() + "'");
        }
        return path(above, entity);
    }

    private String path(long above, long entity) {
        checkRead();
        store.entities().require(entity);
        StringBuilder path = new StringBuilder();
        for (long at = entity; at != above; at = tree.parent(at)) {
            String name = store.references().elements().string(name(at));
            if (name == null || name.isEmpty() || name.indexOf(SEPARATOR) >= 0) {
                return null;
            }
            path.insert(0, path.length() == 0 ? name : name + SEPARATOR);
        }
        return path.toString();
    }

    private void checkRead() {
        runtime.current().checkRead(Name.TYPE.columns().get(0));
        hierarchy.checkRead();
    }
}
