package basalt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.MemorySource;
import basalt.query.Kernel;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.WorkerAccess;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run in pieces does the same as the kernel, and the pieces have the same size. */
class KernelRunTest {
    /** The declarations of a system that may do everything. */
    private static final AccessCheck ALLOWED = (AccessCheck) Proxy.newProxyInstance(
            KernelRunTest.class.getClassLoader(),
            new Class<?>[] {AccessCheck.class},
            (proxy, method, arguments) -> method.getReturnType() == String.class
                    ? "test"
                    : method.getReturnType() == boolean.class ? false : null);

    private final World world = World.create();
    private final WorldRuntime iterations = Internal.of(world);
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final Worker worker = iterations.worker(MemorySource.direct(), Long.MAX_VALUE);
    private KernelRun run;
    private final List<Integer> seen = new ArrayList<>();
    private final RowKernel collect = healthy.kernel(row -> seen.add(row.index()));

    private int open(Kernel kernel) {
        run = Internal.of(kernel).newRun(column -> true);
        return run.open();
    }

    @AfterEach
    void close() {
        worker.close();
        world.close();
    }

    /** The rows that each piece has run over. */
    private List<List<Integer>> runPieces() {
        Worker[] workers = {worker};
        List<List<Integer>> pieces = new ArrayList<>();
        iterations.lend(workers, new WorkerAccess[] {worker.access()});
        for (int piece = 0; piece < run.pieces(); piece++) {
            seen.clear();
            worker.enter(ALLOWED);
            run.run(piece, worker);
            assertTrue(worker.leave(false));
            pieces.add(List.copyOf(seen));
        }
        iterations.reclaim();
        return pieces;
    }

    private List<Integer> expected() {
        List<Integer> expected = new ArrayList<>();
        healthy.forEach(row -> expected.add(row.index()));
        return expected;
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
                world.query().all(Health.TYPE).build().forEach(row -> {
                    if (row.index() / stretch % (1 << holes) == 0) {
                        world.destroy(row.entity());
                    }
                });
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void shouldCutIntoPiecesOfOneSize(int seed) {
        Random random = new Random(seed);
        fill(random);
        List<Integer> expected = expected();
        for (int rows : new int[] {1, 63, 64, 65, 100, 1000, 16_384, 16_385, 40_000, Integer.MAX_VALUE - 64}) {
            assertEquals(expected.size(), open(collect));
            run.cut(rows);
            List<List<Integer>> pieces = runPieces();
            run.close();

            assertEquals(expected, pieces.stream().flatMap(List::stream).toList(), () -> "cut at " + rows);
            for (int i = 0; i < pieces.size(); i++) {
                int size = pieces.get(i).size();
                assertTrue(size > 0, () -> "an empty piece, cut at " + rows);
                assertTrue(size < rows + 64L, () -> "a piece of " + size + " rows, cut at " + rows);
                assertTrue(size >= rows || i == pieces.size() - 1, () -> "a piece of " + size + ", cut at " + rows);
            }
        }
    }

    @Test
    void shouldBeOnePieceUnlessItIsCut() {
        for (int i = 0; i < 3; i++) {
            world.template().with(new Health(i)).build().spawn(100);
        }
        assertEquals(300, open(collect));
        assertEquals(1, run.pieces());
        assertEquals(List.of(expected()), runPieces());
        run.close();
    }

    @Test
    void shouldForgetThePreviousCut() {
        world.template().with(new Health(1)).build().spawn(1000);
        open(collect);
        run.cut(64);
        assertEquals(16, run.pieces());
        run.close();

        run.open();
        assertEquals(1, run.pieces());
        run.close();
    }

    @Test
    void shouldHaveNoPiecesWithoutRows() {
        assertEquals(0, open(collect));
        run.cut(1);
        assertEquals(0, run.pieces());
        run.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 1000, 16_385})
    void shouldCutSpans(int rows) {
        fill(new Random(5));
        SpanKernel spans = healthy.spanKernel(span -> {
            for (int row = span.from(); row < span.to(); row++) {
                seen.add(span.row(row).index());
            }
        });
        open(spans);
        run.cut(rows);
        assertEquals(expected(), runPieces().stream().flatMap(List::stream).toList());
        run.close();
    }

    @Test
    void shouldCountOnlyAliveRowsOfAPureKernel() {
        Template template =
                world.template().with(new Health(1)).with(new Position(0, 0)).build();
        template.spawn(20_000);
        world.query().all(Health.TYPE).build().forEach(row -> {
            if (row.index() % 3 == 0 || row.index() > 300 && row.index() < 800) {
                world.destroy(row.entity());
            } else if (row.index() % 7 == 0) {
                world.add(row.entity(), Frozen.TYPE);
            }
        });
        Query warm = world.query().all(Health.TYPE).none(Frozen.TYPE).build();
        RowKernel heal = warm.pureKernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));

        assertEquals(warm.count(), open(heal));
        run.cut(1000);
        runPieces();
        run.close();

        assertEquals(2L * warm.count(), warm.reduce().sum(Health.POINTS));
        healthy.forEach(row -> assertEquals(row.has(Frozen.TYPE) ? 1 : 2, row.get(Health.POINTS)));
    }

    @Test
    void shouldRethrowExceptionsOfTheBody() {
        world.spawn(new Health(1));
        RowKernel fails = healthy.kernel(row -> {
            throw new UnsupportedOperationException("no");
        });
        open(fails);
        iterations.lend(new Worker[] {worker}, new WorkerAccess[] {worker.access()});
        worker.enter(ALLOWED);
        assertThrows(UnsupportedOperationException.class, () -> run.run(0, worker));
        assertTrue(worker.leave(false));
        iterations.reclaim();
        run.close();
    }
}
