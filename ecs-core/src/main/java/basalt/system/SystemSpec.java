package basalt.system;

import static basalt.component.BlockLayout.ALIVE_ID;

import basalt.component.Component;
import basalt.runtime.Filter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * What a schedule knows about a system before it runs. Immutable.
 *
 * @param name unique in its schedule
 * @param index how many systems were added before
 * @param access what it uses
 * @param order where it stands
 * @param conditions when it runs
 * @param filters the components by whose presence its kernel's rows are selected; empty for a body
 * @param isSplittable whether several workers may share it
 * @param looksForChanges whether its kernel's query looks for changes
 * @param rows the conditions of the rows that its kernel is given; empty for a body, which may look at any
 */
record SystemSpec(
        String name,
        int index,
        DeclaredAccess access,
        DeclaredOrder order,
        RunConditions conditions,
        Set<Component<?>> filters,
        boolean isSplittable,
        boolean looksForChanges,
        List<Filter> rows) {

    SystemSpec {
        rows = List.copyOf(rows);
        filters = Collections.unmodifiableSet(new LinkedHashSet<>(filters));
    }

    /**
     * Puts the options of a system together.
     *
     * @param splittable whether its work can be split; one that spawns, writes a resource, receives events, touches
     *     other entities, runs on the world's thread or is exclusive is not split all the same
     * @throws IllegalArgumentException if the name is null or blank, an option is null, or the options contradict each
     *     other or themselves
     */
    static SystemSpec of(
            String name, int index, Collection<Component<?>> filters, boolean splittable, SystemOption... options) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("the name of a system must not be null or blank: name="
                    + (name == null ? "null" : "\"" + name + "\""));
        }
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
        boolean whole = declared.declares(AccessKind.SPAWNS)
                || declared.declares(AccessKind.EXCLUSIVE)
                || declared.declares(AccessKind.WRITES_RESOURCE)
                || declared.declares(AccessKind.RECEIVES)
                || declared.declares(AccessKind.TOUCHES_OTHERS)
                || declared.declares(AccessKind.WORLD_THREAD);
        return new SystemSpec(
                name,
                index,
                declared,
                new DeclaredOrder(name, order),
                RunConditions.of(name, conditions),
                new LinkedHashSet<>(filters),
                splittable && !whole,
                false,
                List.of());
    }

    /** The same for a kernel whose query looks for changes. */
    SystemSpec lookingForChanges() {
        return new SystemSpec(name, index, access, order, conditions, filters, isSplittable, true, rows);
    }

    /** The same for a kernel that is given rows of these conditions. */
    SystemSpec over(List<Filter> newRows) {
        return new SystemSpec(name, index, access, order, conditions, filters, isSplittable, looksForChanges, newRows);
    }

    /** Whether rows of its kernel are selected by nothing that they have. */
    boolean seesAll() {
        return rows.stream().anyMatch(condition -> condition.requires(ALIVE_ID));
    }

    /**
     * Whether it may look at new entities that have these components and no others. One that looks for changes takes note of those that it
     * does not match, too: they are not new to it when they match later.
     */
    boolean mayFind(BitSet kind) {
        return rows.isEmpty() || looksForChanges || access.declares(AccessKind.TOUCHES_OTHERS)
                ? mayKnow(kind)
                : rows.stream().anyMatch(condition -> condition.matchesKind(kind));
    }

    /** Whether it uses a component that entities with these components have, or may use any entity. */
    boolean mayKnow(BitSet kind) {
        return seesAll() || seen().stream().anyMatch(component -> kind.get(component.id()));
    }

    /** Whether part of what it does is done where its stage begins: its conditions are asked, or the changed rows are found. */
    boolean beginsWithItsStage() {
        return looksForChanges || !conditions.predicates().isEmpty();
    }

    /** Whether it may have effects that come when its stage has ended. */
    boolean records() {
        return access.recordsCommands() || access.declares(AccessKind.SENDS);
    }

    /** The same, not split. */
    SystemSpec whole() {
        return new SystemSpec(name, index, access, order, conditions, filters, false, looksForChanges, rows);
    }

    /** The components whose presence matters to it: those that select its rows, and those it reads or writes. */
    Set<Component<?>> seen() {
        Set<Component<?>> seen = new LinkedHashSet<>(filters);
        seen.addAll(access.components(AccessKind.READS));
        seen.addAll(access.components(AccessKind.WRITES));
        return seen;
    }

    /** Whether it receives events, and may come by more seldom than each second tick: as long as they stay. */
    private boolean mayMissEvents() {
        return access.declares(AccessKind.RECEIVES) && (conditions.everySeconds() > 0 || conditions.everyTicks() > 2);
    }

    /** What was said of it, as it is written, and what selects its rows besides. */
    String declarations() {
        StringJoiner text = new StringJoiner(", ");
        for (Object part : List.of(access, order, conditions)) {
            if (!part.toString().isEmpty()) {
                text.add(part.toString());
            }
        }
        Set<Component<?>> more = new LinkedHashSet<>(filters);
        more.removeAll(access.components(AccessKind.READS));
        more.removeAll(access.components(AccessKind.WRITES));
        if (!more.isEmpty()) {
            StringJoiner names = new StringJoiner(", ", "selects by ", "");
            more.forEach(component -> names.add(Access.nameOf(component)));
            text.add(names.toString());
        }
        if (mayMissEvents()) {
            text.add("may miss events: they stay for two ticks");
        }
        return text.toString();
    }
}
