package basalt.model;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.POPULATED;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.storage.Blocks;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import basalt.world.Hierarchy;
import basalt.world.TreeCursor;
import basalt.world.World;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.agrona.UnsafeApi;

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
                    .withDisabled());

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
        StorageInvariants.check(pair);
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

    /** Compares a world's blocks with the model: owners, rows, bits, summaries, populated masks and free rows. */
    static final class StorageInvariants {

        private static final int PARTS = Part.ALL.size();
        private static final int SETS = PARTS + 4;

        private final ModelPair pair;
        private final Blocks blocks;

        /** By block, component and word: the rows that should have the component, then those that have it disabled. */
        private final long[][][] present;

        private final long[][][] disabled;

        /** By block and word: the rows reserved by pending spawn commands. */
        private final long[][] reserved;

        /** Words with rows that are neither alive nor free. */
        private int claimedWords;

        private StorageInvariants(ModelPair pair, Store store) {
            this.pair = pair;
            this.blocks = store.blocks();
            present = new long[blocks.count()][SETS][WORDS];
            disabled = new long[blocks.count()][SETS][WORDS];
            reserved = new long[blocks.count()][WORDS];
            pair.commands().reserved().forEach(handle -> {
                int row = pair.model().rows().row(Entity.index(handle));
                reserved[row >>> ROW_BITS][(row & ROW_MASK) >>> 6] |= 1L << row;
            });
        }

        static void check(ModelPair pair) {
            Store store = storeOf(pair.world());
            store.columnBytes(); // clears the "any" bit of the last word that became empty
            StorageInvariants invariants = new StorageInvariants(pair, store);
            pair.model().entities().forEach(invariants::expect);
            Check.same(pair.model().size(), store.entities().count(), () -> "count of the entity pool");
            Check.same(0, store.entities().retiredRows(), () -> "retired rows");
            int known = pair.model().rows().blocks();
            Check.that(
                    known == store.blocks().count()
                            || pair.memoryMayFail() && known < store.blocks().count(),
                    () -> "blocks: expected " + known + " but was "
                            + store.blocks().count());
            for (int block = 0; block < store.blocks().count(); block++) {
                invariants.checkBlock(block);
            }
            invariants.checkClaimed();
            invariants.checkRows();
        }

        private static Store storeOf(World world) {
            try {
                Field field = World.class.getSuperclass().getDeclaredField("store");
                field.setAccessible(true);
                return (Store) field.get(world);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError("World keeps its Store in another field now: adapt this test", e);
            }
        }

        private void expect(ModelEntity entity) {
            int row = entity.row;
            int block = row >>> ROW_BITS;
            int word = (row & ROW_MASK) >>> 6;
            long bit = 1L << row;
            Check.same(row, pair.places().row(entity.index), () -> "row of " + Entity.toString(entity.handle));
            for (Part part : Part.ALL) {
                if (entity.has(part)) {
                    present[block][part.ordinal()][word] |= bit;
                }
                if (part.isIn(entity.disabledParts)) {
                    disabled[block][part.ordinal()][word] |= bit;
                }
            }
            present[block][PARTS][word] |= bit;
            if (entity.disabled) {
                present[block][PARTS + 1][word] |= bit;
            }
            if (entity.parent != Entity.NULL) {
                present[block][PARTS + 2][word] |= bit;
            }
            if (entity.isInTree) {
                present[block][PARTS + 3][word] |= bit;
            }
            Check.same(
                    Entity.generation(entity.handle),
                    UnsafeApi.getInt(null, blocks.base(block) + GENERATIONS + 4L * (row & ROW_MASK)),
                    () -> "generation of row " + row);
        }

        private void checkBlock(int block) {
            long base = blocks.base(block);
            Check.same(block, Blocks.index(base), () -> "number of block " + block);
            Integer population = pair.population(pair.places().owner(block));
            Check.that(
                    pair.memoryMayFail()
                            || population.equals(pair.model().rows().population(block)),
                    () -> "block " + block + " belongs to population " + population + ", not "
                            + pair.model().rows().population(block));
            long[] populated = new long[MAX_COMPONENTS / Long.SIZE];
            for (int set = 0; set < SETS; set++) {
                int id = id(set);
                checkBits(
                        "present, component " + id,
                        base + Blocks.area(base, id) + PRESENT_SUMMARY,
                        base + Blocks.area(base, id),
                        present[block][set]);
                checkBits(
                        "disabled, component " + id,
                        base + Blocks.area(base, id) + DISABLED_SUMMARY,
                        base + Blocks.area(base, id) + DISABLED,
                        disabled[block][set]);
                boolean any = !isEmpty(present[block][set]);
                if (any) {
                    populated[id >>> 6] |= 1L << id;
                }
                checkBlocksWith(id, block, any);
            }
            for (int i = 0; i < populated.length; i++) {
                long actual = UnsafeApi.getLong(null, base + POPULATED + 8L * i);
                Check.same(populated[i], actual, () -> "populated components of block " + block);
            }
            checkFree(block, base);
        }

        /** Checks that no entity is in a free row. Rows that a population has claimed are neither free nor alive. */
        private void checkFree(int block, long base) {
            long[] free = new long[WORDS];
            for (int word = 0; word < WORDS; word++) {
                free[word] = RowBits.word(base + FREE_SUMMARY, base + FREE, word);
                long alive = present[block][PARTS][word];
                long pending = reserved[block][word];
                Check.same(0, free[word] & alive, () -> "rows that are both alive and free, in block " + block);
                Check.same(
                        0,
                        (free[word] | alive) & pending,
                        () -> "reserved rows that are free or alive: block " + block);
                claimedWords += (free[word] | alive | pending) != -1L ? 1 : 0;
            }
            checkBits("free", base + FREE_SUMMARY, base + FREE, free);
        }

        private void checkClaimed() {
            int populations = TemplateSpec.ALL.size() + 1;
            Check.that(
                    claimedWords <= populations,
                    () -> "words with rows that are neither alive nor free: " + claimedWords);
        }

        /** Checks which row each index has, if that may have changed since it was checked last. */
        private void checkRows() {
            if (pair.mayHaveMoved()) {
                int[] rows = pair.places().rows();
                for (int index = 0; index < rows.length; index++) {
                    int each = index;
                    Check.same(pair.model().rows().row(index), rows[index], () -> "row of index " + each);
                }
            }
        }

        private void checkBits(String name, long summary, long words, long[] expected) {
            for (int group = 0; group < SUMMARY_WORDS; group++) {
                long any = 0;
                long full = 0;
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    int word = (group << 6) + bit;
                    long rows = expected[word];
                    if (rows != 0) {
                        any |= 1L << bit;
                        full |= rows == -1L ? 1L << bit : 0;
                        Check.same(rows, RowBits.word(summary, words, word), () -> name + ", word " + word);
                    }
                }
                Check.same(any, RowBits.any(summary, group), () -> "any summary of " + name);
                Check.same(full, RowBits.full(summary, group), () -> "full summary of " + name);
            }
        }

        private void checkBlocksWith(int id, int block, boolean expected) {
            long[] with = blocks.blocksWith(id);
            boolean actual = block >>> 6 < with.length && (with[block >>> 6] >>> block & 1) != 0;
            Check.same(expected, actual, () -> "block " + block + " is among those with component " + id);
        }

        private static int id(int set) {
            return switch (set - PARTS) {
                case 0 -> ALIVE_ID;
                case 1 -> DISABLED_ID;
                case 2 -> ChildOf.TYPE.id();
                case 3 -> TreeNode.TYPE.id();
                default -> Part.ALL.get(set).component().id();
            };
        }

        private static boolean isEmpty(long[] words) {
            for (long word : words) {
                if (word != 0) {
                    return false;
                }
            }
            return true;
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
