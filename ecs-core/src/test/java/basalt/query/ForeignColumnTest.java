package basalt.query;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.ComponentInfo;
import basalt.storage.fixture.Position;
import basalt.world.World;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A user's implementation of {@link Column} could have a wrong offset. */
class ForeignColumnTest {
    private final World world = World.create();
    private final Query query = world.query().all(Position.TYPE).build();

    @AfterEach
    void close() {
        world.close();
    }

    /** Like {@link Position#X}, but with an offset far beyond the block. */
    private record Foreign(int offset) implements Column {
        @Override
        public ComponentInfo component() {
            return Position.TYPE;
        }

        @Override
        public String field() {
            return "x";
        }

        @Override
        public ColumnKind kind() {
            return ColumnKind.FLOAT32;
        }

        @Override
        public int length() {
            return 1;
        }

        @Override
        public int laneOffset(int lane) {
            return offset;
        }
    }

    @Test
    void shouldRejectColumnOfAnotherClassWhereItWouldReadMemory() {
        world.spawn(new Position(1, 2));
        Foreign foreign = new Foreign(1 << 30);
        Selection selection = Selection.of(query).collect();

        assertRejects(() -> selection.sortBy(foreign));
        assertRejects(() -> selection.sortByDescending(foreign));
        assertRejects(() -> selection.top(1, foreign));
        assertRejects(() -> selection.bottom(1, foreign));
        assertRejects(() -> selection.groupBy(foreign));
        assertRejects(() -> query.forEachSpan(span -> span.wrap(foreign, new UnsafeBuffer())));
        assertRejects(() -> query.forEachSpan(span -> span.wrap(foreign, 0, new UnsafeBuffer())));
    }

    private static void assertRejects(Executable use) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, use);
        assertTrue(e.getMessage().contains("Foreign"), e::getMessage);
        assertTrue(e.getMessage().contains("take columns from their component"), e::getMessage);
    }
}
