package basalt.model;

import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * The free rows of each population, and the last generation of each entity index. An entity gets a free row in a block
 * of its population, and a spare or new block only if that population has no free row. The populations of templates
 * share blocks until they have many entities. An index and its generation stay together when rows move; which row they
 * have then is told by the world.
 */
final class ModelRows {
    /** The owner of shared blocks. */
    static final int SHARED = -1;

    /** The owner of blocks without entities that belong to no population. */
    static final int SPARE = -2;

    /** The most entities of a population in shared blocks. */
    private static final int MOST_SHARED = 256;

    private final Map<Integer, BitSet> freeOfPopulation = new HashMap<>();
    private final Map<Integer, Integer> populationOfShared = new HashMap<>();

    /** How many shared rows each population has taken since its entities were last counted. */
    private final Map<Integer, Integer> sharedCounts = new HashMap<>();

    private final Set<Integer> populationsWithOwnBlocks = new HashSet<>(Set.of(ModelPair.NO_TEMPLATE));
    private final List<Integer> populationOfBlock = new ArrayList<>();
    private final Map<Integer, Integer> generations = new HashMap<>();

    /** The highest generation that each index ever had, also in futures that were abandoned. */
    private final Map<Integer, Integer> highest = new HashMap<>();

    /** The row of each index; those beyond the end have the same number as their row. Never written to. */
    private int[] rowOfIndex = {};

    /** How many blocks the next rows need, which the world adds first; a spare one may be lower than the free rows. */
    private int blocksToAdd;

    /** Whether the world may give a block to a population for a call that then fails. */
    private boolean blocksMayBeGivenEarly;

    /** Called before rows of a number of entities are taken: decides whether their population still shares blocks. */
    void prepare(int population, int count) {
        if (count > MOST_SHARED - sharedCounts.getOrDefault(population, 0)) {
            populationOfShared.entrySet().removeIf(of -> of.getValue() == population && isFree(row(of.getKey())));
            int used = (int) populationOfShared.values().stream()
                    .filter(of -> of == population)
                    .count();
            sharedCounts.put(population, used);
            if (count > MOST_SHARED - used || used > MOST_SHARED / 2) {
                populationsWithOwnBlocks.add(population);
            }
        }
        int owner = populationsWithOwnBlocks.contains(population) ? population : SHARED;
        int missing = count - freeOfPopulation.getOrDefault(owner, new BitSet()).cardinality();
        blocksToAdd = (Math.max(0, missing) + BlockLayout.ROWS - 1) / BlockLayout.ROWS;
    }

    /** Takes the row of a reserved handle, and checks that the row was free. */
    void reserve(int population, long handle) {
        take(population, handle);
        put(Entity.index(handle), Entity.generation(handle) - 1);
    }

    /** Whether a handle was not issued since the row's index has its generation, and is one of the next ones. */
    boolean mayBeNext(long handle) {
        int later = Entity.generation(handle) - generations.getOrDefault(Entity.index(handle), 0);
        return later > 0 && later < 100;
    }

    /** Makes the entity of a reserved handle alive. */
    void activate(long handle) {
        put(Entity.index(handle), Entity.generation(handle));
    }

    /** Takes the row of a new handle, and checks that the row was free. */
    void take(int population, long handle) {
        int index = Entity.index(handle);
        int row = row(index);
        int generation = Entity.generation(handle);
        int last = Math.max(generations.getOrDefault(index, 0), highest.getOrDefault(index, 0));
        Check.that((generation & 1) != 0, () -> "the generation of an alive entity is odd: " + Entity.toString(handle));
        Check.that(
                Integer.compareUnsigned(generation, last) > 0,
                () -> "a generation increases: " + Entity.toString(handle) + " after generation " + last);
        boolean isShared = !populationsWithOwnBlocks.contains(population);
        int owner = isShared ? SHARED : population;
        if (isShared) {
            countShared(population);
            populationOfShared.put(index, population);
        }
        BitSet free = freeOfPopulation.computeIfAbsent(owner, p -> new BitSet());
        if (free.isEmpty() || (blocksToAdd > 0 || blocksMayBeGivenEarly) && isUnused(row >>> BlockLayout.ROW_BITS)) {
            blocksToAdd--;
            addBlock(owner, row >>> BlockLayout.ROW_BITS, free);
        }
        Check.that(
                free.get(row),
                () -> "population " + owner + " has free rows from " + free.nextSetBit(0) + " on, but used " + row);
        free.clear(row);
        put(index, generation);
    }

    void countShared(int population) {
        sharedCounts.merge(population, 1, Integer::sum);
    }

    /** Takes over the generations of indices that have had entities which the model has not seen. */
    void unseen(IntUnaryOperator generationOfIndex) {
        for (int index = 0; index < blocks() * BlockLayout.ROWS; index++) {
            int generation = generationOfIndex.applyAsInt(index);
            if (generation != generation(index)) {
                put(index, generation);
            }
        }
    }

    /** Frees the row of a destroyed entity or of a dropped reservation. */
    void free(long handle) {
        int index = Entity.index(handle);
        put(index, Math.max(Entity.generation(handle) + 1, neverGiven(index)));
        int row = row(index);
        freeOfPopulation
                .get(populationOfBlock.get(row >>> BlockLayout.ROW_BITS))
                .set(row);
    }

    private boolean isFree(int row) {
        return freeOfPopulation
                .get(populationOfBlock.get(row >>> BlockLayout.ROW_BITS))
                .get(row);
    }

    private boolean isUnused(int block) {
        return block >= blocks() || populationOfBlock.get(block) == null || populationOfBlock.get(block) == SPARE;
    }

    /** The row of an entity index. */
    int row(int index) {
        return index < rowOfIndex.length ? rowOfIndex[index] : index;
    }

    /** The rows of the indices of some blocks; always the same array until rows move. */
    int[] rowOfIndex() {
        return rowOfIndex;
    }

    /** The population that a block belongs to; null if the model has not seen it. */
    Integer population(int block) {
        return block < blocks() ? populationOfBlock.get(block) : null;
    }

    void allowBlocksGivenEarly() {
        blocksMayBeGivenEarly = true;
    }

    /** Takes over where the world has moved its rows to. */
    void moved(int[] newRowOfIndex, List<Integer> owners, Set<Long> reserved, Iterable<Integer> taken) {
        int known = blocks();
        rowOfIndex = newRowOfIndex;
        populationOfBlock.clear();
        populationOfBlock.addAll(owners);
        startGenerations(known, blocks());
        freeOfPopulation.clear();
        for (int block = 0; block < blocks(); block++) {
            freeOfPopulation
                    .computeIfAbsent(owners.get(block), p -> new BitSet())
                    .set(block << BlockLayout.ROW_BITS, (block + 1) << BlockLayout.ROW_BITS);
        }
        for (int row : taken) {
            freeOfPopulation.get(owners.get(row >>> BlockLayout.ROW_BITS)).clear(row);
        }
        for (long handle : reserved) {
            int row = row(Entity.index(handle));
            freeOfPopulation.get(owners.get(row >>> BlockLayout.ROW_BITS)).clear(row);
        }
    }

    int blocks() {
        return populationOfBlock.size();
    }

    /** The current generation of an index, with or without an entity. */
    int generation(int index) {
        return generations.getOrDefault(index, 0);
    }

    /** Gives a new block to a population without free rows. */
    private void addBlock(int population, int block, BitSet free) {
        while (populationOfBlock.size() <= block) {
            populationOfBlock.add(null);
        }
        int spare = populationOfBlock.indexOf(SPARE);
        Integer owner = populationOfBlock.set(block, population);
        Check.that(
                owner == null || owner == SPARE,
                () -> "population " + population + " took block " + block + " of population " + owner);
        Check.that(
                spare < 0 || spare == block || blocksMayBeGivenEarly,
                () -> "population " + population + " took block " + block + ", and not the spare block " + spare);
        free.set(block << BlockLayout.ROW_BITS, (block + 1) << BlockLayout.ROW_BITS);
        if (owner == null) {
            startGenerations(block, block + 1);
        } else {
            freeOfPopulation.get(SPARE).andNot(free);
        }
    }

    /** Sets the generations of the indices of new blocks. */
    private void startGenerations(int from, int to) {
        for (int index : List.copyOf(highest.keySet())) {
            if (index >>> BlockLayout.ROW_BITS >= from && index >>> BlockLayout.ROW_BITS < to) {
                put(index, neverGiven(index));
            }
        }
    }

    private void put(int index, int generation) {
        generations.put(index, generation);
        highest.merge(index, generation, Math::max);
    }

    /** The first generation of an index without an entity that is higher than all of its entities ever had. */
    private int neverGiven(int index) {
        int given = highest.getOrDefault(index, 0);
        return given + (given & 1);
    }

    /** A copy of all but the highest generations. */
    record State(
            Map<Integer, BitSet> freeOfPopulation,
            Map<Integer, Integer> populationOfShared,
            Map<Integer, Integer> sharedCounts,
            Set<Integer> populationsWithOwnBlocks,
            List<Integer> populationOfBlock,
            Map<Integer, Integer> generations,
            int[] rowOfIndex) {}

    State capture() {
        return new State(
                copyOf(freeOfPopulation),
                new HashMap<>(populationOfShared),
                new HashMap<>(sharedCounts),
                new HashSet<>(populationsWithOwnBlocks),
                new ArrayList<>(populationOfBlock),
                new HashMap<>(generations),
                rowOfIndex);
    }

    private static Map<Integer, BitSet> copyOf(Map<Integer, BitSet> sets) {
        Map<Integer, BitSet> copy = new HashMap<>();
        sets.forEach((key, set) -> copy.put(key, (BitSet) set.clone()));
        return copy;
    }

    /** Goes back. Rows with an entity have its generation again; the others have one that was never given out. */
    void restore(State state, IntPredicate isAlive) {
        replace(freeOfPopulation, copyOf(state.freeOfPopulation));
        replace(populationOfShared, state.populationOfShared);
        replace(sharedCounts, state.sharedCounts);
        populationsWithOwnBlocks.clear();
        populationsWithOwnBlocks.addAll(state.populationsWithOwnBlocks);
        populationOfBlock.clear();
        populationOfBlock.addAll(state.populationOfBlock);
        replace(generations, state.generations);
        rowOfIndex = state.rowOfIndex;
        for (int index : highest.keySet()) {
            if (index >>> BlockLayout.ROW_BITS >= blocks()) {
                generations.remove(index);
            } else if (!isAlive.test(row(index))) {
                generations.put(index, Math.max(generations.getOrDefault(index, 0), neverGiven(index)));
            }
        }
    }

    private static <K, V> void replace(Map<K, V> map, Map<K, V> by) {
        map.clear();
        map.putAll(by);
    }
}
