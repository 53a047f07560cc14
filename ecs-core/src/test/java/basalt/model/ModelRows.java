package basalt.model;

import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows are free in which population, and the last generation of each row. Says in which rows an entity can be
 * born: in a free one of a block of its own population, and in a new block only if there is none.
 */
final class ModelRows {
    private final Map<Integer, BitSet> freeOfPopulation = new HashMap<>();
    private final List<Integer> populationOfBlock = new ArrayList<>();
    private final Map<Integer, Integer> generations = new HashMap<>();

    /** Takes the row of a handle that is to live later, and checks that it may be that row. */
    void promise(int population, long handle) {
        take(population, handle);
        generations.put(Entity.index(handle), Entity.generation(handle) - 1);
    }

    /** The promised entity lives now. */
    void keepPromise(long handle) {
        generations.put(Entity.index(handle), Entity.generation(handle));
    }

    /** Takes the row of a new handle, and checks that it may be that row. */
    void take(int population, long handle) {
        int index = Entity.index(handle);
        int generation = Entity.generation(handle);
        int last = generations.getOrDefault(index, 0);
        Check.that((generation & 1) != 0, () -> "a living generation is odd: " + Entity.toString(handle));
        Check.that(
                Integer.compareUnsigned(generation, last) > 0,
                () -> "a generation counts up: " + Entity.toString(handle) + " after generation " + last);
        BitSet free = freeOfPopulation.computeIfAbsent(population, p -> new BitSet());
        if (free.isEmpty()) {
            own(population, index >>> BlockLayout.ROW_BITS, free);
        }
        Check.that(
                free.get(index),
                () -> "population " + population + " has free rows from " + free.nextSetBit(0) + " on, but took "
                        + index);
        free.clear(index);
        generations.put(index, generation);
    }

    /** No entity lives in the row any more, or none ever will under that handle. */
    void give(long handle) {
        int index = Entity.index(handle);
        generations.put(index, Entity.generation(handle) + 1);
        int population = populationOfBlock.get(index >>> BlockLayout.ROW_BITS);
        freeOfPopulation.get(population).set(index);
    }

    int blocks() {
        return populationOfBlock.size();
    }

    /** The generation that a row has now, even while no entity lives there. */
    int generation(int index) {
        return generations.getOrDefault(index, 0);
    }

    /** A population without free rows gets a block that is free. */
    private void own(int population, int block, BitSet free) {
        while (populationOfBlock.size() <= block) {
            populationOfBlock.add(null);
        }
        Integer owner = populationOfBlock.set(block, population);
        Check.that(
                owner == null, () -> "population " + population + " took block " + block + " of population " + owner);
        free.set(block << BlockLayout.ROW_BITS, (block + 1) << BlockLayout.ROW_BITS);
    }
}
