package basalt.system;

import static basalt.component.layout.BlockLayout.ALIVE_ID;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.match.Filter;
import basalt.storage.relation.RelationIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The declarations of a system. Immutable. Its index is the number of systems that were added before. Filters are the
 * components whose presence selects its kernel's rows; rows are the conditions of the rows that its kernel gets, both
 * empty for a body, which may look at any row. Followers are the components of other entities that may change when it
 * destroys some.
 */
record SystemSpec(
        String name,
        int index,
        DeclaredAccess access,
        Order.Declared order,
        RunConditions conditions,
        Set<Component<?>> filters,
        boolean isSplittable,
        boolean looksForChanges,
        List<Filter> rows,
        Set<Component<?>> followers) {

    /** The access of systems that are never split. */
    private static final Set<Access.Kind> WHOLE = EnumSet.of(
            Access.Kind.SPAWNS,
            Access.Kind.EXCLUSIVE,
            Access.Kind.WRITES_RESOURCE,
            Access.Kind.RECEIVES,
            Access.Kind.TOUCHES_OTHERS,
            Access.Kind.WORLD_THREAD);

    SystemSpec {
        rows = List.copyOf(rows);
        filters = Collections.unmodifiableSet(new LinkedHashSet<>(filters));
        followers = Set.copyOf(followers);
    }

    /** Puts the options of a system together, and whether its work can be split. */
    static SystemSpec of(
            String name, int index, Collection<Component<?>> filters, boolean splittable, SystemOption... options) {
        Order.requireName("the name of a system must not be", name);
        if (options == null) {
            throw new IllegalArgumentException("system \"" + name + "\" got null instead of options");
        }
        List<Access> access = new ArrayList<>();
        List<Order> order = new ArrayList<>();
        List<RunCondition> conditions = new ArrayList<>();
        for (SystemOption option : options) {
            if (option instanceof Access use) {
                access.add(use);
            } else if (option instanceof Order place) {
                order.add(place);
            } else if (option instanceof RunCondition condition) {
                conditions.add(condition);
            } else {
                throw new IllegalArgumentException("system \"" + name + "\" got an option that is null");
            }
        }
        DeclaredAccess declared = new DeclaredAccess(name, access);
        RunConditions runs = new RunConditions(name, conditions);
        if (runs.isEachFrame() && !declared.isForFrames()) {
            throw new IllegalArgumentException("system \"" + name + "\" runs each frame, and declares " + declared
                    + "; such a system only reads the world: do the rest in a system of the tick");
        }
        boolean whole = WHOLE.stream().anyMatch(declared::declares);
        return new SystemSpec(
                name,
                index,
                declared,
                new Order.Declared(name, order),
                runs,
                new LinkedHashSet<>(filters),
                splittable && !whole,
                false,
                List.of(),
                Set.of());
    }

    /** A copy for a kernel that gets rows of these conditions, and may have a change query. */
    SystemSpec over(List<Filter> newRows, boolean isWhole, boolean changes) {
        return new SystemSpec(
                name, index, access, order, conditions, filters, isSplittable && !isWhole, changes, newRows, followers);
    }

    /** A copy for a grid of rows of these conditions, which may be split although it writes a resource. */
    SystemSpec ofGrid(List<Filter> newRows, boolean splittable) {
        return new SystemSpec(name, index, access, order, conditions, filters, splittable, false, newRows, followers);
    }

    /**
     * A copy for a schedule that records access: of what it has declared, it only keeps what cannot be recorded. Its
     * kernel counts as writing these components and columns.
     */
    SystemSpec recording(Collection<?> written) {
        List<Access> kept = new ArrayList<>(access.keptWhileRecording(name).options());
        for (Object one : written) {
            kept.add(Access.assumed(isEachFrame() ? Access.Kind.READS : Access.Kind.WRITES, one));
        }
        DeclaredAccess all = new DeclaredAccess(name, kept);
        boolean whole = WHOLE.stream().anyMatch(all::declares);
        return new SystemSpec(
                name,
                index,
                all,
                order,
                conditions,
                filters,
                !whole && (isSplittable || WHOLE.stream().anyMatch(access::declares)),
                looksForChanges,
                rows,
                followers);
    }

    /**
     * A copy that knows the relations of its world: if it destroys entities of some components, entities that point at
     * them may change, and so may the children of those that are in trees.
     */
    SystemSpec among(Collection<RelationIndex> relations) {
        Set<Component<?>> changed = new LinkedHashSet<>();
        Set<Component<?>> destroyed = access.components(Access.Kind.DESTROYS);
        if (!destroyed.isEmpty()) {
            relations.forEach(relation -> changed.add(relation.component()));
            for (TreeType tree : TreeType.all()) {
                if (destroyed.contains(tree.node())) {
                    changed.add(tree.childOf());
                }
            }
        }
        return new SystemSpec(
                name, index, access, order, conditions, filters, isSplittable, looksForChanges, rows, changed);
    }

    /** Whether it runs in frames and not in ticks. */
    boolean isEachFrame() {
        return conditions.isEachFrame();
    }

    /** Whether its kernel selects all rows. */
    boolean seesAll() {
        return rows.stream().anyMatch(condition -> condition.requires(ALIVE_ID));
    }

    /**
     * Whether it may look at new entities that have exactly these components. A system with a change query also records
     * entities that it does not match: they are not new to it when they match later.
     */
    boolean mayFind(BitSet kind) {
        return rows.isEmpty() || looksForChanges || access.declares(Access.Kind.TOUCHES_OTHERS)
                ? mayKnow(kind)
                : rows.stream()
                        .anyMatch(
                                condition -> condition.matchesKind(kind.stream().toArray()));
    }

    /** Whether it uses a component that entities with these components have, or may use any entity. */
    boolean mayKnow(BitSet kind) {
        return seesAll() || seen().stream().anyMatch(component -> kind.get(component.id()));
    }

    /** Whether it acts at the start of its stage, when conditions are evaluated and changed rows are found. */
    boolean beginsWithItsStage() {
        return looksForChanges || looksAtValues() || conditions.callsUser();
    }

    /** Whether its kernel's query has conditions on values. Those on partners are evaluated while it runs. */
    private boolean looksAtValues() {
        return !rows.isEmpty() && rows.get(0).values() != null;
    }

    /** Whether it may have effects when its stage has ended. */
    boolean records() {
        return access.recordsCommands() || access.declares(Access.Kind.SENDS);
    }

    /** The components whose presence matters to it: those that select its rows, and those that it reads or writes. */
    Set<Component<?>> seen() {
        Set<Component<?>> seen = new LinkedHashSet<>(filters);
        seen.addAll(access.components(Access.Kind.READS));
        seen.addAll(access.components(Access.Kind.WRITES));
        return seen;
    }

    /** Whether it receives events, and may run less often than every second tick, which is as long as events live. */
    private boolean mayMissEvents() {
        return access.declares(Access.Kind.RECEIVES) && conditions.mayPassOverTicks();
    }

    /** Its declarations as in source, and the components that select its rows besides. */
    String declarations() {
        StringJoiner text = new StringJoiner(", ");
        for (Object part : List.of(access, order, conditions)) {
            if (!part.toString().isEmpty()) {
                text.add(part.toString());
            }
        }
        Set<Component<?>> more = new LinkedHashSet<>(filters);
        more.removeAll(access.components(Access.Kind.READS));
        more.removeAll(access.components(Access.Kind.WRITES));
        if (!more.isEmpty()) {
            StringJoiner names = new StringJoiner(", ", "selects by ", "");
            more.forEach(component -> names.add(component.shortName()));
            text.add(names.toString());
        }
        if (mayMissEvents()) {
            text.add("may miss events: they stay for two ticks");
        }
        return text.toString();
    }
}
