package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.BooleanColumn;
import basalt.component.Entity;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowKernelTest extends WorldFixture {
    private static final float DT = 0.25f;
    private static final RowBody MOVE = row -> {
        row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * DT);
        row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * DT);
    };
    private Query moving;

    @BeforeEach
    void create() {
        moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldDoWhatALoopOverArraysDoes(int count) {
        world.template().with(new Position(1, 2)).with(Velocity.TYPE).build().spawn(count, row -> {
            row.set(Velocity.DX, row.index());
            row.set(Velocity.DY, -row.index());
        });
        RowKernel move = moving.kernel(MOVE);
        for (int tick = 0; tick < 3; tick++) {
            move.run();
        }
        for (int row = 0; row < count; row++) {
            float x = 1;
            float y = 2;
            for (int tick = 0; tick < 3; tick++) {
                x += row * DT;
                y += -row * DT;
            }
            assertEquals(new Position(x, y), world.get(Entity.of(row, 1), Position.TYPE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 16383, 16384, 16385})
    void shouldComputeWithBooleansAsPlainJavaDoes(int count) {
        BooleanColumn flag = Kinds.FLAG;
        BooleanColumn lane = Vectors.FLAGS;
        world.template().with(Kinds.TYPE).with(Vectors.TYPE).build().spawn(count, row -> {
            row.set(flag, row.index() % 3 == 0);
            row.set(lane, 0, row.index() % 5 == 0);
            row.set(lane, 1, row.index() % 7 == 0);
        });
        RowKernel compute = world.query().all(Kinds.TYPE, Vectors.TYPE).build().kernel(row -> {
            row.set(flag, !row.get(flag));
            row.set(lane, 0, row.get(lane, 0) ^ row.get(flag) & row.get(lane, 1));
            row.set(lane, 1, row.get(lane, 1) | row.get(flag));
        });
        for (int tick = 0; tick < 3; tick++) {
            compute.run();
        }
        for (int row = 0; row < count; row++) {
            boolean a = row % 3 == 0;
            boolean b = row % 5 == 0;
            boolean c = row % 7 == 0;
            for (int tick = 0; tick < 3; tick++) {
                a = !a;
                b = b ^ a & c;
                c = c | a;
            }
            long entity = Entity.of(row, 1);
            assertEquals(a, world.get(entity, flag));
            assertEquals(b, world.row(entity).get(lane, 0));
            assertEquals(c, world.row(entity).get(lane, 1));
        }
    }

    @Test
    void shouldGiveEachKernelAnObjectOfItsOwn() {
        RowKernel one = moving.kernel(MOVE);

        assertNotSame(one, moving.kernel(MOVE));
        assertSame(moving, one.query());
    }

    @Test
    void shouldRunABodyThatIsTooLargeToBeInlined() {
        scatter(ROWS + 100);
        moving.kernel(row -> {
                    float x = row.get(Position.X);
                    for (int i = 0; i < 20; i++) {
                        x = switch (i % 5) {
                            case 0 -> x + Math.abs(row.get(Velocity.DX)) * i;
                            case 1 -> x - row.get(Velocity.DY);
                            case 2 ->
                                (float) Math.sqrt(Math.abs(x))
                                        + String.valueOf(i).length();
                            case 3 -> x > 1000 ? x / 2 : x + world.entityCount() % 3;
                            default -> row.has(Frozen.TYPE) ? -x : x;
                        };
                    }
                    row.set(Position.X, x);
                    row.set(Position.Y, x == x ? 1 : 2);
                })
                .run();

        assertEquals(moving.count(), moving.reduce().sum(Position.Y));
    }

    /** Rows of which some have no entity and some lack the velocity. */
    private void scatter(int count) {
        Random random = new Random(5);
        for (int i = 0; i < count; i++) {
            long entity = random.nextInt(10) == 0
                    ? world.spawn(new Position(i, 0))
                    : world.spawn(new Position(i % 64, 1), new Velocity(2, 1));
            if (random.nextInt(20) == 0) {
                world.destroy(entity);
            }
        }
    }

    private static final int DEEP = 11;
    private final Query query = world.query().all(Position.TYPE).build();
    private final RowKernel rows = query.kernel(this::visit);
    private int depth;
    private int visits;
    private Runnable inner;

    private void spawnTwo() {
        if (query.isEmpty()) {
            world.spawn(new Position(10, 0));
            world.spawn(new Position(20, 0));
        }
    }

    @Test
    void shouldNestEachInEach() {
        spawnTwo();
        Selection selection = Selection.of(query).collect();
        RowBody row = this::visit;
        Span.Body span = this::visit;
        Runnable[] all = {
            rows::run, () -> query.forEach(row), () -> selection.forEach(row), () -> query.forEachSpan(span)
        };
        runAllTheWayDown(() -> all[depth % all.length].run());
        world.frame().reset();
    }

    @Test
    void shouldContinueAfterAFailureInANestedRun() {
        spawnTwo();
        RowBody row = this::visit;
        Span.Body span = this::visit;
        Selection selection = Selection.of(query).collect();
        for (Runnable start : new Runnable[] {
            rows::run, () -> query.forEach(row), () -> query.forEachSpan(span), () -> selection.forEach(row)
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
