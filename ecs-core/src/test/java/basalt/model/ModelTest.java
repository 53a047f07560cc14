package basalt.model;

import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.model.OpGenerator.Profile;
import basalt.world.World;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations on a world and on a model in plain collections, compared after each step. The default is 38,000
 * operations with fixed seeds. {@code -Dbasalt.model.seed=N} runs only that seed, {@code -Dbasalt.model.operations=N}
 * sets the operations per seed. A failure prints its seed and the shortest failing list of operations. If the JVM
 * crashes, {@code -Dbasalt.model.journal=FILE} writes each operation to a file before it runs.
 */
final class ModelTest {
    static final int SMALL_OPERATIONS = 700;
    private static final int SEEDS_PER_TEST = 25;
    private static final int SMALL_SEEDS = Soak.times(50, 200);
    private static final int MEDIUM_SEEDS = Soak.times(2, 8);
    private static final int LARGE_SEEDS = Soak.times(2, 6);

    @BeforeAll
    static void trimRetainedBlocksBeforeMeasuring() {
        LeakCheck.beforeMeasure(World::trimRetainedMemory);
    }

    static LongStream groups() {
        return LongStream.range(0, Long.getLong(ModelRun.SEED_PROPERTY) != null ? 1 : SMALL_SEEDS / SEEDS_PER_TEST);
    }

    /** Small worlds: everything is checked after every step. */
    @ParameterizedTest
    @MethodSource("groups")
    void shouldAgreeWithModelInSmallWorlds(long group) {
        run(new Profile(operations(SMALL_OPERATIONS), 90, 130, 1), group * SEEDS_PER_TEST, SEEDS_PER_TEST);
    }

    static LongStream single() {
        return LongStream.of(0);
    }

    /** Worlds of a thousand entities: full words, long spans. */
    @ParameterizedTest
    @MethodSource("single")
    void shouldAgreeWithModelInMediumWorlds(long first) {
        run(new Profile(operations(1000), 1500, 4097, 4), 1000 + first, MEDIUM_SEEDS);
    }

    /** Worlds of several blocks. */
    @ParameterizedTest
    @MethodSource("single")
    void shouldAgreeWithModelInLargeWorlds(long first) {
        run(new Profile(operations(400), 60_000, 20_000, 20), 2000 + first, LARGE_SEEDS);
    }

    private static int operations(int defaultOperations) {
        return Integer.getInteger(ModelRun.OPERATIONS_PROPERTY, defaultOperations);
    }

    private static void run(Profile profile, long firstSeed, int seeds) {
        ModelRun run = new ModelRun(profile, ModelWorld::new);
        Long only = Long.getLong(ModelRun.SEED_PROPERTY);
        if (only != null) {
            run.run(only);
            return;
        }
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            run.run(seed);
        }
    }
}
