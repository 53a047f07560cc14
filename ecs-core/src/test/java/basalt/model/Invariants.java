package basalt.model;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.world.World;
import java.util.List;

/** What must be true of a world and its model after each step. */
final class Invariants {
    /** Worlds below this size are checked in full even in the midst of a loop. */
    static final int SMALL = 48;

    /** The queries whose results are compared. */
    static final List<QuerySpec> QUERIES = List.of(
            QuerySpec.EVERYTHING,
            QuerySpec.of(),
            QuerySpec.of(Part.PLACE),
            QuerySpec.of(Part.PLACE, Part.VECTOR),
            QuerySpec.of(Part.PLACE).none(Part.MARKED),
            QuerySpec.of(Part.MIXED).none(Part.PLACE, Part.RARE).withDisabled(),
            QuerySpec.of().any(Part.RARE, Part.LABEL),
            QuerySpec.of(Part.LINK).any(Part.PLACE, Part.MARKED).any(Part.RARE, Part.VECTOR),
            QuerySpec.of().none(Part.PLACE, Part.MIXED),
            QuerySpec.of(Part.RARE),
            QuerySpec.of(Part.LABEL, Part.MIXED)
                    .any(Part.MARKED)
                    .none(Part.LINK)
                    .withDisabled());

    private static final int STALE_CHECKED = 16;

    private Invariants() {}

    /** The quick ones: the number of entities, and all about the entities that the last operation was for. */
    static void checkTouched(Twin twin) {
        Check.same(twin.model().size(), twin.world().entityCount(), () -> "entityCount");
        Check.same(twin.commands().count(), twin.world().commands().count(), () -> "commands that wait");
        var touched = twin.touched().iterator();
        while (touched.hasNext()) {
            long handle = touched.nextValue();
            if (twin.model().isAlive(handle)) {
                ModelEntity entity = twin.model().require(handle);
                checkEntity(twin.world(), entity);
                checkRecords(twin.world(), entity);
            } else {
                checkDead(twin.world(), handle);
            }
        }
    }

    static void checkAll(Twin twin) {
        World world = twin.world();
        Check.same(twin.model().size(), world.entityCount(), () -> "entityCount");
        twin.model().entities().forEach(entity -> checkEntity(world, entity));
        checkStale(twin);
        QUERIES.forEach(spec -> checkQuery(twin, spec));
        StorageInvariants.check(twin);
    }

    private static void checkEntity(World world, ModelEntity entity) {
        long handle = entity.handle;
        Check.that(world.isAlive(handle), () -> Entity.toString(handle) + " is alive");
        Check.that(world.isEnabled(handle) != entity.disabled, () -> Entity.toString(handle) + " is enabled");
        for (Part part : Part.ALL) {
            Component<?> component = part.component();
            boolean has = entity.has(part);
            Check.that(world.has(handle, component) == has, () -> Entity.toString(handle) + " has " + part);
            Check.that(
                    world.isEnabled(handle, component) == entity.isEnabled(part),
                    () -> Entity.toString(handle) + " has enabled " + part);
            if (has) {
                List<Cell> cells = part.cells();
                for (int i = 0; i < cells.size(); i++) {
                    Check.same(
                            entity.get(part, i),
                            cells.get(i).get(world, handle),
                            () -> "value of " + part + " of " + Entity.toString(handle));
                }
            }
        }
    }

    private static void checkRecords(World world, ModelEntity entity) {
        for (Part part : Part.ALL) {
            Record expected = entity.has(part) ? part.toRecord(entity.cells(part)) : null;
            Check.same(expected, world.tryGet(entity.handle, part.component()), () -> "record");
        }
    }

    private static void checkDead(World world, long handle) {
        Check.that(!world.isAlive(handle), () -> Entity.toString(handle) + " is dead");
        Check.that(!world.tryDestroy(handle), () -> Entity.toString(handle) + " cannot be destroyed");
        try {
            world.has(handle, Part.PLACE.component());
        } catch (DeadEntityException e) {
            Check.same(handle, e.entity(), () -> "entity that the exception names");
            return;
        }
        throw new AssertionError("a dead handle was accepted: " + Entity.toString(handle));
    }

    /** A few of the handles that there ever were, others each time. */
    private static void checkStale(Twin twin) {
        int size = twin.issued().size();
        int first = Math.max(0, twin.model().size() * 31 % Math.max(1, size - STALE_CHECKED));
        for (int i = first; i < Math.min(size, first + STALE_CHECKED); i++) {
            long handle = twin.issued().getLong(i);
            Check.that(
                    twin.world().isAlive(handle) == twin.model().isAlive(handle),
                    () -> "liveness of " + Entity.toString(handle));
        }
    }

    private static void checkQuery(Twin twin, QuerySpec spec) {
        Query query = twin.query(spec);
        int count = 0;
        long first = Entity.NULL;
        try (RowCursor rows = twin.patiently(query::cursor)) {
            for (ModelEntity entity : twin.model().entities()) {
                if (spec.matches(entity)) {
                    Check.that(rows.next(), () -> spec + " has not found " + Entity.toString(entity.handle));
                    Check.same(entity.handle, rows.entity(), () -> spec + " in ascending order");
                    first = count++ == 0 ? entity.handle : first;
                }
            }
            Check.that(!rows.next(), () -> spec + " has found too many");
        }
        Check.same(count, query.count(), () -> "count of " + spec);
        Check.same(first, query.first(), () -> "first of " + spec);
        Check.that(query.isEmpty() == (count == 0), () -> "isEmpty of " + spec);
    }
}
