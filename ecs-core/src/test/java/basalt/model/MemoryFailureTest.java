package basalt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.model.EntityOps.Add;
import basalt.model.EntityOps.AddValue;
import basalt.model.EntityOps.Destroy;
import basalt.model.EntityOps.Spawn;
import basalt.model.LoopOps.Loop;
import basalt.model.LoopOps.RunKernel;
import basalt.model.LoopOps.Scope;
import basalt.model.LoopOps.SpawnMany;
import basalt.model.LoopOps.SpawnOne;
import basalt.model.MoveOps.Arrange;
import basalt.model.MoveOps.CloseArrangement;
import basalt.model.MoveOps.Compact;
import basalt.model.MoveOps.Order;
import basalt.model.MoveOps.RunArrangement;
import basalt.model.Op.At;
import basalt.model.OpGenerator.Profile;
import basalt.model.SnapshotOps.Capture;
import basalt.model.SnapshotOps.Restore;
import basalt.model.Target.Kind;
import basalt.model.TreeOps.AddToTree;
import basalt.model.TreeOps.Attach;
import basalt.model.TreeOps.AttachBefore;
import basalt.model.TreeOps.Detach;
import basalt.model.WorldOps.Bulk;
import basalt.model.WorldOps.Change;
import basalt.model.WorldOps.Reduce;
import basalt.model.WorldOps.Reopen;
import basalt.world.World;
import basalt.world.WorldStatistics;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A memory source refuses an allocation: the operation throws and changes nothing, the same operation succeeds when it
 * is tried again, and no memory leaks.
 */
final class MemoryFailureTest {
    private static final PartValue HOT = new PartValue(Part.RARE, List.of(90, 3));
    private static final PartValue HERE = new PartValue(Part.PLACE, List.of(30, 40));
    private static final Target FIRST = new Target(Kind.ISSUED, 0);
    private static final Target CURRENT = new Target(Kind.CURRENT, 0);

    /**
     * Operations that need each kind of memory: blocks and frame chunks; also in loops, scopes and bulk spawns.
     */
    private static final List<Op> SCRIPT = List.of(
            new Spawn(List.of(HERE)),
            new Add(FIRST, Part.RARE),
            new SpawnOne(1),
            new Spawn(List.of(HERE, HOT)),
            new SpawnMany(0, 70, Way.FOR_EACH, 4, List.of(new At(3, new Add(CURRENT, Part.RARE)))),
            // template 2 is sparse: the bulk spawn continues in a second block
            new SpawnMany(2, BlockLayout.ROWS - 40, Way.KERNEL, 8, List.of()),
            new SpawnMany(2, 100, Way.KERNEL, 9, List.of(new At(7, new SpawnOne(3)))),
            // additions in several blocks at once
            new SpawnMany(1, 130, Way.CURSOR, 0, List.of()),
            new SpawnMany(3, 65, Way.CURSOR, 0, List.of()),
            new Bulk(QuerySpec.of(), Change.ADD_VALUE, HOT),
            new RunKernel(KernelKind.BURN, QuerySpec.of(Part.VECTOR), Way.PURE_KERNEL, 6),
            new RunKernel(KernelKind.MOVE, QuerySpec.EVERYTHING, Way.SPAN_KERNEL, 3),
            new Reduce(QuerySpec.of(Part.RARE), Part.RARE, 1),
            // the frame arena grows while it is in use
            new Scope(
                    60_000,
                    List.of(
                            new Loop(
                                    QuerySpec.of(Part.VECTOR),
                                    Way.CURSOR,
                                    List.of(
                                            new At(0, new Scope(130_000, List.of(new Destroy(CURRENT, false)))),
                                            new At(2, new Bulk(QuerySpec.of(Part.MARKED), Change.DESTROY, HOT)),
                                            new At(5, new SpawnMany(0, 20, Way.FOR_EACH, 5, List.of()))),
                                    -1),
                            new AddValue(FIRST, HOT))),
            new Bulk(QuerySpec.of(), Change.REMOVE, HOT),
            new Bulk(QuerySpec.EVERYTHING, Change.ADD, HOT),
            new Reopen(),
            new SpawnMany(2, 10, Way.FOR_EACH, 4, List.of()),
            new SpawnOne(1),
            new SpawnOne(3),
            new Bulk(QuerySpec.EVERYTHING, Change.ADD, HOT),
            new Bulk(QuerySpec.EVERYTHING, Change.DESTROY, HOT),
            new SpawnMany(2, 10, Way.FOR_EACH, 4, List.of()));

    /** Rows move: within blocks, to new ones, and back. Readers of changes follow them. */
    private static final List<Op> MOVES = List.of(
            new Spawn(List.of(HERE)),
            new SpawnMany(0, 70, Way.CURSOR, 4, List.of()),
            new SpawnMany(1, 90, Way.CURSOR, 4, List.of()),
            new SpawnMany(2, 300, Way.CURSOR, 4, List.of()),
            new Arrange(0, QuerySpec.of(Part.PLACE, Part.VECTOR), Order.DESCENDING, 1),
            new RunArrangement(0, 0, false, true),
            new Add(FIRST, Part.MIXED),
            new RunArrangement(0, 5, false, true),
            new Bulk(QuerySpec.of(Part.LABEL), Change.DESTROY, HOT),
            new Compact(Compact.WORLD, 3, true),
            new Capture(true),
            new Arrange(1, QuerySpec.of(Part.RARE), Order.TOGETHER, 0),
            new RunArrangement(1, 90, false, true),
            new RunArrangement(0, 0, false, true),
            new CloseArrangement(0),
            new Compact(Compact.WORLD, 0, true),
            new Restore(0, true),
            new Compact(2, 0, true));

    /** More than 512 entities move at once, out of several blocks, and back. */
    private static final List<Op> MOVES_OF_MANY = List.of(
            new SpawnMany(0, 300, Way.KERNEL, 4, List.of()),
            new SpawnMany(1, 300, Way.KERNEL, 4, List.of()),
            new SpawnMany(2, 300, Way.KERNEL, 4, List.of()),
            new Arrange(0, QuerySpec.EVERYTHING, Order.TOGETHER, 0),
            new RunArrangement(0, 0, false, true),
            new CloseArrangement(0),
            new Compact(Compact.WORLD, 0, true));

    /**
     * Entities in two blocks, that of templates and another one, come into trees and leave them; readers of the changes
     * need memory, too.
     */
    private static final List<Op> TREES = List.of(
            new SpawnMany(0, 40, Way.CURSOR, 4, List.of()),
            new Spawn(List.of(HERE)),
            new Spawn(List.of(HERE)),
            new Capture(true),
            new Attach(new Target(Kind.ISSUED, 10), FIRST),
            new Attach(new Target(Kind.ISSUED, 40), FIRST),
            new AttachBefore(new Target(Kind.ISSUED, 41), new Target(Kind.ISSUED, 10)),
            new Attach(new Target(Kind.ISSUED, 11), new Target(Kind.ISSUED, 10)),
            new AddToTree(new Target(Kind.ISSUED, 30)),
            new Capture(true),
            new Detach(new Target(Kind.ISSUED, 40)),
            new Attach(new Target(Kind.ISSUED, 10), new Target(Kind.ISSUED, 30)),
            new Loop(
                    QuerySpec.of(Part.PLACE),
                    Way.FOR_EACH,
                    List.of(new At(1, new Attach(CURRENT, FIRST)), new At(1, new Destroy(FIRST, false))),
                    -1),
            new Restore(1, true),
            new Destroy(FIRST, false));

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldChangeNothingWhenAnyAllocationOfTreesFails() {
        assertTrue(failEachAllocation(TREES) <= 8);
    }

    @Test
    void shouldChangeNothingWhenAnyAllocationFails() {
        assertEquals(0, failEachAllocation(SCRIPT));
    }

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldBeWholeWhenAnyAllocationOfMovesFails() {
        assertTrue(failEachAllocation(MOVES) <= 5);
    }

    @Test
    void shouldBeWholeWhenAnyAllocationOfAMoveOfManyFails() {
        assertTrue(failEachAllocation(MOVES_OF_MANY) <= 5);
    }

    /** Runs a script with each of its allocations failing; returns how many failures were not noticed. */
    private static int failEachAllocation(List<Op> script) {
        int allocations = 0;
        int refusals = 0;
        for (int refused = run(script, 1); refused >= 0; refused = run(script, allocations + 1)) {
            allocations++;
            refusals += refused;
        }
        assertTrue(allocations >= 10, "allocations of the script: " + allocations);
        return allocations - refusals;
    }

    /** Runs the script with one failing allocation; returns how often it was refused, -1 if there are fewer. */
    private static int run(List<Op> script, int failingAllocation) {
        CountingMemory counting = new CountingMemory(MemorySource.direct());
        FailingMemory failing = new FailingMemory(counting, failingAllocation).stubborn();
        int refusals;
        try (ModelPair pair =
                new ModelPair(() -> World.builder().memory(failing).build(), ModelWorld::new, true)) {
            for (Op op : script) {
                pair.apply(op);
                checkBytes(counting, pair.world());
            }
            Invariants.checkAll(pair);
            assertTrue(pair.refusals() <= (failing.hasFailed() ? 2 : 0)); // a smaller request afterwards fails too
            refusals = Math.min(1, pair.refusals());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("with allocation " + failingAllocation + " failing: " + e.getMessage(), e);
        }
        assertEquals(0, counting.outstanding(), "leaked allocations with allocation " + failingAllocation + " failing");
        return failing.hasFailed() ? refusals : -1;
    }

    /** The memory stats of the world include every byte that it allocated. */
    private static void checkBytes(CountingMemory source, World world) {
        WorldStatistics.Memory stats = world.statistics().memory();
        assertEquals(source.allocatedBytes(), stats.totalBytes());
    }

    /** Random operations. Some allocations fail, at random. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithModelWhileAllocationsFail(long seed) {
        CountingMemory counting = new CountingMemory(MemorySource.direct());
        FailingMemory failing = new FailingMemory(counting).stubborn();
        Random moments = new Random(seed);
        OpGenerator generator = new OpGenerator(seed, new Profile(0, 90, 130, 1).withoutCommands());
        int step = 0;
        try (ModelPair pair =
                new ModelPair(() -> World.builder().memory(failing).build(), ModelWorld::new, true)) {
            for (; step < 700; step++) {
                if (moments.nextInt(3) == 0) {
                    failing.failNext();
                }
                pair.apply(generator.next(pair.model().size()));
                Invariants.checkAll(pair);
                checkBytes(counting, pair.world());
            }
            assertTrue(pair.refusals() > 10, () -> "refusals: " + pair.refusals());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
        }
        assertEquals(0, counting.outstanding());
    }
}
