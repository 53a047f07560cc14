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

/**
 * The free rows of each population, and the last generation of each row. An entity gets a free row in a block of its
 * population, and a new block only if that population has no free row. The populations of templates share blocks until
 * they have many entities.
 */
final class ModelRows {
    /** The owner of shared blocks. */
    private static final int SHARED = -1;

    /** The most entities of a population in shared blocks. */
    private static final int MOST_SHARED = 256;

    private final Map<Integer, BitSet> freeOfPopulation = new HashMap<>();
    private final Map<Integer, Integer> populationOfSharedRow = new HashMap<>();

    /** How many shared rows each population has taken since its entities were last counted. */
    private final Map<Integer, Integer> sharedCounts = new HashMap<>();

    private final Set<Integer> populationsWithOwnBlocks = new HashSet<>(Set.of(ModelPair.NO_TEMPLATE));
    private final List<Integer> populationOfBlock = new ArrayList<>();
    private final Map<Integer, Integer> generations = new HashMap<>();

    /** Called before rows of a number of entities are taken: decides whether their population still shares blocks. */
    void prepare(int population, int count) {
        if (count > MOST_SHARED - sharedCounts.getOrDefault(population, 0)) {
            BitSet free = freeOfPopulation.getOrDefault(SHARED, new BitSet());
            int used = (int) populationOfSharedRow.entrySet().stream()
                    .filter(row -> row.getValue() == population && !free.get(row.getKey()))
                    .count();
            sharedCounts.put(population, used);
            if (count > MOST_SHARED - used || used > MOST_SHARED / 2) {
                populationsWithOwnBlocks.add(population);
            }
        }
    }

    /** Takes the row of a reserved handle, and checks that the row was free. */
    void reserve(int population, long handle) {
        take(population, handle);
        generations.put(Entity.index(handle), Entity.generation(handle) - 1);
    }

    /** Makes the entity of a reserved handle alive. */
    void activate(long handle) {
        generations.put(Entity.index(handle), Entity.generation(handle));
    }

    /** Takes the row of a new handle, and checks that the row was free. */
    void take(int population, long handle) {
        int index = Entity.index(handle);
        int generation = Entity.generation(handle);
        int last = generations.getOrDefault(index, 0);
        Check.that((generation & 1) != 0, () -> "the generation of an alive entity is odd: " + Entity.toString(handle));
        Check.that(
                Integer.compareUnsigned(generation, last) > 0,
                () -> "a generation increases: " + Entity.toString(handle) + " after generation " + last);
        boolean isShared = !populationsWithOwnBlocks.contains(population);
        int owner = isShared ? SHARED : population;
        if (isShared) {
            sharedCounts.merge(population, 1, Integer::sum);
            populationOfSharedRow.put(index, population);
        }
        BitSet free = freeOfPopulation.computeIfAbsent(owner, p -> new BitSet());
        if (free.isEmpty()) {
            addBlock(owner, index >>> BlockLayout.ROW_BITS, free);
        }
        Check.that(
                free.get(index),
                () -> "population " + owner + " has free rows from " + free.nextSetBit(0) + " on, but used " + index);
        free.clear(index);
        generations.put(index, generation);
    }

    /** Frees the row of a destroyed entity or of a dropped reservation. */
    void free(long handle) {
        int index = Entity.index(handle);
        generations.put(index, Entity.generation(handle) + 1);
        int population = populationOfBlock.get(index >>> BlockLayout.ROW_BITS);
        freeOfPopulation.get(population).set(index);
    }

    int blocks() {
        return populationOfBlock.size();
    }

    /** The current generation of a row, with or without an entity. */
    int generation(int index) {
        return generations.getOrDefault(index, 0);
    }

    /** Gives a new block to a population without free rows. */
    private void addBlock(int population, int block, BitSet free) {
        while (populationOfBlock.size() <= block) {
            populationOfBlock.add(null);
        }
        Integer owner = populationOfBlock.set(block, population);
        Check.that(
                owner == null, () -> "population " + population + " took block " + block + " of population " + owner);
        free.set(block << BlockLayout.ROW_BITS, (block + 1) << BlockLayout.ROW_BITS);
    }
}
