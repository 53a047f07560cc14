package basalt.storage.relation;

import basalt.component.ComponentInfo;
import basalt.component.EntityColumn;
import basalt.component.OnTargetDestroy;
import basalt.storage.KnownColumns;
import basalt.storage.LinkCheck;
import basalt.storage.Rows;
import basalt.storage.change.Structure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** The relations of a store, by their columns. For the store's thread. */
public final class Relations {
    private final Rows rows;
    private final Structure structure;
    private final Map<EntityColumn, RelationIndex> byColumn = new LinkedHashMap<>();
    private final List<RelationIndex> made = new ArrayList<>();
    private final List<RelationIndex> all = Collections.unmodifiableList(made);
    private final List<RelationRule> rules = new ArrayList<>();
    private IntPredicate mayStillWrite = id -> false;

    /** Creates an object without relations. */
    public Relations(Rows rows, Structure structure) {
        this.rows = rows;
        this.structure = structure;
    }

    /** Sets how relations know that values are still being written, in rows that count as changed already. */
    public void mayStillWrite(IntPredicate test) {
        mayStillWrite = test;
    }

    /** The relation over a column. From the first call on, entities are destroyed by its policy. */
    public RelationIndex of(EntityColumn column, OnTargetDestroy policy) {
        if (column == null || policy == null) {
            throw new IllegalArgumentException("a relation needs a column and a policy: column=" + column
                    + ", onTargetDestroy=" + policy + "; is the column's constant initialised?");
        }
        RelationIndex known = byColumn.get(column);
        if (known == null) {
            require(column);
            return make(column, policy);
        }
        if (known.policy() != policy) {
            throw new IllegalArgumentException("the relation over " + name(column) + " exists with the policy "
                    + known.policy() + ", not " + policy + ": make it once, and pass the object on");
        }
        return known;
    }

    private static void require(EntityColumn column) {
        KnownColumns.require(column);
        LinkCheck.requireNoLink(column.component());
        if (column.component().isEvent()) {
            throw new IllegalArgumentException(
                    name(column) + " is a column of events; a relation needs one of a component");
        }
        if (column.length() != 1) {
            throw new IllegalArgumentException(name(column) + " is a vector of length " + column.length()
                    + "; a relation needs a scalar, so give the record a field for each target");
        }
    }

    static String name(EntityColumn column) {
        return column.component().name() + "." + column.field();
    }

    private RelationIndex make(EntityColumn column, OnTargetDestroy policy) {
        int id = column.component().id();
        RelationIndex index = new RelationIndex(column, policy, rows, structure, () -> mayStillWrite.test(id));
        if (policy != OnTargetDestroy.KEEP) {
            RelationRule rule;
            try {
                rule = new RelationRule(index, rows, structure);
            } catch (RuntimeException e) {
                index.stop(structure);
                throw e;
            }
            rules.add(rule);
            structure.waves().add(rule);
        }
        byColumn.put(column, index);
        made.add(index);
        return index;
    }

    /** Whether entities point at others by a component, so that the destruction of one may change or remove it. */
    public boolean isLink(ComponentInfo component) {
        boolean isLink = component.isLink();
        for (int i = 0; !isLink && i < made.size(); i++) {
            RelationIndex relation = made.get(i);
            isLink = relation.component() == component && relation.policy() != OnTargetDestroy.KEEP;
        }
        return isLink;
    }

    /**
     * Whether entities point at others by a component, each of which has at most one that points at it. Returns true
     * for a component with an exclusive relation.
     */
    public boolean isExclusive(ComponentInfo component) {
        boolean isExclusive = false;
        for (int i = 0; !isExclusive && i < made.size(); i++) {
            isExclusive = made.get(i).component() == component && made.get(i).isExclusive();
        }
        return isExclusive;
    }

    /** {@return all relations that were made, in this order; a view} */
    public List<RelationIndex> all() {
        return all;
    }

    /** {@return bytes reserved from the memory source} */
    public long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < made.size(); i++) {
            bytes += made.get(i).reservedBytes();
        }
        for (int i = 0; i < rules.size(); i++) {
            bytes += rules.get(i).reservedBytes();
        }
        return bytes;
    }

    /** Frees all memory. The store's readers of changes are closed by their owner. */
    public void close() {
        byColumn.values().forEach(RelationIndex::close);
        rules.forEach(RelationRule::close);
    }
}
