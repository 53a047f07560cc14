package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpanKernelTest {
    private final World world = World.create();
    private final Query positions = world.query().all(Position.TYPE).build();
    private final List<String> spans = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldReachEachRowOnce(int count) {
        world.template().with(new Health(0)).build().spawn(count);
        Query healthy = world.query().all(Health.TYPE).build();
        SpanKernel increase = healthy.spanKernel(span -> {
            for (int r = span.from(); r < span.to(); r++) {
                Row row = span.row(r);
                row.set(Health.POINTS, row.get(Health.POINTS) + row.index() + 1);
            }
        });
        increase.run();
        increase.run();

        assertEquals((long) count * (count + 1), healthy.reduce().sum(Health.POINTS));
    }

    @Test
    void shouldKnowItsQuery() {
        SpanKernel kernel = positions.spanKernel(this::note);

        assertSame(positions, kernel.query());
        assertTrue(kernel.isSpecialised());
    }

    @Test
    void shouldLeaveOutRowsOfLaterSpansThatAreDestroyed() {
        world.template().with(Position.TYPE).build().spawn(ROWS + 100);
        world.destroy(entity(10));
        positions
                .spanKernel(span -> {
                    note(span);
                    if (spans.size() == 1) {
                        world.destroy(entity(11));
                        world.destroy(entity(200));
                        world.destroy(entity(ROWS));
                        world.destroy(entity(ROWS + 99));
                    }
                })
                .run();

        assertEquals(List.of("0-10", "12-200", "201-16384", "1-99"), spans);
    }

    @Test
    void shouldNotReachRowsThatAreSpawned() {
        world.template().with(Position.TYPE).build().spawn(64);
        world.destroy(entity(20));
        world.destroy(entity(40));
        positions
                .spanKernel(span -> {
                    note(span);
                    world.spawn(new Position(0, 0));
                    world.template().with(Position.TYPE).build().spawn(100);
                })
                .run();

        assertEquals(List.of("0-20", "21-40", "41-64"), spans);
    }

    @Test
    void shouldLetASpanBeDestroyedByItsOwnBody() {
        world.template().with(Position.TYPE).build().spawn(ROWS + 64);
        world.destroy(entity(100));
        positions
                .spanKernel(span -> {
                    note(span);
                    for (int row = span.from(); row < span.to(); row++) {
                        world.destroy(span.entity(row));
                    }
                })
                .run();

        assertEquals(List.of("0-100", "101-16384", "0-64"), spans);
        assertEquals(0, world.entityCount());
    }

    private void note(Span span) {
        spans.add(span.from() + "-" + span.to());
    }

    private static long entity(int row) {
        return Entity.of(row, 1);
    }
}
