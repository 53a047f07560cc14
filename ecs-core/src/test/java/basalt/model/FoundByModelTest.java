package basalt.model;

import static org.junit.jupiter.api.Assertions.assertNull;

import basalt.component.layout.BlockLayout;
import basalt.memory.LeakCheck;
import basalt.model.EntityOps.Destroy;
import basalt.model.EntityOps.Spawn;
import basalt.model.LoopOps.Loop;
import basalt.model.LoopOps.RunKernel;
import basalt.model.LoopOps.SpawnMany;
import basalt.model.MoveOps.Compact;
import basalt.model.Op.At;
import basalt.model.OpGenerator.Profile;
import basalt.model.Target.Kind;
import basalt.model.WorldOps.Bulk;
import basalt.model.WorldOps.Change;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The shortest list of operations for each defect that the model test has found. */
final class FoundByModelTest {
    private static final PartValue HERE = new PartValue(Part.PLACE, List.of(20, 21));
    private static final PartValue MARK = new PartValue(Part.MARKED, List.of());
    private static final PartValue HOT = new PartValue(Part.RARE, List.of(30, 5));

    @BeforeAll
    static void trimRetainedBlocksBeforeMeasuring() {
        LeakCheck.beforeMeasure(World::trimRetainedMemory);
    }

    /** A span loop inside a span loop of the same query also cleared the buffers of the outer span. */
    @Test
    void shouldKeepBuffersOfOuterSpan() {
        QuerySpec places = QuerySpec.of(Part.PLACE);
        Op inner = new Loop(places, Way.FOR_EACH_SPAN, List.of(), -1);
        assertAgrees(
                new SpawnMany(0, 3, Way.CURSOR, 0, List.of()),
                new Loop(places, Way.FOR_EACH_SPAN, List.of(new At(0, inner)), -1));
    }

    /** A bulk spawn started in claimed rows of a high block and continued in a lower block with a freed row. */
    @Test
    void shouldVisitBulkSpawnInAscendingOrder() {
        assertAgrees(
                new SpawnMany(2, BlockLayout.ROWS + 100, Way.CURSOR, 0, List.of()),
                new Destroy(new Target(Kind.ISSUED, 0), false),
                new SpawnMany(2, 40, Way.KERNEL, 0, List.of()));
    }

    /** A block with overlapping summaries but no matching row counted as a match; strict mode read beyond it. */
    @Test
    void shouldRunPureKernelWithoutMatchingRows() {
        assertAgrees(
                new Spawn(List.of(HERE, MARK)),
                new RunKernel(KernelKind.MOVE, QuerySpec.of(Part.PLACE).none(Part.MARKED), Way.PURE_KERNEL, 1));
    }

    /** Such a block also got memory for a component that none of its rows had. */
    @Test
    void shouldAddNothingWithoutMatchingRows() {
        assertAgrees(
                new Spawn(List.of(HERE, MARK)),
                new Bulk(QuerySpec.of(Part.PLACE).none(Part.MARKED), Change.ADD, HOT));
    }

    /** A compaction that ended with the last entity left empty blocks of other templates, and said it was complete. */
    @Test
    void shouldGiveEmptyBlocksBackWithTheLastMove() {
        assertAgrees(
                new Spawn(List.of()),
                new Spawn(List.of()),
                new SpawnMany(3, 1, Way.CURSOR, 0, List.of()),
                new Destroy(new Target(Kind.ISSUED, 0), false),
                new Destroy(new Target(Kind.ISSUED, 2), false),
                new Compact(Compact.WORLD, 1, false));
    }

    private static void assertAgrees(Op... operations) {
        ModelRun run = new ModelRun(new Profile(0, 0, 0, 1), ModelWorld::new);
        assertNull(run.replay(List.of(operations)));
    }
}
