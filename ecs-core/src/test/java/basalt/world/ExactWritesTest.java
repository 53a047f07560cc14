package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each way to write a component of an entity is found once by a change query. */
class ExactWritesTest {
    private final World world = World.create();
    private final long entity = world.spawn(Kinds.ODD, Vectors.sample(1), new Rare(1, "x"));
    private final long other = world.spawn(Kinds.ODD, Vectors.sample(2));
    private final Query kinds = world.query().changed(Kinds.TYPE).build();
    private final Query vectors = world.query().changed(Vectors.TYPE).build();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldFindScalarsOfEveryKind() {
        int setters = 0;
        for (Attempt attempt : Attempt.allOf(world, Set.of())) {
            boolean isSetter = attempt.method().getName().equals("set")
                    && attempt.method().getParameterCount() == 3
                    && Column.class.isAssignableFrom(attempt.method().getParameterTypes()[1]);
            if (isSetter) {
                assertNull(attempt.with(entity).thrown(), attempt::toString);
                assertEquals(List.of(entity), run(kinds), attempt::toString);
                assertEquals(List.of(), run(kinds), attempt::toString);
                setters++;
            }
        }
        assertEquals(9, setters);
        assertEquals(List.of(), run(vectors));
    }

    @Test
    void shouldFindElementsOfVectorsOfEveryKind() {
        int setters = 0;
        for (Attempt attempt : Attempt.allOf(world, Set.of())) {
            boolean isSetter =
                    attempt.method().getName().equals("set") && attempt.method().getParameterCount() == 4;
            if (isSetter) {
                Column column = Vectors.TYPE.columns().stream()
                        .filter(attempt.method().getParameterTypes()[1]::isInstance)
                        .findFirst()
                        .orElseThrow();
                Object[] arguments = attempt.arguments().clone();
                arguments[0] = entity;
                arguments[1] = column;
                arguments[2] = 1;
                assertNull(new Attempt(world, attempt.method(), arguments).thrown(), attempt::toString);
                assertEquals(List.of(entity), run(vectors), attempt::toString);
                setters++;
            }
        }
        assertEquals(8, setters);
        assertEquals(List.of(), run(kinds));
    }

    @Test
    void shouldFindRecords() {
        world.set(entity, Kinds.LOWEST);
        assertEquals(List.of(entity), run(kinds));
        world.add(other, Kinds.LOWEST);
        assertEquals(List.of(other), run(kinds), "the entity had the component, so this was a write");
        Query added = world.query().added(Health.TYPE).build();
        Query changed = world.query().changed(Health.TYPE).build();
        world.add(other, new Health(1));
        assertEquals(List.of(other), run(added));
        assertEquals(List.of(other), run(changed));
        world.set(other, new Health(2));
        assertEquals(List.of(), run(added));
        assertEquals(List.of(other), run(changed));
    }

    @Test
    void shouldFindReferencesAndSparseColumns() {
        Query rare = world.query().changed(Rare.TYPE).build();
        world.set(entity, Rare.NOTE, "note");
        assertEquals(List.of(entity), run(rare));
        world.set(entity, Rare.CHARGE, 5);
        assertEquals(List.of(entity), run(rare));
    }

    @Test
    void shouldFindWritesByCommands() {
        Query rare = world.query().changed(Rare.TYPE).build();
        Query health = world.query().added(Health.TYPE).build();
        Commands commands = world.commands();
        commands.set(entity, Kinds.I64, 7L);
        commands.set(entity, Rare.NOTE, "note");
        commands.add(other, Kinds.ZERO);
        commands.add(other, new Health(3));
        assertEquals(List.of(), run(kinds));
        world.applyCommands();
        assertEquals(List.of(entity, other), run(kinds));
        assertEquals(List.of(entity), run(rare));
        assertEquals(List.of(other), run(health));
    }

    @Test
    void shouldNotFindFailedWrites() {
        long dead = world.spawn(Kinds.ODD);
        run(kinds);
        world.destroy(dead);
        long lacking = world.spawn(new Position(1, 2));
        for (Attempt attempt : Attempt.allOf(world, Set.of())) {
            if (attempt.method().getName().equals("set") && attempt.method().getParameterTypes()[0] == long.class) {
                assertNotNull(attempt.with(dead).thrown());
                assertNotNull(attempt.with(lacking).thrown());
            }
        }
        assertEquals(List.of(), run(kinds));
        assertTrue(world.isAlive(lacking));
    }

    private static List<Long> run(Query query) {
        List<Long> found = new ArrayList<>();
        query.forEach(row -> found.add(row.entity()));
        return found;
    }
}
