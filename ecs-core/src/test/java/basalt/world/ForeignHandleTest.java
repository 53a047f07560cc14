package basalt.world;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.system.Access;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Strict mode detects handles that are used in another world. */
class ForeignHandleTest {
    private World mine;
    private World theirs;

    @BeforeEach
    void create() {
        mine = World.create();
        theirs = World.create();
    }

    @AfterEach
    void close() {
        mine.close();
        theirs.close();
    }

    @Test
    void shouldBeRejectedInStrictModeWhenRecorded() {
        assumeTrue(Strict.ON);
        long innocent = mine.spawn(new Position(1, 2));
        long foreign = theirs.spawn(new Position(3, 4));
        Commands commands = mine.commands();
        for (Executable use : List.<Executable>of(
                () -> commands.destroy(foreign),
                () -> commands.add(foreign, Health.TYPE),
                () -> commands.add(foreign, new Health(1)),
                () -> commands.remove(foreign, Position.TYPE),
                () -> commands.enable(foreign, Position.TYPE),
                () -> commands.disable(foreign),
                () -> commands.set(foreign, Position.X, 1))) {
            assertThrowsWith(DeadEntityException.class, use, "belongs to another open world");
        }
        assertThrows(DeadEntityException.class, () -> theirs.commands().destroy(innocent));
        assertEquals(0, commands.count());
        commands.destroy(Entity.NULL);
        commands.add(commands.spawn(), new Health(1));
        theirs.commands().destroy(Entity.NULL);
        theirs.commands().add(theirs.commands().spawn(), new Health(1));
        theirs.applyCommands();
        Query all = mine.query().all(Position.TYPE).build();
        Runnable wild = () -> all.forEach((row, recorder) -> recorder.destroy(foreign));
        var failure = assertThrows(
                SystemException.class, () -> OneSystem.run(mine, wild, Access.reads(Position.TYPE), Access.destroys()));
        assertTrue(failure.getCause() instanceof DeadEntityException, failure.getCause()::toString);
        assertTrue(mine.isAlive(innocent));
        assertTrue(theirs.isAlive(foreign));
    }

    @Test
    void shouldNotBeDistinguishedOutsideStrictMode() {
        assumeFalse(Strict.ON);
        assertEquals(mine.spawn(), theirs.spawn());
    }

    @Test
    void shouldGiveTheOnlyWorldOfAThreadTheSameHandlesInBothModes() {
        assertEquals(Entity.of(0, 1), mine.spawn());
        mine.close();
        mine = World.create();
        assertEquals(Entity.of(0, 1), mine.spawn(), "the number is free again");
        Elsewhere.run("another thread", () -> {
            try (World world = World.create()) {
                assertEquals(Entity.of(0, 1), world.spawn());
            }
        });
    }

    @Test
    void shouldGiveEqualHandlesToWorldsThatAreCompared() {
        try (World one = World.builder().distinctHandles(false).build();
                World other = World.builder().distinctHandles(false).build()) {
            for (World world : List.of(one, other)) {
                world.template().with(new Position(1, 2)).build().spawn(100);
                world.destroy(Entity.of(5, 1));
            }
            assertEquals(handles(one), handles(other));
        }
        assertEquals(Entity.of(0, 1), mine.spawn());
    }

    @Test
    void shouldKeepIndexAndOrderOfHandles() {
        for (World world : List.of(mine, theirs)) {
            world.template().with(new Position(1, 2)).build().spawn(BlockLayout.ROWS + 10);
        }
        List<Long> one = handles(mine);
        List<Long> other = handles(theirs);
        for (int i = 0; i < one.size(); i++) {
            assertEquals(Entity.index(one.get(i)), Entity.index(other.get(i)));
            assertEquals(1, Entity.generation(other.get(i)) & 1);
            assertEquals(Strict.ON, !one.get(i).equals(other.get(i)));
        }
    }

    @Test
    void shouldWorkLikeAnyOtherHandle() {
        long entity = theirs.spawn(new Position(1, 2), Kinds.ZERO);
        theirs.set(entity, Kinds.TARGET, entity);
        Query query = theirs.query().all(Kinds.TYPE).build();
        RowKernel kernel = query.kernel(row -> row.set(Kinds.I32, row.get(Kinds.I32) + 1));
        kernel.run();
        assertEquals(1, theirs.get(entity, Kinds.I32));
        assertEquals(1, Selection.of(query).collect().join(Kinds.TARGET, query).size());
        theirs.destroy(entity);
        var dead = assertThrows(DeadEntityException.class, () -> theirs.get(entity, Kinds.I32));
        assertFalse(dead.getMessage().contains("another world"), dead.getMessage());
        assertEquals(Entity.generation(entity) + 1, dead.currentGeneration());
        var never = assertThrows(DeadEntityException.class, () -> theirs.destroy(entity + 1));
        assertEquals(0, never.currentGeneration());
        assertThrows(DeadEntityException.class, () -> theirs.destroy(Entity.NULL));
    }

    @Test
    void shouldDistinguishManyWorlds() {
        assumeTrue(Strict.ON);
        List<World> worlds = new ArrayList<>();
        Set<Long> handles = new HashSet<>();
        handles.add(mine.spawn());
        handles.add(theirs.spawn());
        try {
            for (int i = 2; i < 256; i++) {
                worlds.add(World.create());
                assertTrue(handles.add(worlds.get(worlds.size() - 1).spawn()), "number " + i);
            }
            worlds.add(World.create());
            assertEquals(Entity.of(0, 1), worlds.get(254).spawn(), "numbers are shared then");
        } finally {
            worlds.forEach(World::close);
        }
        try (World next = World.create()) {
            assertNotEquals(mine.spawn(), next.spawn());
        }
    }

    private static List<Long> handles(World world) {
        List<Long> handles = new ArrayList<>();
        world.query().all(Position.TYPE).build().forEach(row -> handles.add(row.entity()));
        return handles;
    }
}
