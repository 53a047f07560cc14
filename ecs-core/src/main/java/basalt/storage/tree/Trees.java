package basalt.storage.tree;

import basalt.component.TreeType;
import basalt.storage.Rows;
import basalt.storage.change.Structure;
import java.util.LinkedHashMap;
import java.util.Map;

/** The trees of a store, by their types. For the store's thread; those that are there, for any thread that may read. */
public final class Trees {
    private final Rows rows;
    private final Structure structure;
    private final Map<TreeType, Tree> byType = new LinkedHashMap<>();

    /**
     * Creates an object without trees.
     *
     * @param rows the rows of the store
     * @param structure their structure
     */
    public Trees(Rows rows, Structure structure) {
        this.rows = rows;
        this.structure = structure;
    }

    /**
     * The trees of a type. From the first call on, entities are destroyed by the type's rule.
     *
     * @param type the type
     * @return always the same object
     * @throws IllegalArgumentException if the type is null
     */
    public Tree of(TreeType type) {
        if (type == null) {
            throw new IllegalArgumentException("the tree type must not be null: pass TreeType.DEFAULT, or your own");
        }
        Tree known = byType.get(type);
        return known == null ? make(type) : known;
    }

    /**
     * Captures an entity and all that is below it in trees of a type.
     *
     * @param type the type
     * @param root the entity
     * @return its copy
     * @throws basalt.component.DeadEntityException if the entity is not alive
     */
    public Subtree capture(TreeType type, long root) {
        return Subtree.of(rows, structure, of(type), root);
    }

    private Tree make(TreeType type) {
        Tree made = new Tree(type, rows, structure);
        structure.waves().add(made);
        byType.put(type, made);
        return made;
    }

    /**
     * Makes the trees whose entities have come from a file, and checks their links.
     *
     * @throws IllegalStateException if links are damaged
     */
    public void loaded() {
        for (TreeType type : TreeType.all()) {
            if (rows.pools().component(type.node().id()) != null
                    || rows.pools().component(type.childOf().id()) != null) {
                of(type);
                new TreeCheck(rows, type).run();
            }
        }
    }
}
