package basalt.model;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.storage.StoreInvariants;
import basalt.world.Hierarchy;
import basalt.world.TreeCursor;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Invariants of a world and its model, checked after each step. */
final class Invariants {
    /** Worlds below this size are checked in full inside loops too. */
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
                    .withDisabled(),
            QuerySpec.of().where(QuerySpec.Where.FEW_ITEMS),
            QuerySpec.of().where(QuerySpec.Where.NAMED),
            QuerySpec.of().where(QuerySpec.Where.THREE_MEMBERS));

    /** Queries with a condition on a cell, and what it means. */
    private record Conditioned(
            Part part, QuerySpec spec, int cell, Function<Query, Query> where, Predicate<Object> meets) {
        Conditioned(Part part, int cell, Function<Query, Query> where, Predicate<Object> meets) {
            this(part, QuerySpec.of(part), cell, where, meets);
        }

        boolean matches(ModelEntity entity) {
            return spec.matches(entity) && meets.test(entity.cells(part)[cell]);
        }
    }

    private static final List<Conditioned> CONDITIONS = List.of(
            new Conditioned(Part.PLACE, 0, query -> query.where(Part.Place.X).atMost(0), x -> (float) x <= 0),
            new Conditioned(
                    Part.MIXED,
                    1,
                    query -> query.where(Part.Mixed.TYPE.int32("count")).greaterThan(0),
                    count -> (int) count > 0),
            new Conditioned(
                    Part.MIXED,
                    2,
                    query -> query.where(Part.Mixed.TYPE.int8("level")).hasAny(1),
                    level -> ((byte) level & 1) != 0),
            new Conditioned(
                    Part.MIXED,
                    4,
                    query -> query.where(Part.Mixed.TYPE.bool("lit")).isTrue(),
                    lit -> (boolean) lit),
            new Conditioned(
                    Part.RARE,
                    1,
                    query -> query.where(Part.Rare.TYPE.int32("age")).lessThan(0),
                    age -> (int) age < 0));

    private static final int STALE_CHECKED = 16;

    private Invariants() {}

    /** Fast checks: the entity count, and the full state of the entities that the last operation used. */
    static void checkTouched(ModelPair pair) {
        Check.same(pair.model().size(), pair.world().entityCount(), () -> "entityCount");
        Check.same(pair.commands().count(), pair.world().commands().count(), () -> "pending commands");
        var touched = pair.touched().iterator();
        while (touched.hasNext()) {
            long handle = touched.nextValue();
            if (pair.model().isAlive(handle)) {
                ModelEntity entity = pair.model().require(handle);
                checkEntity(pair.world(), entity);
                checkRecords(pair.world(), entity);
                TreeCheck.checkTouched(pair, entity);
            } else {
                checkDead(pair.world(), handle);
            }
        }
    }

    static void checkAll(ModelPair pair) {
        World world = pair.world();
        Check.same(pair.model().size(), world.entityCount(), () -> "entityCount");
        pair.model().entities().forEach(entity -> checkEntity(world, entity));
        TreeCheck.checkAll(pair);
        checkStale(pair);
        QUERIES.forEach(spec -> checkQuery(pair, pair.query(spec), spec::matches, spec));
        CONDITIONS.forEach(with -> {
            Query query = pair.kept(with, () -> with.where().apply(pair.query(with.spec())));
            checkQuery(pair, query, with::matches, with);
        });
        pair.model().edges().check(pair);
        pair.observed().check(pair.model());
        checkStorage(pair);
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
            Check.same(
                    expected,
                    (world.has(entity.handle, part.component()) ? world.get(entity.handle, part.component()) : null),
                    () -> "record");
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

    /** Checks some of the issued handles, a different range at each size. */
    private static void checkStale(ModelPair pair) {
        int size = pair.issued().size();
        int first = Math.max(0, pair.model().size() * 31 % Math.max(1, size - STALE_CHECKED));
        for (int i = first; i < Math.min(size, first + STALE_CHECKED); i++) {
            long handle = pair.issued().getLong(i);
            Check.that(
                    pair.world().isAlive(handle) == pair.model().isAlive(handle),
                    () -> "liveness of " + Entity.toString(handle));
        }
    }

    private static void checkQuery(ModelPair pair, Query query, Predicate<ModelEntity> matches, Object spec) {
        int count = 0;
        long first = Entity.NULL;
        try (RowCursor rows = pair.withRetry(query::cursor)) {
            for (ModelEntity entity : pair.model().entities()) {
                if (matches.test(entity)) {
                    Check.that(rows.next(), () -> spec + " does not find " + Entity.toString(entity.handle));
                    Check.same(entity.handle, rows.entity(), () -> spec + " in ascending order");
                    first = count++ == 0 ? entity.handle : first;
                }
            }
            Check.that(!rows.next(), () -> spec + " finds too many entities");
        }
        Check.same(count, query.count(), () -> "count of " + spec);
        Check.same(first, query.first(), () -> "first of " + spec);
        Check.that(query.isEmpty() == (count == 0), () -> "isEmpty of " + spec);
    }

    /** Compares which blocks and rows there are, and checks the store. */
    private static void checkStorage(ModelPair pair) {
        ModelRows rows = pair.model().rows();
        int blocks = pair.places().blocks();
        Check.that(
                rows.blocks() == blocks || pair.memoryMayFail() && rows.blocks() < blocks,
                () -> "blocks: expected " + rows.blocks() + " but was " + blocks);
        for (int block = 0; block < blocks && !pair.memoryMayFail(); block++) {
            int each = block;
            Object owner = pair.population(pair.places().owner(block));
            Check.same(owner, rows.population(block), () -> "population of block " + each);
        }
        pair.model()
                .entities()
                .forEach(entity -> Check.same(
                        entity.row, pair.places().row(entity.index), () -> "row of " + Entity.toString(entity.handle)));
        if (pair.mayHaveMoved()) {
            int[] actual = pair.places().rows();
            for (int index = 0; index < actual.length; index++) {
                int each = index;
                Check.same(rows.row(index), actual[index], () -> "row of index " + each);
            }
        }
        if (pair.isStoreCheckDue() && !pair.model().isIterated()) {
            StoreInvariants.checkLoaded(pair.world());
        }
    }

    /** Compares the trees of a world with those of the model: each link of each entity. */
    static final class TreeCheck {

        private final World world;
        private final Hierarchy tree;
        private final ModelTree model;

        private TreeCheck(ModelPair pair) {
            world = pair.world();
            tree = pair.tree();
            model = pair.model().tree();
        }

        /** Checks all links of all entities, and walks over trees. */
        static void checkAll(ModelPair pair) {
            if (pair.usesTrees()) {
                TreeCheck check = new TreeCheck(pair);
                pair.model().entities().forEach(check::checkLinks);
                pair.model().entities().forEach(check::checkWalk);
            }
        }

        /** Checks the links of an entity and of its neighbours. */
        static void checkTouched(ModelPair pair, ModelEntity entity) {
            if (pair.usesTrees()) {
                TreeCheck check = new TreeCheck(pair);
                check.checkLinks(entity);
                if (entity.parent != Entity.NULL) {
                    check.checkLinks(pair.model().require(entity.parent));
                }
            }
        }

        private void checkLinks(ModelEntity entity) {
            long handle = entity.handle;
            List<Long> children = entity.children;
            Check.same(entity.parent, tree.parent(handle), () -> "parent of " + Entity.toString(handle));
            Check.same(model.depth(entity), tree.depth(handle), () -> "depth of " + Entity.toString(handle));
            Check.same(children.size(), tree.childCount(handle), () -> "children of " + Entity.toString(handle));
            Check.that(tree.contains(handle) == entity.isInTree, () -> Entity.toString(handle) + " is in a tree");
            Check.that(
                    world.has(handle, ChildOf.TYPE) == (entity.parent != Entity.NULL),
                    () -> Entity.toString(handle) + " has ChildOf");
            Check.that(
                    world.has(handle, TreeNode.TYPE) == entity.isInTree, () -> Entity.toString(handle) + " is a node");
            long before = Entity.NULL;
            long child = tree.firstChild(handle);
            for (long expected : children) {
                long previous = before;
                Check.same(expected, child, () -> "child of " + Entity.toString(handle));
                Check.same(previous, tree.previousSibling(child), () -> "sibling before " + Entity.toString(expected));
                before = child;
                child = tree.nextSibling(child);
            }
            Check.same(Entity.NULL, child, () -> "end of the children of " + Entity.toString(handle));
            Check.same(before, tree.lastChild(handle), () -> "last child of " + Entity.toString(handle));
        }

        /** Of a root, so that each tree is walked once. */
        private void checkWalk(ModelEntity entity) {
            if (entity.parent == Entity.NULL && !entity.children.isEmpty()) {
                List<Long> walked = new ArrayList<>(List.of(entity.handle));
                TreeCursor walk = tree.cursor().below(entity.handle);
                while (walk.next()) {
                    walked.add(walk.entity());
                }
                Check.same(model.subtree(entity.handle), walked, () -> "walk from " + Entity.toString(entity.handle));
                long last = walked.get(walked.size() - 1);
                Check.same(entity.handle, tree.root(last), () -> "root of " + Entity.toString(last));
                Check.that(tree.isAncestor(entity.handle, last), () -> "a root is above " + Entity.toString(last));
            }
        }
    }
}
