package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.ColumnKind;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.storage.ColumnMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpanTest extends WorldFixture {
    private Query positions;

    @BeforeEach
    void create() {
        positions = world.query().all(Position.TYPE).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldBeOneRunABlock(int count) {
        world.template().with(Position.TYPE).build().spawn(count);
        List<String> spans = new ArrayList<>();
        positions.forEachSpan(span -> {
            assertEquals(span.to() - span.from(), span.size());
            spans.add(span.from() + "-" + span.to());
        });

        List<String> expected = new ArrayList<>();
        for (int left = count; left > 0; left -= ROWS) {
            expected.add("0-" + Math.min(left, ROWS));
        }
        assertEquals(expected, spans);
    }

    @Test
    void shouldEndWhereARowDoesNotMatch() {
        world.template().with(Position.TYPE).build().spawn(1000);
        IntStream.of(0, 5, 64, 65, 127, 128, 500, 999).forEach(row -> world.remove(Entity.of(row, 1), Position.TYPE));
        List<String> spans = new ArrayList<>();
        positions.forEachSpan(span -> spans.add(span.from() + "-" + span.to()));

        assertEquals(List.of("1-5", "6-64", "66-127", "129-500", "501-999"), spans);
    }

    @Test
    void shouldRejectRowsOutsideTheBlock() {
        world.spawn(new Position(1, 2));
        positions.forEachSpan(span -> {
            for (int row : new int[] {-1, ROWS, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertThrows(IndexOutOfBoundsException.class, () -> span.row(row));
                assertThrows(IndexOutOfBoundsException.class, () -> span.entity(row));
            }
        });
    }

    @Test
    void shouldReturnTheAddressOfItsColumns() {
        world.template().with(Kinds.TYPE).build().spawn(100);
        world.query().all(Kinds.TYPE).build().forEachSpan(span -> {
            ColumnMemory.putLong(span.baseUnchecked(), 42, Kinds.I64.offset(), 4242);
            ColumnMemory.putByte(span.baseUnchecked(), 43, Kinds.I8.offset(), (byte) 43);
        });

        assertEquals(4242, world.get(Entity.of(42, 1), Kinds.I64));
        assertEquals(43, world.get(Entity.of(43, 1), Kinds.I8));
        assertEquals(0, world.get(Entity.of(41, 1), Kinds.I64));
    }

    @Test
    void shouldBeViewedAsABuffer() {
        world.template().with(Kinds.TYPE).build().spawn(300, row -> {
            row.set(Kinds.F32, row.index());
            row.set(Kinds.I16, (short) row.index());
        });
        world.query().all(Kinds.TYPE).none(Frozen.TYPE).build().forEachSpan(span -> {
            UnsafeBuffer floats = new UnsafeBuffer();
            UnsafeBuffer shorts = new UnsafeBuffer();
            UnsafeBuffer bytes = new UnsafeBuffer();
            span.wrap(Kinds.F32, floats);
            span.wrap(Kinds.I16, shorts);
            span.wrap(Kinds.I8, bytes);
            assertEquals(300 * 4, floats.capacity());
            assertEquals(300 * 2, shorts.capacity());
            assertEquals(300, bytes.capacity());
            for (int i = 0; i < span.size(); i++) {
                assertEquals(i, floats.getFloat(i * 4));
                assertEquals(i, shorts.getShort(i * 2));
                bytes.putByte(i, (byte) i);
            }
        });
        for (int row = 0; row < 300; row++) {
            assertEquals((byte) row, world.get(Entity.of(row, 1), Kinds.I8));
        }
    }

    @Test
    void shouldBeViewedLaneByLane() {
        world.template().with(Matrix.TYPE).build().spawn(10, row -> row.set(Matrix.M, 15, row.index() + 0.5f));
        world.query().all(Matrix.TYPE).build().forEachSpan(span -> {
            UnsafeBuffer view = new UnsafeBuffer();
            span.wrap(Matrix.M, 15, view);
            assertEquals(9.5f, view.getFloat(36));
            span.wrap(Matrix.M, 0, view);
            assertEquals(0f, view.getFloat(36));
            assertThrows(IndexOutOfBoundsException.class, () -> span.wrap(Matrix.M, 16, view));
            assertThrows(IndexOutOfBoundsException.class, () -> span.wrap(Matrix.M, -1, view));
            assertThrowsWith(IllegalArgumentException.class, () -> span.wrap(Matrix.M, view), "lane");
        });
    }

    @Test
    void shouldBeViewedInASparseComponent() {
        world.template().with(new Rare(5, null)).build().spawn(10);
        world.query().all(Rare.TYPE).build().forEachSpan(span -> {
            UnsafeBuffer view = new UnsafeBuffer();
            span.wrap(Rare.CHARGE, view);
            view.putInt(4, 6);
            assertEquals(5, view.getInt(8));
        });

        assertEquals(6, world.get(Entity.of(1, 1), Rare.CHARGE));
    }

    @Test
    void shouldKeepItsMemoryWhileItIsViewed() {
        long first = world.template().with(new Rare(5, null)).build().spawn();
        world.template().with(new Position(0, 0)).build().spawn(); // in another block
        world.query().all(Rare.TYPE).build().forEachSpan(span -> {
            UnsafeBuffer view = new UnsafeBuffer();
            span.wrap(Rare.CHARGE, view);
            world.destroy(first);
            positions.bulk().add(new Rare(7, null));
            view.putInt(0, 6);
        });

        assertEquals(7, world.query().all(Rare.TYPE).build().reduce().sum(Rare.CHARGE));
    }

    @Test
    void shouldRejectViewsOfMissingColumns() {
        world.spawn(new Position(0, 0), new Label("x"));
        Query query =
                world.query().all(Position.TYPE, Label.TYPE).optional(Rare.TYPE).build();
        query.forEachSpan(span -> {
            UnsafeBuffer view = new UnsafeBuffer();
            assertThrows(MissingComponentException.class, () -> span.wrap(Rare.CHARGE, view));
            assertThrows(UnsupportedOperationException.class, () -> span.wrap(Label.TEXT, view));
            assertThrows(UnsupportedOperationException.class, () -> span.wrap(Position.X, new ExpandableArrayBuffer()));
            assertEquals(0, view.capacity());
        });
        assertEquals(ColumnKind.REFERENCE, Label.TEXT.kind());
    }

    @Test
    void shouldEmptyBuffersAfterTheCall() {
        world.template().with(Position.TYPE).build().spawn(100);
        world.destroy(Entity.of(50, 1));
        List<UnsafeBuffer> views = new ArrayList<>();
        positions.forEachSpan(span -> {
            views.forEach(view -> assertEquals(0, view.capacity()));
            for (int i = 0; i < 6; i++) {
                UnsafeBuffer view = new UnsafeBuffer();
                span.wrap(Position.X, view);
                views.add(view);
            }
        });

        assertEquals(12, views.size());
        for (UnsafeBuffer view : views) {
            assertEquals(0, view.capacity());
            assertEquals(0, view.addressOffset());
        }
    }

    @Test
    void shouldEmptyBuffersWhenTheBodyThrows() {
        world.spawn(new Position(0, 0));
        UnsafeBuffer view = new UnsafeBuffer();
        assertThrows(
                UnsupportedOperationException.class,
                () -> positions.forEachSpan(span -> {
                    span.wrap(Position.X, view);
                    assertNotEquals(0, view.capacity());
                    throw new UnsupportedOperationException();
                }));

        assertEquals(0, view.capacity());
    }

    @Test
    void shouldKeepItsViewsWhileAnotherRunOfTheQueryHasItsOwn() {
        world.template().with(new Position(1, 2)).build().spawn(10);
        UnsafeBuffer outer = new UnsafeBuffer();
        UnsafeBuffer inner = new UnsafeBuffer();
        positions.forEachSpan(span -> {
            span.wrap(Position.X, outer);
            positions.forEachSpan(nested -> nested.wrap(Position.Y, inner));
            assertEquals(0, inner.capacity());
            assertEquals(40, outer.capacity());
            assertEquals(1, outer.getFloat(36));
        });
        assertEquals(0, outer.capacity());
    }

    @Test
    void shouldLeaveOutRowsOfLaterSpansThatAreDestroyed() {
        world.template().with(Position.TYPE).build().spawn(ROWS + 100);
        world.destroy(entity(10));
        List<String> spans = new ArrayList<>();
        positions.forEachSpan(span -> {
            spans.add(span.from() + "-" + span.to());
            if (spans.size() == 1) {
                world.destroy(entity(11));
                world.destroy(entity(200));
                world.destroy(entity(ROWS));
                world.destroy(entity(ROWS + 99));
            }
        });

        assertEquals(List.of("0-10", "12-200", "201-16384", "1-99"), spans);
    }
}
