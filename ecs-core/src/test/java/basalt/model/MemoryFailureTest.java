package basalt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.Soak;
import basalt.model.Op.At;
import basalt.model.OpGenerator.Profile;
import basalt.model.Target.Kind;
import basalt.storage.fixture.DirtyMemory;
import basalt.world.World;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
            new Ops.Spawn(List.of(HERE)),
            new Ops.Add(FIRST, Part.RARE),
            new LoopOps.SpawnOne(1),
            new Ops.Spawn(List.of(HERE, HOT)),
            new LoopOps.SpawnMany(0, 70, Way.FOR_EACH, 4, List.of(new At(3, new Ops.Add(CURRENT, Part.RARE)))),
            // template 2 is sparse: the bulk spawn continues in a second block
            new LoopOps.SpawnMany(2, BlockLayout.ROWS - 40, Way.KERNEL, 8, List.of()),
            new LoopOps.SpawnMany(2, 100, Way.KERNEL, 9, List.of(new At(7, new LoopOps.SpawnOne(3)))),
            // additions in several blocks at once
            new LoopOps.SpawnMany(1, 130, Way.CURSOR, 0, List.of()),
            new LoopOps.SpawnMany(3, 65, Way.CURSOR, 0, List.of()),
            new Ops.Bulk(QuerySpec.of(), Ops.Change.ADD_VALUE, HOT),
            new LoopOps.RunKernel(KernelKind.BURN, QuerySpec.of(Part.VECTOR), Way.KERNEL, 6),
            new LoopOps.RunKernel(KernelKind.MOVE, QuerySpec.EVERYTHING, Way.FOR_EACH_SPAN, 3),
            new Ops.Reduce(QuerySpec.of(Part.RARE), Part.RARE, 1),
            // the frame arena grows while it is in use
            new LoopOps.Scope(
                    60_000,
                    List.of(
                            new LoopOps.Loop(
                                    QuerySpec.of(Part.VECTOR),
                                    Way.CURSOR,
                                    List.of(
                                            new At(
                                                    0,
                                                    new LoopOps.Scope(
                                                            130_000, List.of(new Ops.Destroy(CURRENT, false)))),
                                            new At(2, new Ops.Bulk(QuerySpec.of(Part.MARKED), Ops.Change.DESTROY, HOT)),
                                            new At(5, new LoopOps.SpawnMany(0, 20, Way.FOR_EACH, 5, List.of()))),
                                    -1),
                            new Ops.AddValue(FIRST, HOT))),
            new Ops.Bulk(QuerySpec.of(), Ops.Change.REMOVE, HOT),
            new Ops.Bulk(QuerySpec.EVERYTHING, Ops.Change.ADD, HOT),
            new Ops.Reopen(),
            new LoopOps.SpawnMany(2, 10, Way.FOR_EACH, 4, List.of()),
            new LoopOps.SpawnOne(1),
            new LoopOps.SpawnOne(3),
            new Ops.Bulk(QuerySpec.EVERYTHING, Ops.Change.ADD, HOT),
            new Ops.Bulk(QuerySpec.EVERYTHING, Ops.Change.DESTROY, HOT),
            new LoopOps.SpawnMany(2, 10, Way.FOR_EACH, 4, List.of()));

    /** Rows move: within blocks, to new ones, and back. Readers of changes follow them. */
    private static final List<Op> MOVES = List.of(
            new Ops.Spawn(List.of(HERE)),
            new LoopOps.SpawnMany(0, 70, Way.CURSOR, 4, List.of()),
            new LoopOps.SpawnMany(1, 90, Way.CURSOR, 4, List.of()),
            new LoopOps.SpawnMany(2, 300, Way.CURSOR, 4, List.of()),
            new MoveOps.Arrange(0, QuerySpec.of(Part.PLACE, Part.VECTOR), MoveOps.Order.DESCENDING, 1),
            new MoveOps.RunArrangement(0, 0, false, true),
            new Ops.Add(FIRST, Part.MIXED),
            new MoveOps.RunArrangement(0, 5, false, true),
            new Ops.Bulk(QuerySpec.of(Part.LABEL), Ops.Change.DESTROY, HOT),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 3, true),
            new Ops.Capture(true),
            new MoveOps.Arrange(1, QuerySpec.of(Part.RARE), MoveOps.Order.TOGETHER, 0),
            new MoveOps.RunArrangement(1, 90, false, true),
            new MoveOps.RunArrangement(0, 0, false, true),
            new MoveOps.CloseArrangement(0),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 0, true),
            new Ops.Restore(0, true),
            new MoveOps.Compact(2, 0, true));

    /** More than 512 entities move at once, out of several blocks, and back. */
    private static final List<Op> MOVES_OF_MANY = List.of(
            new LoopOps.SpawnMany(0, 300, Way.KERNEL, 4, List.of()),
            new LoopOps.SpawnMany(1, 300, Way.KERNEL, 4, List.of()),
            new LoopOps.SpawnMany(2, 300, Way.KERNEL, 4, List.of()),
            new MoveOps.Arrange(0, QuerySpec.EVERYTHING, MoveOps.Order.TOGETHER, 0),
            new MoveOps.RunArrangement(0, 0, false, true),
            new MoveOps.CloseArrangement(0),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 0, true));

    /**
     * Entities in two blocks, that of templates and another one, come into trees and leave them; readers of the changes
     * need memory, too.
     */
    private static final List<Op> TREES = List.of(
            new LoopOps.SpawnMany(0, 40, Way.CURSOR, 4, List.of()),
            new Ops.Spawn(List.of(HERE)),
            new Ops.Spawn(List.of(HERE)),
            new Ops.Capture(true),
            new Ops.Attach(new Target(Kind.ISSUED, 10), FIRST, false),
            new Ops.Attach(new Target(Kind.ISSUED, 40), FIRST, false),
            new Ops.Attach(new Target(Kind.ISSUED, 41), new Target(Kind.ISSUED, 10), true),
            new Ops.Attach(new Target(Kind.ISSUED, 11), new Target(Kind.ISSUED, 10), false),
            new Ops.MakeRoot(new Target(Kind.ISSUED, 30), true),
            new Ops.Capture(true),
            new Ops.MakeRoot(new Target(Kind.ISSUED, 40), false),
            new Ops.Attach(new Target(Kind.ISSUED, 10), new Target(Kind.ISSUED, 30), false),
            new LoopOps.Loop(
                    QuerySpec.of(Part.PLACE),
                    Way.FOR_EACH,
                    List.of(new At(1, new Ops.Attach(CURRENT, FIRST, false)), new At(1, new Ops.Destroy(FIRST, false))),
                    -1),
            new Ops.Restore(1, true),
            new Ops.Destroy(FIRST, false));

    /** Blocks, components and events come, are forgotten, and come again. */
    private static final List<Op> STATES = List.of(
            new LoopOps.SpawnMany(0, 300, Way.CURSOR, 4, List.of()),
            new Ops.SendEvent(1),
            new Ops.Capture(true),
            new LoopOps.SpawnMany(1, 300, Way.CURSOR, 4, List.of()),
            new LoopOps.SpawnMany(2, 300, Way.CURSOR, 4, List.of()),
            new Ops.Bulk(
                    QuerySpec.of(Part.PLACE), Ops.Change.ADD, new PartValue(Part.MIXED, List.of(1, 1, 1, 1, 1, 1))),
            new Ops.SendEvent(2),
            new Ops.SwapEvents(),
            new Ops.Capture(true),
            new Ops.Bulk(QuerySpec.of(Part.LABEL), Ops.Change.DESTROY, HOT),
            new Ops.Restore(0, true),
            new LoopOps.SpawnMany(3, 300, Way.CURSOR, 4, List.of()),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 0, true),
            new Ops.Restore(1, true),
            new Ops.Capture(true),
            new Ops.Capture(true),
            new Ops.Bulk(QuerySpec.of(Part.RARE), Ops.Change.DESTROY, HOT),
            new Ops.Capture(true),
            new Ops.Restore(0, true),
            new Ops.Restore(2, true));

    /** Lists grow and shrink, edges come and go, and indexes and readers of a query need memory, too. */
    private static final List<Op> DATA = List.of(
            new Ops.Spawn(List.of(HERE, HOT)),
            new LoopOps.SpawnMany(0, 70, Way.CURSOR, 4, List.of()),
            new ModelEntered.Read(QuerySpec.of(Part.LISTED)),
            new Ops.AddValue(FIRST, new PartValue(Part.LISTED, List.of(9))),
            new Ops.SetValue(FIRST, new PartValue(Part.LISTED, List.of(30))),
            new Ops.Bulk(QuerySpec.of(), Ops.Change.ADD, new PartValue(Part.LISTED, List.of(17))),
            new ModelEntered.Read(QuerySpec.of(Part.LISTED)),
            new RelateEntities(Relating.ROUTES, FIRST, new Target(Kind.ISSUED, 10), true, 3),
            new RelateEntities(Relating.ROUTES, FIRST, new Target(Kind.ISSUED, 11), true, 0),
            new RelateEntities(Relating.ROUTES, new Target(Kind.ISSUED, 11), FIRST, true, 0),
            new Ops.Capture(true),
            new AskIndex(0),
            new AskIndex(2),
            new CopyEntity(FIRST, false),
            new RelateEntities(Relating.ROUTES, FIRST, new Target(Kind.ISSUED, 11), false, 0),
            new Ops.SetValue(FIRST, new PartValue(Part.LISTED, List.of(2))),
            new Ops.Destroy(new Target(Kind.ISSUED, 10), false),
            new AskIndex(0),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 0, true),
            new Ops.Restore(0, true),
            new ModelEntered.Read(QuerySpec.of(Part.LISTED)),
            new AskIndex(2),
            new ModelObserved.Observe(QuerySpec.of(Part.NAMED)),
            new AskNames.AttachNamed(new AskNames(new Target(Kind.ISSUED, 5), 3, true), FIRST, 2),
            new RelateEntities(Relating.OWNERS, FIRST, new Target(Kind.ISSUED, 12), true, 1),
            new RelateEntities(Relating.OWNERS, FIRST, new Target(Kind.ISSUED, 13), true, 2),
            new RelateEntities(Relating.FRIENDS, new Target(Kind.ISSUED, 13), new Target(Kind.ISSUED, 5), true, 0),
            new RelateEntities(Relating.NEEDS, new Target(Kind.ISSUED, 13), FIRST, true, 0),
            new RelateEntities(Relating.NEEDS, FIRST, new Target(Kind.ISSUED, 13), true, 0),
            new RelateEntities.Ask(Relating.FRIENDS, new Target(Kind.ISSUED, 5), QuerySpec.of(Part.PLACE)),
            new UniqueIndex(FIRST, new Target(Kind.ISSUED, 14)),
            new Ops.Destroy(FIRST, false),
            new AskNames(new Target(Kind.ISSUED, 20), 2, true));

    /** Lists fill some pages, of which some are empty then: those in the others move. */
    private static final List<Op> SPARSE_LISTS = List.of(
            new LoopOps.SpawnMany(0, 200, Way.CURSOR, 4, List.of()),
            new LoopOps.SpawnMany(1, 200, Way.CURSOR, 4, List.of()),
            new Ops.Bulk(QuerySpec.EVERYTHING, Ops.Change.ADD_VALUE, new PartValue(Part.LISTED, List.of(17))),
            new Ops.Capture(true),
            new Ops.Bulk(QuerySpec.of(Part.PLACE), Ops.Change.REMOVE, new PartValue(Part.LISTED, List.of(17))),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 3, true),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 100, true),
            new Ops.Capture(true),
            new Ops.Bulk(QuerySpec.of(Part.PLACE), Ops.Change.DESTROY, HOT),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 70, true),
            new Ops.Restore(0, true),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 1000, true),
            new Ops.Restore(1, true),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 1000, true));

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldChangeNothingWhenAnyAllocationOfSparseListsFails() {
        assertTrue(failEachAllocation(SPARSE_LISTS, Soak.times(30, 1)) <= 15);
    }

    private static final ListOps.Change ADD_THING = new ListOps.Change(ListOps.Which.THINGS, ListOps.What.ADD, 6);

    /** Elements of lists and strings change, one by one and in loops, and are copied, moved and restored. */
    private static final List<Op> ELEMENTS = List.of(
            new Ops.Spawn(List.of(HERE)),
            new LoopOps.SpawnMany(0, 40, Way.CURSOR, 4, List.of()),
            new ModelEntered.Read(QuerySpec.of().where(QuerySpec.Where.NAMED)),
            new Ops.AddValue(FIRST, new PartValue(Part.TEXTS, List.of(1, 40, 9))),
            new Ops.SetCell(FIRST, Part.TEXTS, 1, 130),
            new Ops.Bulk(QuerySpec.of(), Ops.Change.ADD_VALUE, new PartValue(Part.GROUP, List.of(4, 4))),
            new LoopOps.SpawnMany(1, 3, Way.KERNEL, 4, List.of()),
            new ListOps.ChangeInLoop(QuerySpec.EVERYTHING, Way.KERNEL, ADD_THING, List.of()),
            new ListOps.ChangeInLoop(
                    QuerySpec.of(Part.VECTOR),
                    Way.CURSOR,
                    ADD_THING,
                    List.of(new At(3, new Ops.Destroy(CURRENT, true)))),
            new Ops.Capture(true),
            new CopyEntity(FIRST, false),
            new Ops.SetCell(FIRST, Part.GROUP, 1, 7),
            new Ops.SetCell(FIRST, Part.TEXTS, 2, 8),
            new ListOps.ChangeOne(FIRST, new ListOps.Change(ListOps.Which.MEMBERS, ListOps.What.CLEAR, 0)),
            new MoveOps.Compact(MoveOps.Compact.WORLD, 0, true),
            new Ops.Restore(0, true),
            new ModelEntered.Read(QuerySpec.of().where(QuerySpec.Where.NAMED)),
            new ListOps.ChangeOne(FIRST, new ListOps.Change(ListOps.Which.THINGS, ListOps.What.SWAP_REMOVE, 1)),
            new Ops.Destroy(FIRST, false));

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldChangeNothingWhenAnyAllocationOfElementsFails() {
        assertTrue(failEachAllocation(ELEMENTS, Soak.times(30, 1)) <= 20);
    }

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldChangeNothingWhenAnyAllocationOfListsEdgesAndIndexesFails() {
        assertTrue(failEachAllocation(DATA, Soak.times(40, 1)) <= 40);
    }

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldChangeNothingWhenAnyAllocationOfStatesFails() {
        assertTrue(failEachAllocation(STATES, Soak.times(40, 2)) <= 15);
    }

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldChangeNothingWhenAnyAllocationOfTreesFails() {
        assertTrue(failEachAllocation(TREES, Soak.times(15, 2)) <= 15);
    }

    @Test
    void shouldChangeNothingWhenAnyAllocationFails() {
        assertEquals(0, failEachAllocation(SCRIPT, Soak.times(10, 1)));
    }

    /** Readers find too many changes when there is no memory for them. */
    @Test
    void shouldBeWholeWhenAnyAllocationOfMovesFails() {
        assertTrue(failEachAllocation(MOVES, Soak.times(40, 2)) <= 5);
    }

    @Test
    void shouldBeWholeWhenAnyAllocationOfAMoveOfManyFails() {
        assertTrue(failEachAllocation(MOVES_OF_MANY, Soak.times(25, 2)) <= 5);
    }

    /** Runs a script for each allocation, of that stride, which fails; returns how many failures were not seen. */
    private static int failEachAllocation(List<Op> script, int stride) {
        int last = 0;
        int unnoticed = 0;
        for (int nth = 1, refused = run(script, nth); refused >= 0; refused = run(script, nth)) {
            last = nth;
            unnoticed += 1 - refused;
            nth += stride;
        }
        assertTrue(last >= 6, "allocations of the script: " + last);
        return unnoticed;
    }

    /** Runs the script with one failing allocation; returns how often it was refused, -1 if there are fewer. */
    private static int run(List<Op> script, int failingAllocation) {
        CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
        FailingMemory failing = new FailingMemory(counting, failingAllocation).stubborn();
        int refusals;
        try (ModelPair pair =
                new ModelPair(() -> World.builder().memory(failing).build(), ModelWorld::new, true)) {
            for (Op op : script) {
                pair.apply(op);
                checkBytes(counting, pair);
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
    private static void checkBytes(CountingMemory source, ModelPair pair) {
        assertEquals(source.allocatedBytes(), pair.world().statistics().memory().totalBytes());
        assertEquals(0, pair.world().frame().usedBytes());
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Soak.times(3, 8));
    }

    /** Random operations. Some allocations fail, at random. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldAgreeWithModelWhileAllocationsFail(long seed) {
        CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
        FailingMemory failing = new FailingMemory(counting).stubborn();
        Random moments = new Random(seed);
        OpGenerator generator = new OpGenerator(seed, new Profile(0, 90, 130, 1).withoutCommands());
        int step = 0;
        try (ModelPair pair =
                new ModelPair(() -> World.builder().memory(failing).build(), ModelWorld::new, true)) {
            for (; step < Soak.times(200, 700); step++) {
                if (moments.nextInt(3) == 0) {
                    failing.failNext();
                }
                pair.apply(generator.next(pair.model().size()));
                Invariants.checkAll(pair);
                checkBytes(counting, pair);
            }
            assertTrue(pair.refusals() > 10, () -> "refusals: " + pair.refusals());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
        }
        assertEquals(0, counting.outstanding());
    }
}
