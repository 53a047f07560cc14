package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.world.Template;
import basalt.world.World;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemNodeTest {
    private static final long PIECE_NANOS = 10_000;

    private final World world = World.create();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final Template template = world.template().with(new Health(1)).build();

    @AfterEach
    void close() {
        world.close();
    }

    private SystemNode node(SystemOption... options) {
        RowKernel kernel = healthy.kernel(row -> {});
        SystemSpec spec = SystemSpec.of("a", 0, Set.of(Health.TYPE), true, options);
        return new SystemNode(
                spec,
                new SystemAccess(spec, List.of()),
                Internals.of(kernel),
                Internals.of(kernel).newRun());
    }

    /** The number of pieces of a run after a run over all rows with a given time. */
    private int pieces(SystemNode node, long nanosBefore, int workers) {
        node.open();
        node.took(nanosBefore);
        node.close();
        node.open();
        node.cut(PIECE_NANOS, workers);
        node.close();
        return node.pieces();
    }

    /** By time, by words, and at most eight pieces for each worker. */
    @ParameterizedTest
    @CsvSource({
        "100_000, 100, 4, 1",
        "100_000, 10_000, 4, 1",
        "100_000, 20_000, 4, 2",
        "100_000, 100_000, 4, 10",
        "100_000, 1_000_000_000, 2, 16",
        "100_000, 4_611_686_018_427_387_903, 4, 32",
        "0, 1_000_000, 4, 0",
        "1, 1_000_000, 4, 1",
        "65, 1_000_000, 4, 2"
    })
    void shouldCutIntoPieces(String rows, String nanosBefore, int workers, int pieces) {
        template.spawn(Integer.parseInt(rows.replace("_", "")));
        assertEquals(pieces, pieces(node(), Long.parseLong(nanosBefore.replace("_", "")), workers));
    }

    @Test
    void shouldNotCutBeforeTheFirstMeasurement() {
        template.spawn(100_000);
        SystemNode node = node();
        node.open();
        node.cut(PIECE_NANOS, 4);
        assertEquals(1, node.pieces());
        node.close();
    }

    @Test
    void shouldEstimateTheTimeOfItsRows() {
        SystemNode node = node();
        assertEquals(0, node.expectedNanos());
        template.spawn(1_000);
        node.open();
        node.took(10_000);
        assertEquals(10_000, node.expectedNanos());
        node.close();

        template.spawn(1_000);
        node.open();
        assertEquals(20_000, node.expectedNanos());
        node.took(40_000);
        assertEquals(2_000 * 17_500 / 1_250, node.expectedNanos());
        node.close();

        healthy.bulk().destroy();
        node.open();
        assertEquals(0, node.expectedNanos());
        node.took(500);
        node.close();
        template.spawn(1_250);
        node.open();
        assertEquals(17_500, node.expectedNanos(), "a run over nothing tells nothing");
        node.close();
    }

    @Test
    void shouldEstimateTheTimeOfABody() {
        SystemSpec spec = SystemSpec.of("a", 0, Set.of(), false);
        SystemNode node = new SystemNode(spec, new SystemAccess(spec, List.of()), (Runnable) () -> {}, null);
        node.open();
        node.took(1_000);
        node.took(2_000);
        assertEquals(1_250, node.expectedNanos());
        node.cut(1, 4);
        assertEquals(1, node.pieces());
    }

    @Test
    void shouldNotBeDueAfterItsConditionHasThrown() {
        boolean[] throwing = {false};
        SystemNode node = node(RunCondition.when(() -> {
            if (throwing[0]) {
                throw new IllegalStateException("no");
            }
            return true;
        }));
        node.decide(1);
        assertTrue(node.isDue());
        throwing[0] = true;
        assertThrows(IllegalStateException.class, () -> node.decide(1));
        assertFalse(node.isDue());
    }
}
