package basalt.model;

import basalt.model.Part.Group;
import basalt.model.Part.Listed;
import basalt.model.Part.Texts;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.RecordQuery;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** A query as data: masks of parts, and a condition on values, or null. */
record QuerySpec(int all, List<Integer> any, int none, int optional, boolean includeDisabled, Where where) {
    static final QuerySpec EVERYTHING = new QuerySpec(0, List.of(), 0, 0, true, null);

    /** A condition on the value of a cell, and what it means. */
    enum Where {
        FEW_ITEMS(Part.LISTED, 0, Condition.onLength(Listed.ITEMS).atMost(4), items -> size(items) <= 4),
        MANY_WORDS(Part.TEXTS, 2, Condition.onLength(Texts.WORDS).greaterThan(3), words -> size(words) > 3),
        NAMED(Part.TEXTS, 1, Condition.on(Texts.class, texts -> texts.name() != null), name -> name != null),
        THREE_MEMBERS(Part.GROUP, 0, Condition.onLength(Group.MEMBERS).equalTo(3), members -> size(members) == 3);

        private final Part part;
        private final int cell;
        private final Condition condition;
        private final Predicate<Object> meets;

        Where(Part part, int cell, Condition condition, Predicate<Object> meets) {
            this.part = part;
            this.cell = cell;
            this.condition = condition;
            this.meets = meets;
        }

        private static int size(Object list) {
            return ((List<?>) list).size();
        }
    }

    QuerySpec {
        all |= where == null ? 0 : where.part.bit();
        none &= ~all;
    }

    static QuerySpec of(Part... parts) {
        return new QuerySpec(Part.mask(parts), List.of(), 0, 0, false, null);
    }

    QuerySpec where(Where condition) {
        return new QuerySpec(all, any, none, optional, includeDisabled, condition);
    }

    QuerySpec any(Part... parts) {
        List<Integer> groups = new ArrayList<>(any);
        groups.add(Part.mask(parts));
        return new QuerySpec(all, groups, none, optional, includeDisabled, where);
    }

    QuerySpec none(Part... parts) {
        return new QuerySpec(all, any, none | Part.mask(parts), optional, includeDisabled, where);
    }

    QuerySpec withDisabled() {
        return new QuerySpec(all, any, none, optional, true, where);
    }

    /** The same query for a body that requires some parts and uses others if present. */
    QuerySpec forBody(int needed, int used) {
        return new QuerySpec(all | needed, any, none, optional | used, includeDisabled, where);
    }

    static QuerySpec random(Random random) {
        int all = random.nextInt(3) == 0 ? 0 : randomBits(random) & randomBits(random);
        List<Integer> any = new ArrayList<>();
        while (random.nextInt(4) == 0) {
            any.add(randomBits(random) | 1 << random.nextInt(Part.ALL.size()));
        }
        int none = random.nextBoolean() ? 0 : randomBits(random) & randomBits(random);
        Where where = random.nextInt(4) == 0 ? Where.values()[random.nextInt(Where.values().length)] : null;
        return new QuerySpec(all, List.copyOf(any), none, 0, random.nextInt(3) == 0, where);
    }

    private static int randomBits(Random random) {
        return random.nextInt(1 << Part.ALL.size());
    }

    boolean matches(ModelEntity entity) {
        return hasParts(entity) && (where == null || where.meets.test(entity.get(where.part, where.cell)));
    }

    /** Whether an entity matches, whatever its values are. Values that change do not end the visits of a loop. */
    boolean hasParts(ModelEntity entity) {
        int enabled = entity.present & ~entity.disabledParts;
        if (entity.disabled && !includeDisabled || (enabled & all) != all || (enabled & none) != 0) {
            return false;
        }
        for (int group : any) {
            if ((enabled & group) == 0) {
                return false;
            }
        }
        return true;
    }

    Query build(World world) {
        QueryBuilder builder = world.query()
                .all(Part.components(all))
                .none(Part.components(none))
                .optional(Part.components(optional));
        any.forEach(group -> builder.any(Part.components(group)));
        if (where != null) {
            builder.where(where.condition);
        }
        return (includeDisabled ? builder.includeDisabled() : builder).build();
    }

    /** A query of records with these conditions. */
    <Q extends RecordQuery<Q>> Q narrow(Q query) {
        Q narrowed = query.with(types(all)).without(types(none)).optional(types(optional));
        for (int group : any) {
            narrowed = narrowed.any(types(group));
        }
        narrowed = where == null ? narrowed : narrowed.where(where.condition);
        return includeDisabled ? narrowed.includeDisabled() : narrowed;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of a generic class
    private static Class<? extends Record>[] types(int mask) {
        return Part.in(mask).stream().map(part -> part.component().type()).toArray(Class[]::new);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("query");
        append(text, "all", all);
        any.forEach(group -> append(text, "any", group));
        append(text, "none", none);
        append(text, "optional", optional);
        text.append(where == null ? "" : ".where(" + where + ")");
        return text.append(includeDisabled ? ".includeDisabled()" : "").toString();
    }

    private static void append(StringBuilder text, String condition, int mask) {
        if (mask != 0) {
            text.append('.').append(condition).append(Part.in(mask));
        }
    }
}
