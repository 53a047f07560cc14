package basalt.model;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;

import basalt.component.ChildOf;
import basalt.component.Column;
import basalt.component.Entity;
import basalt.model.Part.Label;
import basalt.model.Part.Link;
import basalt.model.Part.Mixed;
import basalt.model.Part.Place;
import basalt.model.Part.Rare;
import basalt.query.Query;
import basalt.storage.RowPlaces;
import basalt.world.Arrangement;
import basalt.world.ArrangementBuilder;
import basalt.world.Compaction;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** Operations that move rows. */
final class MoveOps {
    /** Arrangements that can be run or closed later. */
    static final int SLOTS = 3;

    private static final float CELL = 4;
    private static final int MOST_IN_STEPS = 3000;

    private MoveOps() {}

    /** Compacts the world, or the blocks of a template. */
    record Compact(int template, int most, boolean watched) implements Op {
        static final int WORLD = -1;

        @Override
        public void apply(ModelPair pair) {
            if (pair.model().isIterated()) {
                pair.bothDo(() -> compact(pair), MoveOps::refuse);
                return;
            }
            IntPredicate populations = population -> template == WORLD || population == template + 1;
            long before = MoveCheck.left(pair, populations);
            MoveCheck check = new MoveCheck(pair);
            int refusals = pair.refusals();
            Compaction done = watch(pair, watched, () -> compact(pair));
            long limit = most == 0 ? Long.MAX_VALUE : most;
            check.compacted(done, before, limit, pair.refusals() > refusals, populations);
        }

        private Compaction compact(ModelPair pair) {
            if (template != WORLD) {
                Template compacted = pair.template(template);
                return most == 0 ? compacted.compact() : compacted.compactRows(most);
            }
            return most == 0
                    ? pair.world().rows().compact()
                    : pair.world().rows().compactRows(most);
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>();
            if (watched) {
                simpler.add(new Compact(template, most, false));
            }
            if (template != WORLD || most != 0) {
                simpler.add(new Compact(WORLD, 0, watched));
            }
            return simpler;
        }
    }

    /** The orders of arrangements. */
    enum Order {
        TOGETHER,
        ASCENDING,
        DESCENDING,
        KEYS,
        CURVE,
        CURVE_IN_SPACE
    }

    /** A column that can be sorted by. */
    private record Sorted(Part part, int cell, Column column) {}

    private static final List<Sorted> COLUMNS = List.of(
            new Sorted(Part.PLACE, 0, Place.X),
            new Sorted(Part.PLACE, 1, Place.Y),
            new Sorted(Part.MIXED, 0, Mixed.TYPE.float64("weight")),
            new Sorted(Part.MIXED, 1, Mixed.TYPE.int32("count")),
            new Sorted(Part.MIXED, 2, Mixed.TYPE.int8("level")),
            new Sorted(Part.MIXED, 3, Mixed.TYPE.int16("rank")),
            new Sorted(Part.MIXED, 4, Mixed.TYPE.bool("lit")),
            new Sorted(Part.MIXED, 5, Mixed.TOTAL),
            new Sorted(Part.RARE, 0, Rare.HEAT),
            new Sorted(Part.RARE, 1, Rare.TYPE.int32("age")),
            new Sorted(Part.LABEL, 1, Label.TYPE.int32("size")),
            new Sorted(Part.LINK, 0, Link.TARGET));

    /** An arrangement, with its query and order. */
    static final class Held {
        private final Arrangement real;
        private final QuerySpec spec;
        private final Order order;
        private final Sorted by;
        private boolean isClosed;

        private Held(Arrangement real, QuerySpec spec, Order order, Sorted by) {
            this.real = real;
            this.spec = spec;
            this.order = order;
            this.by = by;
        }

        QuerySpec spec() {
            return spec;
        }

        int population(ModelPair pair) {
            return pair.population(RowPlaces.owner(real));
        }

        /** The order that is promised; null for none. */
        Comparator<ModelEntity> comparator() {
            return switch (order) {
                case TOGETHER -> null;
                case ASCENDING -> (a, b) -> compare(a.get(by.part, by.cell), b.get(by.part, by.cell), 1);
                case DESCENDING -> (a, b) -> compare(a.get(by.part, by.cell), b.get(by.part, by.cell), -1);
                case KEYS -> (a, b) -> Long.compareUnsigned((long) a.get(Part.MIXED, 5), (long) b.get(Part.MIXED, 5));
                case CURVE -> (a, b) -> Long.compareUnsigned(curve(a), curve(b));
                case CURVE_IN_SPACE -> (a, b) -> Long.compareUnsigned(curveInSpace(a), curveInSpace(b));
            };
        }

        private int compare(Object a, Object b, int sign) {
            if (by.part == Part.LINK) {
                return sign * Long.compareUnsigned(Long.rotateLeft((long) a, 32), Long.rotateLeft((long) b, 32));
            }
            if (isNaN(a) || isNaN(b)) {
                return Boolean.compare(isNaN(a), isNaN(b));
            }
            @SuppressWarnings("unchecked") // values of one column
            Comparable<Object> value = (Comparable<Object>) a;
            return sign * value.compareTo(b);
        }

        private static boolean isNaN(Object value) {
            return value instanceof Float number && number.isNaN() || value instanceof Double wide && wide.isNaN();
        }

        private static long curve(ModelEntity entity) {
            return interleave(
                    Integer.SIZE, 0x5555_5555, coordinate(entity, Part.PLACE, 0), coordinate(entity, Part.PLACE, 1));
        }

        private static long curveInSpace(ModelEntity entity) {
            return interleave(
                    21,
                    0xAAAAA,
                    coordinate(entity, Part.PLACE, 0),
                    coordinate(entity, Part.PLACE, 1),
                    coordinate(entity, Part.RARE, 0));
        }

        private static float coordinate(ModelEntity entity, Part part, int cell) {
            return (float) entity.get(part, cell);
        }

        /** The lowest bit of each coordinate's cell, then the next one of each, and so on. */
        private static long interleave(int bits, int cellOfZero, float... coordinates) {
            long key = 0;
            for (int bit = 0; bit < bits; bit++) {
                for (int i = 0; i < coordinates.length; i++) {
                    int cell = (int) Math.floor(coordinates[i] / (double) CELL); // saturates; 0 for NaN
                    long known = Math.max(0, Math.min((1L << bits) - 1, (long) cell + cellOfZero));
                    key |= (known >>> bit & 1) << coordinates.length * bit + i;
                }
            }
            return key;
        }
    }

    /** Makes an arrangement; one that was made in the same slot stays as it is. */
    record Arrange(int slot, QuerySpec spec, Order order, int column) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Sorted by = COLUMNS.get(column % COLUMNS.size());
            int needed = switch (order) {
                case TOGETHER -> 0;
                case ASCENDING, DESCENDING -> by.part.bit();
                case KEYS -> Part.MIXED.bit();
                case CURVE -> Part.PLACE.bit();
                case CURVE_IN_SPACE -> Part.PLACE.bit() | Part.RARE.bit();
            };
            QuerySpec exact = spec.forBody(needed, 0);
            Query query = pair.query(exact);
            pair.arrangements()
                    .put(slot, new Held(arrange(pair.world().rows().arrange(query), by.column), exact, order, by));
        }

        private Arrangement arrange(ArrangementBuilder builder, Column by) {
            return switch (order) {
                case TOGETHER -> builder.together();
                case ASCENDING -> builder.byColumn(by);
                case DESCENDING -> builder.byColumnDescending(by);
                case KEYS -> builder.byKeys(Mixed.TOTAL);
                case CURVE -> builder.byCurve(Place.X, Place.Y, CELL);
                case CURVE_IN_SPACE -> builder.byCurve(Place.X, Place.Y, Rare.HEAT, CELL);
            };
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>();
            if (!spec.equals(QuerySpec.EVERYTHING)) {
                simpler.add(new Arrange(slot, QuerySpec.EVERYTHING, order, column));
            }
            if (order != Order.TOGETHER) {
                simpler.add(new Arrange(slot, spec, Order.TOGETHER, column));
            }
            return simpler;
        }
    }

    /** Runs an arrangement; with a number of rows, once, or in steps until all is in order. */
    record RunArrangement(int slot, int most, boolean inSteps, boolean watched) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Held held = held(pair, slot);
            if (held == null) {
                return;
            }
            if (pair.model().isIterated() || held.isClosed) {
                pair.bothDo(() -> run(held, false), MoveOps::refuse);
                return;
            }
            boolean toTheEnd = inSteps && pair.model().size() <= MOST_IN_STEPS;
            MoveCheck check = new MoveCheck(pair);
            int refusals = pair.refusals();
            watch(pair, watched, () -> run(held, toTheEnd));
            boolean hasFailed = refusals < pair.refusals();
            check.arranged(held, most == 0 || toTheEnd, most == 0 && !hasFailed);
            if (most > 0 && !toTheEnd && !hasFailed) {
                check.hasMovedAtMost(most, held);
            }
        }

        private boolean run(Held held, boolean toTheEnd) {
            if (most == 0) {
                held.real.run();
                return true;
            }
            boolean isDone = held.real.runRows(most);
            for (int pass = 0; toTheEnd && pass < 2; pass++) { // what was in order may have changed before the first
                int steps = 0;
                do {
                    isDone = held.real.runRows(most);
                    Check.that(++steps < 4 * MOST_IN_STEPS, () -> "the arrangement does not end");
                } while (!isDone);
            }
            return isDone;
        }

        @Override
        public List<Op> simpler() {
            return watched ? List.of(new RunArrangement(slot, most, inSteps, false)) : List.of();
        }
    }

    /** Closes an arrangement, which stays in its slot, and is refused from then on. */
    record CloseArrangement(int slot) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Held held = held(pair, slot);
            if (held == null) {
                return;
            }
            if (pair.model().isIterated() && !held.isClosed) {
                pair.bothDo(held.real::close, MoveOps::refuse);
                return;
            }
            if (pair.model().isIterated()) {
                held.real.close();
                return;
            }
            MoveCheck check = new MoveCheck(pair);
            int own = held.isClosed ? ModelRows.SPARE : held.population(pair);
            pair.moving(() -> {
                held.real.close();
                return null;
            });
            held.isClosed = true;
            if (own != ModelRows.SPARE) {
                check.closed(own);
            }
        }
    }

    /** The arrangement in a slot; if it is empty, in the next one. Null if there is none. */
    private static Held held(ModelPair pair, int slot) {
        for (int i = 0; i < SLOTS; i++) {
            Held held = pair.arrangements().get((slot + i) % SLOTS);
            if (held != null) {
                return held;
            }
        }
        return null;
    }

    private static <T> T watch(ModelPair pair, boolean watched, Supplier<T> action) {
        MoveWatch watch = pair.moveWatch(watched);
        return watch == null ? pair.moving(action) : watch.during(() -> pair.moving(action));
    }

    private static void refuse() {
        throw new IllegalStateException("iterated over, or closed");
    }

    /** Compares the rows of entities before and after a move. */
    static final class MoveCheck {

        private final ModelPair pair;
        private final Map<ModelEntity, Integer> rowBefore = new HashMap<>();
        private final List<ModelEntity> orderBefore;
        private final List<Integer> populationsBefore = new ArrayList<>();

        /** Keeps where the entities are now. */
        MoveCheck(ModelPair pair) {
            this.pair = pair;
            orderBefore = List.copyOf(pair.model().entities());
            orderBefore.forEach(entity -> rowBefore.put(entity, entity.row));
            for (int block = 0; block < pair.places().blocks(); block++) {
                populationsBefore.add(population(block));
            }
        }

        private int population(int block) {
            return pair.population(pair.places().owner(block));
        }

        private int populationBefore(ModelEntity entity) {
            return populationsBefore.get(rowBefore.get(entity) >>> ROW_BITS);
        }

        private int populationOf(ModelEntity entity) {
            return population(entity.row >>> ROW_BITS);
        }

        private boolean hasMoved(ModelEntity entity) {
            return entity.row != rowBefore.get(entity);
        }

        /** How many entities a compaction of some populations has to move: those that are above a free row. */
        static long left(ModelPair pair, IntPredicate populations) {
            Map<Integer, BitSet> free = new HashMap<>();
            for (int block = 0; block < pair.places().blocks(); block++) {
                int population = pair.population(pair.places().owner(block));
                if (population != ModelRows.SPARE && populations.test(population)) {
                    pair.places().addUnused(block, free.computeIfAbsent(population, p -> new BitSet()));
                }
            }
            Map<Integer, Integer> nextFree = new HashMap<>();
            List<ModelEntity> descending = new ArrayList<>(pair.model().entities());
            long left = 0;
            for (int i = descending.size() - 1; i >= 0; i--) {
                int row = descending.get(i).row;
                int population = pair.population(pair.places().owner(row >>> ROW_BITS));
                if (free.containsKey(population)) {
                    int hole = free.get(population).nextSetBit(nextFree.getOrDefault(population, 0));
                    if (hole >= 0 && hole < row) {
                        left++;
                        nextFree.put(population, hole + 1);
                    }
                }
            }
            return left;
        }

        /** Checks a compaction of some populations, which had a number of entities to move, and might move so many. */
        void compacted(Compaction done, long before, long most, boolean hasFailed, IntPredicate populations) {
            orderBefore.forEach(entity -> {
                Check.same(populationBefore(entity), populationOf(entity), () -> "population of a compacted entity");
                Check.that(
                        populations.test(populationOf(entity)) || !hasMoved(entity),
                        () -> "an entity of another template has moved: row " + entity.row);
            });
            long left = left(pair, populations);
            Check.same(left, done.entitiesLeft(), () -> "entities left");
            if (!hasFailed) {
                long moved = orderBefore.stream().filter(this::hasMoved).count();
                Check.same(Math.min(before, most), moved, () -> "entities moved");
                Check.same(moved, done.entitiesMoved(), () -> "entities that were said to have moved");
                Check.same(before - moved, left, () -> "entities left by the moves");
                long freed = populationsBefore.stream()
                        .filter(population -> population == ModelRows.SPARE)
                        .count();
                Check.same(spareBlocks() - freed, done.blocksFreed(), () -> "blocks freed");
            }
            if (done.isComplete()) {
                checkNoBlockIsEmpty(populations);
            }
        }

        private long spareBlocks() {
            long count = 0;
            for (int block = 0; block < pair.places().blocks(); block++) {
                count += population(block) == ModelRows.SPARE ? 1 : 0;
            }
            return count;
        }

        private void checkNoBlockIsEmpty(IntPredicate populations) {
            for (int block = 0; block < pair.places().blocks(); block++) {
                int owner = population(block);
                if (owner != ModelRows.SPARE && populations.test(owner)) {
                    int each = block;
                    Check.that(!pair.places().isAllFree(block), () -> "block " + each + " of " + owner + " is empty");
                }
            }
        }

        /** Checks a run of an arrangement, which has arranged all entities, or some. */
        void arranged(MoveOps.Held held, boolean isFinished, boolean isAtOnce) {
            int own = held.population(pair);
            for (ModelEntity entity : orderBefore) {
                boolean was = populationBefore(entity) == own;
                boolean is = populationOf(entity) == own;
                boolean matches = held.spec().matches(entity);
                Check.that(matches || was || !hasMoved(entity), () -> "another entity has moved, to row " + entity.row);
                Check.that(is || !matches || !was, () -> "an entity was lost, to row " + entity.row);
                Check.that(!isFinished || is == matches, () -> "in the arrangement: " + is + ", row " + entity.row);
                Check.that(
                        is || !was || populationOf(entity) == ModelPair.NO_TEMPLATE,
                        () -> "an entity has left to row " + entity.row);
            }
            if (isFinished) {
                checkOrder(held, own, isAtOnce);
            }
        }

        /** Checks how many entities have come to an arrangement and left it. */
        void hasMovedAtMost(int most, MoveOps.Held held) {
            int own = held.population(pair);
            long moved = orderBefore.stream()
                    .filter(entity -> populationBefore(entity) == own != (populationOf(entity) == own))
                    .count();
            Check.that(moved <= most, () -> "moved " + moved + " of at most " + most);
        }

        private void checkOrder(MoveOps.Held held, int own, boolean isAtOnce) {
            List<Integer> blocks = new ArrayList<>();
            for (int block = 0; block < pair.places().blocks(); block++) {
                if (population(block) == own) {
                    blocks.add(block);
                }
            }
            List<ModelEntity> now = pair.model().matching(held.spec()::matches);
            Check.same((now.size() + ROWS - 1) / ROWS, blocks.size(), () -> "blocks of the arrangement");
            for (int i = 0; i < now.size(); i++) {
                int number = i;
                Check.same(
                        blocks.get(i / ROWS) * ROWS + i % ROWS,
                        now.get(i).row,
                        () -> "row of the arranged entity " + number);
            }
            Comparator<ModelEntity> order = held.comparator();
            if (order == null) {
                return;
            }
            if (isAtOnce) {
                List<ModelEntity> expected = new ArrayList<>(now);
                expected.sort(Comparator.comparing((ModelEntity entity) -> populationBefore(entity) != own)
                        .thenComparing(rowBefore::get));
                expected.sort(order);
                Check.same(expected, now, () -> "arranged entities");
            }
            for (int i = 1; i < now.size(); i++) {
                int number = i;
                Check.that(
                        order.compare(now.get(i - 1), now.get(i)) <= 0, () -> "order of the arranged entity " + number);
            }
        }

        /**
         * Checks that an arrangement was closed: nothing has moved, and its blocks belong to entities without template,
         * or are spare ones, as other blocks of theirs without entities.
         */
        void closed(int own) {
            Check.that(orderBefore.stream().noneMatch(this::hasMoved), () -> "an entity has moved");
            for (int block = 0; block < pair.places().blocks(); block++) {
                int before = populationsBefore.get(block);
                int each = block;
                boolean isLeft = before == own || before == ModelPair.NO_TEMPLATE;
                int after = pair.places().isAllFree(block) ? ModelRows.SPARE : ModelPair.NO_TEMPLATE;
                Check.same(isLeft ? after : before, population(block), () -> "owner of block " + each);
            }
        }
    }

    /**
     * Pairs of equal readers of changes, additions and removals. One of each pair is read before rows move, the other
     * one after that: both must find the same, and nothing the second time.
     */
    static final class MoveWatch {

        private final ModelPair pair;
        private final List<List<Query>> queries = new ArrayList<>();
        private final List<List<RemovedComponents>> removed = new ArrayList<>();

        MoveWatch(ModelPair pair) {
            this.pair = pair;
            World world = pair.world();
            addTwins(() -> world.query().changed(Place.TYPE).includeDisabled().build());
            addTwins(() -> world.query().changed(Rare.TYPE).build());
            addTwins(() -> world.query().changed(Label.TYPE).all(Mixed.TYPE).build());
            addTwins(() -> world.query().added(Mixed.TYPE).includeDisabled().build());
            addTwins(() -> world.query().added(Rare.TYPE).build());
            addTwins(() -> world.query().changed(ChildOf.TYPE).includeDisabled().build());
            removed.add(List.of(world.removed(Place.TYPE), world.removed(Place.TYPE)));
            removed.add(List.of(world.removed(ChildOf.TYPE), world.removed(ChildOf.TYPE)));
            removed.add(List.of(world.removed(Rare.TYPE), world.removed(Rare.TYPE)));
        }

        private void addTwins(Supplier<Query> maker) {
            queries.add(List.of(maker.get(), maker.get()));
        }

        /** Runs an action that moves rows, and checks that no reader finds it. */
        <T> T during(Supplier<T> action) {
            List<Set<Long>> before = read(0);
            T result = action.get();
            List<Set<Long>> after = read(1);
            List<Set<Long>> again = read(0);
            for (int i = 0; i < before.size() && !pair.memoryMayFail(); i++) {
                int reader = i;
                Check.same(before.get(i), after.get(i), () -> "what reader " + reader + " finds after the moves");
                Check.same(Set.of(), again.get(i), () -> "moved entities that reader " + reader + " finds");
            }
            return result;
        }

        private List<Set<Long>> read(int twin) {
            List<Set<Long>> found = new ArrayList<>();
            for (List<Query> twins : queries) {
                found.add(pair.withRetry(() -> {
                    Set<Long> entities = new HashSet<>();
                    twins.get(twin)
                            .forEach(row -> Check.that(
                                    entities.add(row.entity()), () -> "found twice: " + Entity.toString(row.entity())));
                    return entities;
                }));
            }
            for (List<RemovedComponents> twins : removed) {
                Set<Long> entities = new HashSet<>();
                twins.get(twin).forEach(entities::add);
                found.add(entities);
            }
            return found;
        }
    }
}
