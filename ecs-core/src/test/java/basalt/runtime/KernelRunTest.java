package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.query.Kernel;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.access.WorkerAccess;
import basalt.storage.fixture.Declared;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.collections.IntArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run in pieces does the same as a run at once, for different bodies.
 */
class KernelRunTest extends WorldFixture {
    private static final int[] LENGTHS = {0, 1, 63, 64, 65, 16383, 16384, 16385, 40_000};
    private static final int[] CUTS = {1, 63, 64, 65, 128, 1000, 4096, ROWS - 1, ROWS, ROWS + 1, Integer.MAX_VALUE - 64
    };
    private final WorldRuntime home = Internal.of(world);
    private final Worker[] workers = {home.worker(memory, Long.MAX_VALUE)};
    private final WorkerAccess[] workerAccess = WorldRuntime.Workers.access(workers);
    private KernelRun run;
    private final Declared access = new Declared("system").writing(Position.TYPE);
    private final IntArrayList visited = new IntArrayList();
    private final Query query =
            world.query().all(Position.TYPE).none(Frozen.TYPE).build();

    private int open(Kernel kernel) {
        run = Internal.of(kernel).newRun();
        return run.open();
    }

    @AfterEach
    void close() {
        workers[0].close();
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

    /** Runs all pieces in this thread, and lists what each has visited. */
    private List<int[]> pieces(int rowsPerPiece) {
        run.cut(rowsPerPiece);
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
        int[] expected = atOnce(kernel::run);
        for (int cut : CUTS) {
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
}
