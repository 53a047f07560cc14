package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.memory.Elsewhere;
import basalt.memory.NativeMemoryException;
import basalt.query.Kernel;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.storage.access.WorkerAccess;
import basalt.storage.fixture.Declared;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run in pieces does the same as a run at once, for different bodies.
 */
class KernelRunTest extends WorldFixture {
    {
        memory.stubborn();
    }

    private static final int[] LENGTHS = {0, 1, 63, 64, 65, 16383, 16384, 16385, 40_000};
    private static final int[] CUTS = {1, 63, 64, 65, 128, 1000, 4096, ROWS - 1, ROWS, ROWS + 1, Integer.MAX_VALUE - 64
    };
    private final WorldRuntime home = Internal.of(world);
    private final Worker[] workers = {home.worker(memory, Long.MAX_VALUE), home.worker(memory, Long.MAX_VALUE)};
    private final WorkerAccess[] workerAccess = WorldRuntime.Workers.access(workers);
    private KernelRun run;
    private final Declared access = new Declared("system")
            .writing(Position.TYPE, Health.TYPE, Rare.TYPE)
            .changing(Frozen.TYPE);
    private final IntArrayList visited = new IntArrayList();
    private final Query query =
            world.query().all(Position.TYPE).none(Frozen.TYPE).build();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final RowKernel collect = healthy.kernel(row -> visited.addInt(row.index()));

    private int open(Kernel kernel) {
        run = Internal.of(kernel).newRun(column -> true);
        return run.open();
    }

    @AfterEach
    void close() {
        for (Worker worker : workers) {
            worker.close();
        }
    }

    static Stream<Arguments> lengths() {
        return IntStream.of(LENGTHS)
                .boxed()
                .flatMap(length -> Stream.of(Arguments.of(length, false), Arguments.of(length, true)));
    }

    /** Rows without and with holes; some holes are destroyed entities, some are frozen ones. */
    private void fill(int length, boolean holes) {
        world.template().with(new Position(1, 1)).build().spawn(length);
        if (holes) {
            world.query().build().forEach(row -> {
                int index = row.index();
                if (index % 97 == 5 || index % ROWS > 5000 && index % ROWS < 5300) {
                    world.destroy(row.entity());
                } else if (index % 61 == 7) {
                    world.add(row.entity(), Frozen.TYPE);
                }
            });
        }
    }

    /** Rows of several blocks: full, sparse, and with holes of all sizes. */
    private void fill(Random random) {
        for (int block = random.nextInt(4); block >= 0; block--) {
            Template template = world.template().with(new Health(block)).build();
            int rows = random.nextInt(3) == 0 ? 16_384 : random.nextInt(16_500);
            template.spawn(rows);
            int holes = random.nextInt(4);
            int stretch = 1 + random.nextInt(300);
            if (holes > 0) {
                healthy.forEach(row -> {
                    if (row.index() / stretch % (1 << holes) == 0) {
                        world.destroy(row.entity());
                    }
                });
            }
        }
    }

    /** Runs all pieces in this thread, and lists what each has visited. */
    private List<int[]> pieces(int rowsPerPiece) {
        run.cut(rowsPerPiece);
        return runAll();
    }

    private List<int[]> runAll() {
        List<int[]> pieces = new ArrayList<>();
        home.lend(workers, workerAccess);
        for (int piece = 0; piece < run.pieces(); piece++) {
            visited.clear();
            workers[0].enter(access);
            run.run(piece, workers[0]);
            assertTrue(workers[0].leave(false));
            pieces.add(visited.toIntArray());
        }
        home.reclaim();
        run.close();
        return pieces;
    }

    private static int[] joined(List<int[]> pieces) {
        return pieces.stream().flatMapToInt(IntStream::of).toArray();
    }

    private int[] atOnce(Runnable kernel) {
        visited.clear();
        kernel.run();
        return visited.toIntArray();
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void shouldVisitEachRowOnceInAscendingOrder(int length, boolean holes) {
        fill(length, holes);
        RowKernel kernel = query.kernel(row -> visited.addInt(row.index()));
        assertCut(kernel, atOnce(kernel::run), CUTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void shouldCutIntoPiecesOfOneSize(int seed) {
        fill(new Random(seed));
        int[] expected = atOnce(() -> healthy.forEach(row -> visited.addInt(row.index())));
        assertCut(collect, expected, 1, 63, 64, 65, 100, 1000, ROWS, ROWS + 1, 40_000, Integer.MAX_VALUE - 64);
    }

    private void assertCut(RowKernel kernel, int[] expected, int... cuts) {
        for (int cut : cuts) {
            assertEquals(expected.length, open(kernel));
            List<int[]> pieces = pieces(cut);
            assertArrayEquals(expected, joined(pieces), () -> "cut into pieces of " + cut);
            for (int i = 0; i < pieces.size(); i++) {
                int size = pieces.get(i).length;
                assertTrue(size > 0, () -> "an empty piece, cut at " + cut);
                assertTrue(size < cut + 64L, () -> size + " rows, cut into pieces of " + cut);
                assertTrue(size >= cut || i == pieces.size() - 1, () -> "a piece of " + size + ", cut at " + cut);
            }
        }
    }

    @Test
    void shouldBeOnePieceUnlessItIsCut() {
        world.template().with(new Health(1)).build().spawn(1000);
        assertEquals(1000, open(collect));
        assertEquals(1, run.pieces());
        run.cut(64);
        assertEquals(16, run.pieces());
        run.close();
        run.open();
        assertEquals(1, run.pieces(), "it has forgotten the cut");
        assertArrayEquals(IntStream.range(0, 1000).toArray(), joined(runAll()));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void shouldCutSpansAtTheEndsOfPieces(int length, boolean holes) {
        fill(length, holes);
        UnsafeBuffer view = new UnsafeBuffer();
        SpanKernel kernel = query.spanKernel(span -> {
            span.wrap(Position.X, view);
            assertEquals(span.size() * Float.BYTES, view.capacity());
            for (int row = span.from(); row < span.to(); row++) {
                visited.addInt(span.row(row).index());
                view.putFloat((row - span.from()) * Float.BYTES, span.row(row).index());
            }
        });
        int[] expected = atOnce(kernel::run);
        for (int cut : CUTS) {
            assertEquals(expected.length, open(kernel));
            assertArrayEquals(expected, joined(pieces(cut)), () -> "cut into pieces of " + cut);
            assertEquals(0, view.capacity());
        }
        query.forEach(row -> assertEquals(row.index(), row.get(Position.X)));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void shouldRunPureKernels(int length, boolean holes) {
        fill(length, holes);
        RowKernel kernel = query.pureKernel(row -> row.set(Position.Y, row.get(Position.Y) * 2 + row.get(Position.X)));
        int runs = 0;
        for (int cut : CUTS) {
            assertEquals(query.count(), open(kernel));
            List<int[]> pieces = pieces(cut);
            assertTrue(!Strict.ON || pieces.size() <= 1, "strict mode checks purity on whole blocks");
            runs++;
        }
        float expected = (2 << runs - 1) + (1 << runs) - 1;
        query.forEach(row -> assertEquals(expected, row.get(Position.Y)));
        assertEquals(world.query().all(Frozen.TYPE).build().count(), frozenUntouched());
    }

    private int frozenUntouched() {
        int[] count = {0};
        world.query()
                .all(Position.TYPE, Frozen.TYPE)
                .build()
                .forEach(row -> count[0] += row.get(Position.Y) == 1 ? 1 : 0);
        return count[0];
    }

    @Test
    void shouldShareItsPiecesAmongThreads() {
        fill(40_000, true);
        RowKernel kernel = query.kernel(row -> {
            row.set(Position.X, row.get(Position.X) + 1);
            row.set(Position.Y, row.index());
        });
        for (int round = 0; round < 20; round++) {
            open(kernel);
            run.cut(64 << round % 6);
            AtomicInteger next = new AtomicInteger();
            home.lend(workers, workerAccess);
            Elsewhere.together(() -> take(next, workers[0]), () -> take(next, workers[1]));
            home.reclaim();
            run.close();
        }
        query.forEach(row -> assertEquals(21f, row.get(Position.X)));
        query.forEach(row -> assertEquals(row.index(), row.get(Position.Y)));
    }

    private void take(AtomicInteger next, Worker worker) {
        for (int piece = next.getAndIncrement(); piece < run.pieces(); piece = next.getAndIncrement()) {
            worker.enter(access);
            run.run(piece, worker);
            assertTrue(worker.leave(false));
        }
    }

    /** The commands of the pieces, in the order of the pieces, are those of a run at once. */
    @Test
    void shouldRecordPieceByPiece() {
        fill(40_000, true);
        RowKernel kernel = query.kernel((row, commands) -> {
            long entity = row.entity();
            if (row.index() % 5 == 0) {
                commands.add(entity, Frozen.TYPE);
            }
        });
        int expected = (int) IntStream.of(atOnce(query.kernel(row -> visited.addInt(row.index()))::run))
                .filter(index -> index % 5 == 0)
                .count();
        int before = world.query().all(Frozen.TYPE).build().count();
        open(kernel);
        run.cut(640);
        long[][] stretches = new long[run.pieces()][2];
        home.lend(workers, workerAccess);
        for (int piece = run.pieces() - 1; piece >= 0; piece--) {
            Worker worker = workers[piece % 3 == 0 ? 1 : 0];
            worker.enter(access);
            stretches[piece][0] = worker.queue().position();
            run.run(piece, worker);
            stretches[piece][1] = worker.queue().position();
            worker.leave(false);
        }
        home.reclaim();
        run.close();
        assertEquals(0, world.commands().count());
        assertEquals(expected, workers[0].queue().count() + workers[1].queue().count());
        for (int piece = 0; piece < stretches.length; piece++) {
            home.playback().add(workers[piece % 3 == 0 ? 1 : 0].queue(), stretches[piece][0], stretches[piece][1], 0);
        }
        home.playback().run();

        assertEquals(before + expected, world.query().all(Frozen.TYPE).build().count());
        assertEquals(expected, world.statistics().commands().applied());
    }

    @Test
    void shouldRethrowExceptionsOfAPiecesBody() {
        fill(200, false);
        RuntimeException thrownByBody = new RuntimeException("thrown by the body");
        RowKernel kernel = query.kernel(row -> {
            visited.addInt(row.index());
            if (row.index() == 70) {
                throw thrownByBody;
            }
        });
        open(kernel);
        run.cut(64);
        assertEquals(4, run.pieces());
        home.lend(workers, workerAccess);
        workers[0].enter(access);
        run.run(0, workers[0]);
        assertSame(thrownByBody, assertThrows(RuntimeException.class, () -> run.run(1, workers[0])));
        run.run(2, workers[0]);
        assertTrue(workers[0].leave(false));
        home.reclaim();
        run.close();

        assertArrayEquals(
                IntStream.concat(IntStream.rangeClosed(0, 70), IntStream.range(128, 192))
                        .toArray(),
                visited.toIntArray());
    }

    @Test
    void shouldComputeOverDeadRowsOfPureKernels() {
        assumeFalse(Strict.ON, "strict mode takes the rows that match alone");
        fill(200, true);
        RowKernel kernel = query.pureKernel(row -> visited.addInt(row.index()));
        open(kernel);
        int[] visitedInPieces = joined(pieces(64));

        assertTrue(visitedInPieces.length > query.count());
        assertArrayEquals(atOnce(kernel::run), visitedInPieces);
    }

    @Test
    void shouldOpenForTheOwnerOnly() {
        fill(100, false);
        RowKernel kernel = query.kernel(row -> {});
        Elsewhere.run("other", () -> assertThrows(IllegalStateException.class, () -> open(kernel)));
        home.lend(workers, workerAccess);
        assertThrows(IllegalStateException.class, () -> open(kernel));
        home.reclaim();
        assertFalse(home.owner().isRunning());
    }

    @Test
    void shouldOpenNothingWithoutMemory() {
        fill(100, false);
        while (world.frame().reservedBytes() - world.frame().usedBytes() >= MatchedBlock.BYTES) {
            world.frame().allocate(1000, 8);
        }
        memory.failNext();
        RowKernel kernel = query.kernel(row -> {});
        assertThrows(NativeMemoryException.class, () -> open(kernel));

        assertFalse(home.owner().isRunning());
        assertEquals(100, open(kernel));
        run.close();
        world.frame().reset();
    }
}
