package basalt.model;

import basalt.memory.LeakCheck;
import basalt.model.OpGenerator.Profile;
import basalt.world.World;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations on a world and on a model of it in plain collections, compared after each step. By default fixed
 * seeds, 210,000 operations in all. {@code -Dbasalt.model.seed=N} runs that seed alone, {@code
 * -Dbasalt.model.operations=N} so many operations a seed. A failure prints its seed and the shortest list of operations
 * that fails; if it takes the JVM with it, {@code -Dbasalt.model.journal=FILE} has each operation written down before
 * it is done.
 */
final class ModelTest {
    private static final int SEEDS_PER_TEST = 25;
    private static final int SMALL_SEEDS = 200;
    private static final int MEDIUM_SEEDS = 8;
    private static final int LARGE_SEEDS = 6;

    @BeforeAll
    static void giveRetainedBlocksBackBeforeMeasuring() {
        LeakCheck.beforeMeasure(World::trimRetainedMemory);
    }

    static LongStream groups() {
        return LongStream.range(0, Long.getLong(ModelRun.SEED_PROPERTY) != null ? 1 : SMALL_SEEDS / SEEDS_PER_TEST);
    }

    /** Small worlds: everything is checked after every step. */
    @ParameterizedTest
    @MethodSource("groups")
    void shouldAgreeWithModelInSmallWorlds(long group) {
        run(new Profile(operations(1000), 90, 130, 1), group * SEEDS_PER_TEST, SEEDS_PER_TEST);
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
