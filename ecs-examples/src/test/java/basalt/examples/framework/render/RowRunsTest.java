package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.query.Query;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowRunsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 16_383, 16_384, 16_385, 50_000})
    void shouldFindTheColumnsOfAllRows(int rows) {
        assertEquals(rows, pieces(rows, row -> true, (rows + 16_383) / 16_384));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 64, 65, 1_000, 1_024, 1_025, 1_026, 20_000})
    void shouldFindTheColumnsAroundHoles(int every) {
        pieces(50_000, row -> row % every == every / 2, -1);
        pieces(50_000, row -> row % every != 0, -1);
        pieces(50_000, row -> row / every % 2 == 1, -1);
    }

    @Test
    void shouldUploadSmallHolesAlongWithTheRows() {
        int most = RowRuns.MOST_BETWEEN;
        assertEquals(100, pieces(100, row -> row != 50, 1));
        assertEquals(5_000, pieces(5_000, row -> row < 1_000 || row >= 1_000 + most, 1));
        assertEquals(5_000 - most - 1, pieces(5_000, row -> row < 1_000 || row >= 1_001 + most, 2));
        assertEquals(2, pieces(40_000, row -> row == 16_383 || row == 16_384, 2));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindTheColumnsOfAnyRows(long seed) {
        Random random = new Random(seed);
        boolean[] stays = new boolean[40_000];
        boolean now = false;
        for (int i = 0; i < stays.length; i++) {
            now = random.nextInt(seed % 2 == 0 ? 3 : 700) == 0 ? !now : now;
            stays[i] = now;
        }
        pieces(stays.length, row -> stays[row], -1);
    }

    /** Checks the runs against the rows. Returns the number of vertices. */
    private static int pieces(int rows, IntPredicate stays, int expectedPieces) {
        try (World world = World.create();
                RowRuns runs = new RowRuns()) {
            Query spots = world.query().all(Spot.TYPE).build();
            List<Long> entities = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                entities.add(world.spawn(Spot.at(i, i + 0.5f).coloured(i + 1, 0, 0, 0, ~i)));
            }
            for (int i = 0; i < rows; i++) {
                if (!stays.test(i)) {
                    world.destroy(entities.get(i));
                }
            }
            for (int frame = 0; frame < 2; frame++) { // in the second frame the arrays have grown already
                runs.clear();
                spots.forEachSpan(span -> runs.add(span.baseUnchecked(), span.from(), span.to()));
                runs.join();
                float[] x = uploadFloats(runs, Spot.X);
                float[] y = uploadFloats(runs, Spot.Y);
                float[] size = uploadFloats(runs, Spot.RED);
                List<Integer> drawn = new ArrayList<>();
                for (int run = 0; run < runs.runs(); run++) {
                    for (int i = 0; i < intAt(runs.countsAddress(), run); i++) {
                        int vertex = intAt(runs.firstsAddress(), run) + i;
                        drawn.add((int) x[vertex]);
                        assertEquals(x[vertex] + 0.5f, y[vertex]);
                        assertEquals(x[vertex] + 1, size[vertex]);
                    }
                }
                List<Integer> expected = new ArrayList<>();
                spots.forEach(row -> expected.add((int) row.get(Spot.X)));
                assertEquals(expected, drawn);
                assertTrue(expectedPieces < 0 || expectedPieces == runs.pieces(), "pieces: " + runs.pieces());
            }
            return runs.vertices();
        }
    }

    /** The content of a vertex buffer after the upload. */
    private static float[] uploadFloats(RowRuns runs, Column column) {
        float[] buffer = new float[runs.vertices()];
        UnsafeBuffer view = new UnsafeBuffer(0, 0);
        int to = 0;
        for (int piece = 0; piece < runs.pieces(); piece++) {
            view.wrap(runs.address(piece, column), runs.rows(piece) * Float.BYTES);
            for (int i = 0; i < runs.rows(piece); i++) {
                buffer[to++] = view.getFloat(i * Float.BYTES);
            }
        }
        assertEquals(buffer.length, to);
        return buffer;
    }

    private static int intAt(long address, int index) {
        return new UnsafeBuffer(address, (index + 1) * Integer.BYTES).getInt(index * Integer.BYTES);
    }
}
