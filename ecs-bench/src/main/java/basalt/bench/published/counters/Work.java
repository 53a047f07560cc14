package basalt.bench.published.counters;

import basalt.bench.published.Library;
import basalt.bench.published.counters.Step.What;
import basalt.bench.scene.Check;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Entities and systems of a published benchmark. */
public enum Work {
    /** SystemWithOneComponent. Padding are entities without components before each one. */
    ONE(new Step(What.INCREMENT, 0)),
    /** SystemWithTwoComponents. Padding has one of the components. */
    TWO(new Step(What.ADD, 0, 1)),
    /** SystemWithThreeComponents. Padding has one of the components. */
    THREE(new Step(What.ADD, 0, 1, 2)),
    /** SystemWithTwoComponentsMultipleComposition: each entity has one of four other components. */
    COMPOSITIONS(new Step(What.ADD, 0, 1)),
    /** MultiSystems: a third has one component, a third another one, and a third both. */
    MULTI(new Step(What.INCREMENT, 0), new Step(What.INCREMENT, 1), new Step(What.ADD, 0, 1)),
    /** packed_5: five components, five systems. */
    PACKED(IntStream.range(0, 5).mapToObj(kind -> new Step(What.TWICE, kind)).toArray(Step[]::new)),
    /** entity_cycle: an entity is spawned for each, then these are destroyed. */
    CYCLE(new Step(What.SPAWN, 0, 1), new Step(What.DESTROY, 1)),
    /** simple_iter: entities of four compositions, of which three systems swap two components each. */
    SWAPS(new Step(What.SWAP, 0, 1), new Step(What.SWAP, 2, 3), new Step(What.SWAP, 2, 4)),
    /** frag_iter: each entity has one of 26 components beside the first; two systems, one over the last of the 26. */
    FRAGMENTED(new Step(What.TWICE, 0), new Step(What.TWICE, 4)),
    /** add_remove: all entities get a component, then lose it. */
    ADD_REMOVE(new Step(What.ATTACH, 0, 1), new Step(What.DETACH, 1)),
    /** FilterMismatch: an entity has one of a hundred components, each of a hundred systems needs two. */
    MISMATCH(pairs()),
    /** RareFilterMismatch: two entities have each of the components, all others have another one. */
    RARE(pairs());

    private static final int SLOTS = Kinds.OTHERS;
    private static final int PARTIAL = 2;
    private static final int RUNS = 3;

    private final List<Step> steps;

    Work(Step... steps) {
        this.steps = List.of(steps);
    }

    private static Step[] pairs() {
        return IntStream.range(0, Kinds.OTHERS)
                .mapToObj(i -> new Step(What.ADD, Kinds.other(i), Kinds.other((i + 1) % Kinds.OTHERS)))
                .toArray(Step[]::new);
    }

    /** Opens a world with all entities and systems, and checks a few runs. */
    public Counters open(Library library, int entities, int padding) {
        Counters counters = fill(library, entities, padding);
        Counters plain = fill(Library.ARRAYS, entities, padding);
        check(counters, plain);
        return counters;
    }

    /** Checks a few more runs; from the start where many doublings have made zeros. */
    public void check(Counters counters, int entities, int padding) {
        Counters plain = fill(Library.ARRAYS, entities, padding);
        if (steps.get(0).what() == What.TWICE) {
            counters.set(plain.values());
        }
        plain.set(counters.values());
        check(counters, plain);
    }

    private Counters fill(Library library, int entities, int padding) {
        Counters counters = Counters.open(library, entities * (padding + 1));
        for (int i = 0; i < entities; i++) {
            pad(counters, padding);
            counters.spawn(kinds(i, entities));
        }
        steps.forEach(counters::add);
        return counters;
    }

    private void pad(Counters counters, int padding) {
        int components = steps.get(0).kinds().length;
        for (int j = 0; j < padding; j++) {
            counters.spawn(components == 1 ? new int[0] : new int[] {j % components});
        }
    }

    private int[] kinds(int i, int entities) {
        int slot = (int) ((long) i * SLOTS / entities);
        return switch (this) {
            case ONE, CYCLE, ADD_REMOVE -> Step.first(1);
            case TWO -> Step.first(2);
            case THREE -> Step.first(3);
            case PACKED -> Step.first(5);
            case SWAPS -> i % 4 < 3 ? Step.first(2 + i % 4) : new int[] {0, 1, 2, 4};
            case FRAGMENTED -> new int[] {0, i % 26 < 25 ? Kinds.other(i % 26) : 4};
            case COMPOSITIONS -> new int[] {0, 1, Kinds.other(i % 4)};
            case MULTI -> i < entities / 3 ? new int[] {0} : i < entities / 3 * 2 ? new int[] {1} : Step.first(2);
            case MISMATCH -> new int[] {Kinds.other(slot)};
            case RARE -> {
                int ofSlot = entities / SLOTS;
                yield new int[] {i % ofSlot < ofSlot - PARTIAL ? Kinds.NOISE : Kinds.other(i / ofSlot % SLOTS)};
            }
        };
    }

    static void check(Counters counters, Counters plain) {
        for (int run = 0; run < RUNS; run++) {
            Check.same("destroyed", plain.run(), counters.run());
        }
        int[] expected = plain.values();
        int[] found = counters.values();
        Check.same("values", expected.length, found.length);
        Check.same("difference", -1, Arrays.mismatch(expected, found));
    }
}
