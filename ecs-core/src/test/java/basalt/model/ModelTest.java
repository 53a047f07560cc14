package basalt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.model.Op.At;
import basalt.model.OpGenerator.Profile;
import basalt.model.Target.Kind;
import basalt.query.RowCursor;
import basalt.save.Saves;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations on a world and on a model in plain collections, compared after each step. The default is 4,000
 * operations with fixed seeds. {@code -Dbasalt.model.seed=N} runs only that seed, {@code -Dbasalt.model.operations=N}
 * sets the operations per seed. A failure prints its seed and the shortest failing list of operations. If the JVM
 * crashes, {@code -Dbasalt.model.journal=FILE} writes each operation to a file before it runs.
 */
final class ModelTest {
    static final int SMALL_OPERATIONS = 700;
    private static final int SEEDS_PER_TEST = Soak.times(4, 25);
    private static final int SMALL_SEEDS = Soak.times(4, 100);
    private static final int MEDIUM_SEEDS = Soak.times(1, 4);
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
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("single")
    void shouldAgreeWithModelInMediumWorlds(long first) {
        run(new Profile(operations(1000), 1500, 4097, 4), 1000 + first, MEDIUM_SEEDS);
    }

    /** Worlds of several blocks. */
    @Tag("long")
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

    private static final PartValue HERE = new PartValue(Part.PLACE, List.of(20, 21));
    private static final PartValue MARK = new PartValue(Part.MARKED, List.of());
    private static final PartValue HOT = new PartValue(Part.RARE, List.of(30, 5));

    /** A span loop inside a span loop of the same query also cleared the buffers of the outer span. */
    @Test
    void shouldKeepBuffersOfOuterSpan() {
        QuerySpec places = QuerySpec.of(Part.PLACE);
        Op inner = new LoopOps.Loop(places, Way.FOR_EACH_SPAN, List.of(), -1);
        assertAgrees(
                new LoopOps.SpawnMany(0, 3, Way.CURSOR, 0, List.of()),
                new LoopOps.Loop(places, Way.FOR_EACH_SPAN, List.of(new At(0, inner)), -1));
    }

    /** A bulk spawn started in claimed rows of a high block and continued in a lower block with a freed row. */
    @Test
    void shouldVisitBulkSpawnInAscendingOrder() {
        assertAgrees(
                new LoopOps.SpawnMany(2, BlockLayout.ROWS + 100, Way.CURSOR, 0, List.of()),
                new Ops.Destroy(new Target(Kind.ISSUED, 0), false),
                new LoopOps.SpawnMany(2, 40, Way.KERNEL, 0, List.of()));
    }

    /** A block with overlapping summaries but no matching row counted as a match; strict mode read beyond it. */
    @Test
    void shouldRunAKernelWithoutMatchingRows() {
        assertAgrees(
                new Ops.Spawn(List.of(HERE, MARK)),
                new LoopOps.RunKernel(KernelKind.MOVE, QuerySpec.of(Part.PLACE).none(Part.MARKED), Way.KERNEL, 1));
    }

    /** Such a block also got memory for a component that none of its rows had. */
    @Test
    void shouldAddNothingWithoutMatchingRows() {
        assertAgrees(
                new Ops.Spawn(List.of(HERE, MARK)),
                new Ops.Bulk(QuerySpec.of(Part.PLACE).none(Part.MARKED), Ops.Change.ADD, HOT));
    }

    /** A compaction that ended with the last entity left empty blocks of other templates, and said it was complete. */
    @Test
    void shouldGiveEmptyBlocksBackWithTheLastMove() {
        assertAgrees(
                new Ops.Spawn(List.of()),
                new Ops.Spawn(List.of()),
                new LoopOps.SpawnMany(3, 1, Way.CURSOR, 0, List.of()),
                new Ops.Destroy(new Target(Kind.ISSUED, 0), false),
                new Ops.Destroy(new Target(Kind.ISSUED, 2), false),
                new MoveOps.Compact(MoveOps.Compact.WORLD, 1, false));
    }

    private static void assertAgrees(Op... operations) {
        ModelRun run = new ModelRun(new Profile(0, 0, 0, 1), ModelWorld::new);
        assertNull(run.replay(List.of(operations)));
    }

    private static final int REPEATED_SEEDS = Soak.times(3, 20);
    private static final int REPEATED_OPERATIONS = 300;

    @Test
    void shouldGiveTheSameHashAndOrderAgain() {
        int moved = 0;
        for (long seed = 3000; seed < 3000 + REPEATED_SEEDS; seed++) {
            List<Long> often = hashes(seed, 1);
            List<Long> seldom = hashes(seed, REPEATED_OPERATIONS); // hashes everything at once
            assertEquals(often.subList(often.size() - 2, often.size()), seldom, "seed " + seed);
            List<Long> again = hashes(seed, 1);
            assertEquals(often, again, "seed " + seed);
            moved += often.contains(-1L) ? 1 : 0;
        }
        int worlds = moved;
        assertTrue(worlds > REPEATED_SEEDS / 2, () -> "worlds in which rows have moved: " + worlds);
    }

    /** A hash of each so many operations, after -1 if some row has moved. */
    private static List<Long> hashes(long seed, int interval) {
        List<Long> found = new ArrayList<>();
        OpGenerator generator = new OpGenerator(seed, new Profile(REPEATED_OPERATIONS, 90, 130, 1));
        try (ModelPair pair = new ModelPair(World::create, ModelWorld::new, false)) {
            for (int step = 1; step <= REPEATED_OPERATIONS; step++) {
                pair.apply(generator.next(pair.model().size()));
                if (step % interval == 0) {
                    boolean hasMoved = pair.model().entities().stream().anyMatch(entity -> entity.row != entity.index);
                    if (hasMoved && interval == 1) {
                        found.add(-1L);
                    }
                    found.add(Saves.stateHash(pair.world()));
                    found.add(order(pair));
                }
            }
        }
        return found;
    }

    private static long order(ModelPair pair) {
        long hash = 1;
        try (RowCursor rows = pair.query(QuerySpec.EVERYTHING).cursor()) {
            while (rows.next()) {
                hash = hash * 31 + rows.entity();
            }
        }
        return hash;
    }
}
