package basalt.model;

import static org.junit.jupiter.api.Assertions.assertNull;

import basalt.component.layout.BlockLayout;
import basalt.memory.LeakCheck;
import basalt.model.EntityOps.Destroy;
import basalt.model.EntityOps.Spawn;
import basalt.model.LoopOps.Loop;
import basalt.model.LoopOps.RunKernel;
import basalt.model.LoopOps.SpawnMany;
import basalt.model.Op.At;
import basalt.model.OpGenerator.Profile;
import basalt.model.Target.Kind;
import basalt.model.WorldOps.Bulk;
import basalt.model.WorldOps.Change;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The shortest operations for each defect that the model test has found. */
final class FoundByModelTest {
    private static final PartValue HERE = new PartValue(Part.PLACE, List.of(20, 21));
    private static final PartValue MARK = new PartValue(Part.MARKED, List.of());
    private static final PartValue HOT = new PartValue(Part.RARE, List.of(30, 5));

    @BeforeAll
    static void giveRetainedBlocksBackBeforeMeasuring() {
        LeakCheck.beforeMeasure(World::trimRetainedMemory);
    }

    /** A run over spans inside another one of the same query took the outer span's buffers as well. */
    @Test
    void shouldKeepBuffersOfASpanAroundAnother() {
        QuerySpec places = QuerySpec.of(Part.PLACE);
        Op inner = new Loop(places, Way.FOR_EACH_SPAN, List.of(), -1);
        assertAgrees(
                new SpawnMany(0, 3, Way.CURSOR, 0, List.of()),
                new Loop(places, Way.FOR_EACH_SPAN, List.of(new At(0, inner)), -1));
    }

    /**
     * A burst began in rows that were claimed in a high block, and went on in a lower one that had a row free again.
     */
    @Test
    void shouldVisitABurstInAscendingOrder() {
        assertAgrees(
                new SpawnMany(2, BlockLayout.ROWS + 100, Way.CURSOR, 0, List.of()),
                new Destroy(new Target(Kind.EVER, 0), false),
                new SpawnMany(2, 40, Way.KERNEL, 0, List.of()));
    }

    /** A block in which summaries overlap and no row matches was taken for a match; strict mode then read beyond it. */
    @Test
    void shouldRunPureKernelOverNothing() {
        assertAgrees(
                new Spawn(List.of(HERE, MARK)),
                new RunKernel(KernelKind.MOVE, QuerySpec.of(Part.PLACE).none(Part.MARKED), Way.PURE_KERNEL, 1));
    }

    /** For the same reason such a block got a page of a sparse component that no row of it had. */
    @Test
    void shouldReserveNoPageWhereNothingMatches() {
        assertAgrees(
                new Spawn(List.of(HERE, MARK)),
                new Bulk(QuerySpec.of(Part.PLACE).none(Part.MARKED), Change.ADD, HOT));
    }

    private static void assertAgrees(Op... operations) {
        ModelRun run = new ModelRun(new Profile(0, 0, 0, 1), ModelWorld::new);
        assertNull(run.replay(List.of(operations)));
    }
}
