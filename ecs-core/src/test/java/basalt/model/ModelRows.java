package basalt.model;

import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The free rows of each population, and the last generation of each row. An entity gets a free row in a block of its
 * population, and a new block only if that population has no free row.
 */
final class ModelRows {
    private final Map<Integer, BitSet> freeOfPopulation = new HashMap<>();
    private final List<Integer> populationOfBlock = new ArrayList<>();
    private final Map<Integer, Integer> generations = new HashMap<>();

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
        BitSet free = freeOfPopulation.computeIfAbsent(population, p -> new BitSet());
        if (free.isEmpty()) {
            addBlock(population, index >>> BlockLayout.ROW_BITS, free);
        }
        Check.that(
                free.get(index),
                () -> "population " + population + " has free rows from " + free.nextSetBit(0) + " on, but used "
                        + index);
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
