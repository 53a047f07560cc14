package basalt.storage.relation;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.component.layout.ById;
import basalt.storage.Rows;
import basalt.storage.change.Structure;

/** The trees of a store, by their types. For the store's thread; those that are there, for any thread that may read. */
public final class Trees {
    private final Rows rows;
    private final Structure structure;

    /** By the component of children. */
    private final ById<Tree> byChildOf = new ById<>(null);

    /** Creates an object without trees. */
    public Trees(Rows rows, Structure structure) {
        this.rows = rows;
        this.structure = structure;
    }

    /** The trees of a type. From the first call on, entities are destroyed by the type's rule. */
    public Tree of(TreeType type) {
        requireType(type);
        Tree known = byChildOf.get(type.childOf().id());
        return known == null ? make(type) : known;
    }

    /** The trees in which a component holds the parents. From the first call on, as with {@link #of}. */
    public Tree ofChildOf(Component<?> childOf) {
        Tree known = byChildOf.get(childOf.id());
        return known == null ? make(type(childOf)) : known;
    }

    private static TreeType type(Component<?> childOf) {
        for (TreeType type : TreeType.all()) {
            if (type.childOf() == childOf) {
                return type;
            }
        }
        throw new IllegalArgumentException("component " + childOf.name() + " holds no parents of a tree");
    }

    /** Throws if an argument is missing. */
    public static void requireType(TreeType type) {
        if (type == null) {
            throw new IllegalArgumentException("the tree type must not be null: pass TreeType.DEFAULT, or your own");
        }
    }

    public Subtree capture(TreeType type, long root) {
        return Subtree.of(rows, structure, of(type), root);
    }

    /** Makes a subtree of another store usable in this one. Handles of entities outside of it become NULL. */
    public Subtree copy(Subtree other) {
        return other.copy(rows, structure, of(other.type()));
    }

    private Tree make(TreeType type) {
        Tree made = new Tree(type, rows, structure);
        structure.waves().add(new ChildrenRule(made, structure));
        byChildOf.set(type.childOf().id(), made);
        return made;
    }

    /** Makes the trees whose entities have come from a file, and checks their links. */
    public void loaded() {
        for (TreeType type : TreeType.all()) {
            if (rows.pools().component(type.node().id()) != null
                    || rows.pools().component(type.childOf().id()) != null) {
                of(type).linked();
                new TreeCheck(rows, type).run();
            }
        }
    }
}
