package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.storage.fixture.Position;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nested runs have rows and spans of their own, at any depth, and also after a run has failed. */
class NestedRunsTest {
    private static final int DEEP = 11;

    private final World world = World.create();
    private final Query query = world.query().all(Position.TYPE).build();
    private final RowKernel rows = query.kernel(this::visit);
    private final RowKernel recording = query.kernel((row, commands) -> visit(row));
    private final SpanKernel spans = query.spanKernel(this::visit);
    private int depth;
    private int visits;
    private Runnable inner;

    @BeforeEach
    void fill() {
        world.spawn(new Position(10, 0));
        world.spawn(new Position(20, 0));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldNestKernels() {
        runAllTheWayDown(rows::run);
        runAllTheWayDown(recording::run);
        runAllTheWayDown(spans::run);
    }

    @Test
    void shouldNestLoops() {
        RowBody row = this::visit;
        Span.Body span = this::visit;
        runAllTheWayDown(() -> query.forEach(row));
        runAllTheWayDown(() -> query.forEachSpan(span));
        runAllTheWayDown(() -> Selection.of(query).collect().forEach(row));
    }

    @Test
    void shouldNestEachInEach() {
        Selection selection = Selection.of(query).collect();
        RowBody row = this::visit;
        Span.Body span = this::visit;
        Runnable[] all = {
            rows::run, spans::run, () -> query.forEach(row), () -> selection.forEach(row), () -> query.forEachSpan(span)
        };
        runAllTheWayDown(() -> all[depth % all.length].run());
    }

    @Test
    void shouldContinueAfterAFailureInANestedRun() {
        RowBody row = this::visit;
        Span.Body span = this::visit;
        Selection selection = Selection.of(query).collect();
        for (Runnable start : new Runnable[] {
            rows::run, spans::run, () -> query.forEach(row), () -> query.forEachSpan(span), () -> selection.forEach(row)
        }) {
            inner = () -> {
                if (depth == DEEP) {
                    throw new UnsupportedOperationException("at the bottom");
                }
                start.run();
            };
            assertThrows(UnsupportedOperationException.class, start::run);
            assertEquals(0, depth);
        }
        shouldNestEachInEach();
    }

    private void runAllTheWayDown(Runnable run) {
        visits = 0;
        depth = 0;
        inner = () -> {
            if (depth < DEEP) {
                run.run();
            }
        };
        run.run();
        assertEquals(0, depth);
        assertEquals((2 << DEEP) - 2, visits);
    }

    private void visit(Row row) {
        long entity = row.entity();
        int index = row.index();
        float x = row.get(Position.X);
        goDeeper();
        assertEquals(entity, row.entity());
        assertEquals(index, row.index());
        assertEquals(10 + 10 * index, x);
        assertEquals(x, row.get(Position.X));
    }

    private void visit(Span span) {
        for (int r = span.from(); r < span.to(); r++) {
            visit(span.row(r));
        }
        assertEquals(0, span.from());
        assertEquals(2, span.to());
    }

    private void goDeeper() {
        visits++;
        depth++;
        try {
            inner.run();
        } finally {
            depth--;
        }
    }
}
