package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Entity;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A query that was used before finds the same rows as a new query. */
class RepeatedUseTest extends WorldFixture {
    private static final int ENTITIES = 300;
    private Query positions;
    private long first;

    @BeforeEach
    void create() {
        positions = positions();
        first = world.spawn(new Position(0, 0));
        for (int i = 1; i < ENTITIES; i++) {
            world.spawn(new Position(i, 0));
        }
    }

    private Query positions() {
        return world.query().all(Position.TYPE).none(Frozen.TYPE).build();
    }

    private static void useTwice(Query query) {
        query.count();
        query.count();
    }

    /** The rows that a new query finds. */
    private static List<Long> found(Supplier<Query> maker) {
        return rows(maker.get());
    }

    @Test
    void shouldAllowABulkChangeWhoseObserversUseTheQuery() {
        useTwice(positions);
        List<Integer> counts = new ArrayList<>();
        world.observers().onRemove(Position.TYPE, entity -> counts.add(positions.count()));

        assertEquals(ENTITIES, positions.bulk().remove(Position.TYPE));
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < ENTITIES; i++) {
            expected.add(ENTITIES - i / Long.SIZE * Long.SIZE); // a word of rows is destroyed at once
        }
        assertEquals(expected, counts);
        assertEquals(0, positions.count());
        assertEquals(0, positions.bulk().remove(Position.TYPE));
    }

    @Test
    void shouldFindRowsOfSeveralBlocksAndOfOneLater() {
        Template template = world.template().with(new Position(1, 1)).build();
        template.spawn(ROWS);
        Query moving = positions();
        useTwice(moving);
        assertEquals(ENTITIES + ROWS, moving.count());

        Query ofTemplate = world.query().all(Position.TYPE, Velocity.TYPE).build();
        world.query().all(Position.TYPE).build().forEach(row -> {
            if (row.index() >= ROWS) {
                world.destroy(row.entity());
            }
        });
        useTwice(moving);
        useTwice(ofTemplate);
        assertEquals(0, ofTemplate.count());
        assertEquals(found(this::positions), rows(moving));
    }

    @Test
    void shouldFindNothingWhereOneBlockHasAllComponentsButNoRowHas() {
        world.add(first, Burning.TYPE);
        world.add(Entity.of(Entity.index(first) + 1, Entity.generation(first)), Velocity.TYPE);
        Query both = world.query().all(Burning.TYPE, Velocity.TYPE).build();
        useTwice(both);
        assertEquals(0, both.count());
        assertEquals(Entity.NULL, both.first());

        world.add(first, Velocity.TYPE);
        assertEquals(List.of(first), rows(both));
    }
}
