package basalt.model;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;

import basalt.world.Compaction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Compares the rows of entities before and after a move. */
final class MoveCheck {
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
            Check.that(order.compare(now.get(i - 1), now.get(i)) <= 0, () -> "order of the arranged entity " + number);
        }
    }

    /**
     * Checks that an arrangement was closed: nothing has moved, and its blocks belong to entities without template, or
     * are spare ones, as other blocks of theirs without entities.
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
