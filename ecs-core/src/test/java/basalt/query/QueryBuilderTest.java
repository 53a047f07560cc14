package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class QueryBuilderTest {
    private static final Component<?> MISSING = null;

    private World world;
    private QueryBuilder builder;

    @BeforeEach
    void create() {
        world = World.create();
        builder = world.query();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldRejectConditionsThatNoRowCanMeet() {
        assertRejects(() -> builder.any(), "any()");
        assertRejects(() -> builder.added(), "added()");
        assertRejects(() -> builder.changed(), "changed()");
        assertRejects(
                () -> world.query().none(Position.TYPE).added(Position.TYPE).build(), Position.TYPE.name(), "added()");
        assertRejects(
                () -> world.query().changed(Position.TYPE).none(Position.TYPE).build(),
                Position.TYPE.name(),
                "changed()");
        assertRejects(
                () -> world.query().none(Position.TYPE).all(Position.TYPE).build(), Position.TYPE.name(), "all()");
    }

    @Test
    void shouldRejectNullComponents() {
        assertRejects(() -> builder.all(Position.TYPE, MISSING), "all()", "null");
        assertRejects(() -> builder.any(MISSING), "any()", "null");
        assertRejects(() -> builder.none(MISSING), "none()", "null");
        assertRejects(() -> builder.optional(MISSING), "optional()", "null");
        assertRejects(() -> builder.added(Position.TYPE, MISSING), "added()", "null");
        assertRejects(() -> builder.changed(MISSING), "changed()", "null");
    }

    @Test
    void shouldTakeAComponentTwice() {
        world.spawn(new Position(0, 0));

        assertEquals(
                1,
                builder.all(Position.TYPE, Position.TYPE)
                        .all(Position.TYPE)
                        .any(Position.TYPE)
                        .build()
                        .count());
    }

    @Test
    void shouldAllowConditionsThatAreEmpty() {
        world.spawn();

        assertEquals(1, builder.all().none().optional().build().count());
    }

    @Test
    void shouldAllowExcludingPartOfAChoice() {
        world.spawn(new Position(0, 0));
        world.spawn(new Position(0, 0), new Frozen());
        world.spawn(new Frozen());

        assertEquals(
                1,
                builder.any(Position.TYPE, Frozen.TYPE)
                        .none(Frozen.TYPE)
                        .build()
                        .count());
    }

    @Test
    void shouldBuildIndependentQueriesForChanges() {
        builder.changed(Position.TYPE);
        Query one = builder.build();
        Query two = builder.build();
        world.spawn(new Position(0, 0));

        one.forEach(row -> {});
        assertEquals(0, one.count());
        assertEquals(1, two.count());
    }

    private static void assertRejects(Executable attempt, String... mentioned) {
        var rejection = assertThrows(IllegalArgumentException.class, attempt);
        for (String part : mentioned) {
            assertTrue(rejection.getMessage().contains(part), rejection.getMessage());
        }
    }
}
