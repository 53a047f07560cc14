package basalt.model;

import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.RecordQuery;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A query as data: masks of parts. */
record QuerySpec(int all, List<Integer> any, int none, int optional, boolean includeDisabled) {
    static final QuerySpec EVERYTHING = new QuerySpec(0, List.of(), 0, 0, true);

    QuerySpec {
        none &= ~all;
    }

    static QuerySpec of(Part... parts) {
        return new QuerySpec(Part.mask(parts), List.of(), 0, 0, false);
    }

    QuerySpec any(Part... parts) {
        List<Integer> groups = new ArrayList<>(any);
        groups.add(Part.mask(parts));
        return new QuerySpec(all, groups, none, optional, includeDisabled);
    }

    QuerySpec none(Part... parts) {
        return new QuerySpec(all, any, none | Part.mask(parts), optional, includeDisabled);
    }

    QuerySpec withDisabled() {
        return new QuerySpec(all, any, none, optional, true);
    }

    /** The same query for a body that requires some parts and uses others if present. */
    QuerySpec forBody(int needed, int used) {
        return new QuerySpec(all | needed, any, none, optional | used, includeDisabled);
    }

    static QuerySpec random(Random random) {
        int all = random.nextInt(3) == 0 ? 0 : randomBits(random) & randomBits(random);
        List<Integer> any = new ArrayList<>();
        while (random.nextInt(4) == 0) {
            any.add(randomBits(random) | 1 << random.nextInt(Part.ALL.size()));
        }
        int none = random.nextBoolean() ? 0 : randomBits(random) & randomBits(random);
        return new QuerySpec(all, List.copyOf(any), none, 0, random.nextInt(3) == 0);
    }

    private static int randomBits(Random random) {
        return random.nextInt(1 << Part.ALL.size());
    }

    boolean matches(ModelEntity entity) {
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
        return (includeDisabled ? builder.includeDisabled() : builder).build();
    }

    /** A query of records with these conditions. */
    <Q extends RecordQuery<Q>> Q narrow(Q query) {
        Q narrowed = query.with(types(all)).without(types(none)).optional(types(optional));
        for (int group : any) {
            narrowed = narrowed.any(types(group));
        }
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
        return text.append(includeDisabled ? ".includeDisabled()" : "").toString();
    }

    private static void append(StringBuilder text, String condition, int mask) {
        if (mask != 0) {
            text.append('.').append(condition).append(Part.in(mask));
        }
    }
}
