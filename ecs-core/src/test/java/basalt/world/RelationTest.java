package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.MissingComponentException;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.memory.LeakCheck;
import basalt.query.Query;
import basalt.query.RowCursor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class RelationTest {
    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private static List<Long> sources(Relation relation, long target) {
        List<Long> sources = new ArrayList<>();
        relation.forEachSource(target, sources::add);
        return sources;
    }

    @Test
    void shouldFindSourcesInOrderOfRows() {
        long prey = world.spawn();
        List<Long> hunters = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hunters.add(world.spawn(new Hunting(prey, i)));
        }
        Relation hunting = world.relation(Hunting.PREY);
        assertEquals(hunters, sources(hunting, prey));
        for (int i = 0; i < 100; i += 3) {
            hunting.clear(hunters.get(i));
        }
        assertEquals(66, hunting.count(prey));
        for (int i = 99; i >= 0; i -= 3) {
            world.set(hunters.get(i), Hunting.PREY, prey);
            hunting.count(prey);
        }
        assertEquals(hunters, sources(hunting, prey));
        assertEquals(prey, hunting.target(hunters.get(0)));
        assertEquals(Entity.NULL, hunting.target(prey));
    }

    @Test
    void shouldCallObserversOfClearedSources() {
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
        long prey = world.spawn();
        long hunter = world.spawn(new Hunting(prey, 7));
        List<Long> written = new ArrayList<>();
        world.observers().onSet(Hunting.TYPE, entity -> {
            written.add(entity);
            assertTrue(world.isAlive(prey));
            assertEquals(0, hunting.count(prey));
        });
        world.destroy(prey);
        assertEquals(List.of(hunter), written);
        assertEquals(new Hunting(Entity.NULL, 7), world.get(hunter, Hunting.TYPE));
    }

    @Test
    void shouldDestroyACircleOfSources() {
        world.relation(Hunting.PREY, OnTargetDestroy.DESTROY);
        long a = world.spawn(new Hunting(Entity.NULL, 0));
        long b = world.spawn(new Hunting(a, 0));
        long c = world.spawn(new Hunting(b, 0));
        long itself = world.spawn(new Hunting(Entity.NULL, 0));
        world.set(a, Hunting.PREY, c);
        world.set(itself, Hunting.PREY, itself);
        world.destroy(itself);
        assertEquals(3, world.entityCount());
        world.destroy(b);
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldApplyThePolicyInTheWaveOfATree() {
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.REMOVE);
        long parent = world.spawn();
        long child = world.spawn();
        world.hierarchy().attach(child, parent);
        long hunter = world.spawn(new Hunting(child, 0));
        assertEquals(List.of(hunter), sources(hunting, child));
        world.destroy(parent);
        assertFalse(world.has(hunter, Hunting.TYPE));
    }

    /** Whatever their depth in a tree, and whether the relation or the program takes the sources along. */
    @ParameterizedTest
    @EnumSource(value = OnTargetDestroy.class, names = "KEEP", mode = EnumSource.Mode.EXCLUDE)
    void shouldCallObserversOfSourcesBeforeTheirTargets(OnTargetDestroy policy) {
        world.relation(Hunting.PREY, policy);
        for (int depth = 0; depth < 3; depth++) {
            long prey = world.spawn(new Hunting(Entity.NULL, 1));
            long hunter = world.spawn(new Hunting(prey, 2));
            long second = world.spawn(new Hunting(hunter, 3));
            world.set(prey, Hunting.PREY, prey); // itself
            long at = prey;
            for (int i = 0; i < depth; i++) {
                long above = world.spawn();
                world.hierarchy().attach(at, above);
                at = above;
            }
            List<Long> destroyed = new ArrayList<>();
            var observer = world.observers().onDestroy(destroyed::add);
            try (Query all = world.query().all(Hunting.TYPE).build()) {
                assertEquals(3, all.bulk().destroy());
            }
            assertEquals(List.of(second, hunter, prey), destroyed);
            observer.close();
        }
    }

    @ParameterizedTest
    @EnumSource(OnTargetDestroy.class)
    void shouldKeepAHandleThatWasDeadWhenWrittenIfItsIndexDiesAgain(OnTargetDestroy policy) {
        world.relation(Hunting.PREY, policy);
        long old = world.spawn();
        world.destroy(old);
        long reused = world.spawn();
        while (Entity.index(reused) != Entity.index(old)) {
            reused = world.spawn();
        }
        long hunter = world.spawn(new Hunting(old, 1));
        world.observers().onDestroy(entity -> world.set(hunter, Hunting.PREY, old));
        world.destroy(reused);
        assertEquals(new Hunting(old, 1), world.get(hunter, Hunting.TYPE));
    }

    @ParameterizedTest
    @EnumSource(OnTargetDestroy.class)
    void shouldApplyThePolicyToLinksOfObserversToTheDying(OnTargetDestroy policy) {
        world.relation(Hunting.PREY, policy);
        long prey = world.spawn();
        long hunter = world.spawn(new Hunting(Entity.NULL, 1));
        long second = world.spawn(new Hunting(Entity.NULL, 2));
        world.spawn(new Hunting(second, 3));
        List<Long> calls = new ArrayList<>();
        world.observers().onSet(Hunting.TYPE, calls::add);
        world.observers().onRemove(Hunting.TYPE, calls::add);
        world.observers().onDestroy(entity -> {
            if (entity == prey) {
                world.set(hunter, Hunting.PREY, prey);
                world.set(second, new Hunting(prey, 4));
                calls.clear();
            }
        });
        world.destroy(prey); // without links until then
        boolean isDestroyed = policy == OnTargetDestroy.DESTROY;
        assertEquals(isDestroyed ? 0 : 3, world.entityCount());
        if (!isDestroyed) {
            assertEquals(policy == OnTargetDestroy.KEEP ? List.of() : List.of(hunter, second), calls);
            assertEquals(policy != OnTargetDestroy.REMOVE, world.has(hunter, Hunting.TYPE));
            assertEquals(policy != OnTargetDestroy.REMOVE, world.has(second, Hunting.TYPE));
        }
        if (policy == OnTargetDestroy.CLEAR) {
            assertEquals(new Hunting(Entity.NULL, 4), world.get(second, Hunting.TYPE));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellOfALateSourceThatIsNotDestroyed(boolean byCommand) {
        world.relation(Hunting.PREY, OnTargetDestroy.DESTROY);
        TreeType refusing = TreeType.of("late sources", TreeType.OnParentDestroy.REFUSE);
        long prey = world.spawn();
        long hunter = world.spawn(new Hunting(Entity.NULL, 1));
        world.hierarchy(refusing).attach(world.spawn(), hunter);
        world.hierarchy(refusing).attach(prey, world.spawn());
        world.observers().onDestroy(entity -> {
            if (entity == prey) {
                world.set(hunter, Hunting.PREY, prey);
            }
        });
        assertThrows(HasChildrenException.class, () -> {
            if (byCommand) {
                world.commands().destroy(prey);
                world.applyCommands();
            } else {
                world.destroy(prey);
            }
        });
        assertFalse(world.isAlive(prey));
        assertTrue(world.isAlive(hunter));
        world.destroy(world.spawn()); // does not take the hunter along
        assertTrue(world.isAlive(hunter));
    }

    /** A handle that was reserved, perhaps with the row of the dead, is not dead. */
    @Test
    void shouldKeepLinksOfObserversToTheSuccessor() {
        world.relation(Hunting.PREY);
        long prey = world.spawn();
        long other = world.spawn();
        world.hierarchy().attach(other, prey);
        long hunter = world.spawn(new Hunting(prey, 1));
        world.observers().onDestroy(entity -> {
            if (entity == prey) {
                world.set(hunter, Hunting.PREY, world.observers().commands().spawn());
            }
        });
        world.destroy(prey);
        assertTrue(world.isAlive(world.get(hunter, Hunting.PREY)));
    }

    @Test
    void shouldRefuseASecondSourceIfExclusive() {
        long prey = world.spawn();
        long first = world.spawn(new Hunting(prey, 0));
        long second = world.spawn(new Hunting(prey, 0));
        Relation hunting = world.relation(Hunting.PREY);
        assertThrows(IllegalStateException.class, hunting::exclusive);
        assertFalse(hunting.isExclusive());
        hunting.clear(second);
        assertTrue(hunting.exclusive().isExclusive());
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> hunting.set(second, prey));
        for (long named : new long[] {prey, first, second}) {
            assertTrue(e.getMessage().contains(Entity.toString(named)), e.getMessage());
        }
        hunting.set(first, prey);
        assertEquals(1, hunting.count(prey));
        world.set(second, Hunting.PREY, prey);
        assertThrows(IllegalStateException.class, () -> hunting.count(first));
        world.set(first, Hunting.PREY, Entity.NULL);
        assertEquals(List.of(second), sources(hunting, prey));
    }

    @Test
    void shouldRefuseToSpawnASecondSourceIfExclusive() {
        Relation hunting = world.relation(Hunting.PREY).exclusive();
        long prey = world.spawn();
        Template template = world.template().with(new Hunting(prey, 0)).build();
        assertThrows(IllegalStateException.class, () -> template.spawn(2));
        long first = template.spawn();
        world.hierarchy().attach(world.spawn(), first);
        Prefab prefab = world.hierarchy().prefab(first);
        int count = world.entityCount();
        for (Runnable spawn : List.<Runnable>of(
                template::spawn,
                prefab::spawn,
                () -> prefab.spawn(2),
                () -> world.spawn(new Hunting(prey, 1)),
                () -> applied(() -> template.spawn(world.commands())),
                () -> applied(() -> prefab.spawn(world.commands())))) {
            IllegalStateException e = assertThrows(IllegalStateException.class, spawn::run);
            assertTrue(e.getMessage().contains(Entity.toString(first)), e.getMessage());
            assertTrue(e.getMessage().contains(Entity.toString(prey)), e.getMessage());
        }
        assertEquals(count, world.entityCount());
        assertEquals(List.of(first), sources(hunting, prey));
        hunting.clear(first);
        assertEquals(List.of(prefab.spawn()), sources(hunting, prey));
        world.destroy(prey);
        template.spawn(3); // it points at none now
        assertEquals(count + 4, world.entityCount());
    }

    private void applied(Runnable recording) {
        recording.run();
        long other = world.commands().spawn();
        try {
            world.applyCommands();
        } finally {
            assertTrue(world.tryDestroy(other), "other commands are applied");
        }
    }

    @Test
    void shouldRefuseMisuse() {
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.KEEP);
        assertSame(hunting, world.relation(Hunting.PREY, OnTargetDestroy.KEEP));
        assertThrows(IllegalArgumentException.class, () -> world.relation(Hunting.PREY));
        assertThrows(IllegalArgumentException.class, () -> world.relation(null));
        assertThrows(IllegalArgumentException.class, () -> world.relation(ChildOf.PARENT));
        long prey = world.spawn();
        long hunter = world.spawn(new Hunting(prey, 0));
        assertThrows(MissingComponentException.class, () -> hunting.set(prey, hunter));
        assertThrows(IllegalArgumentException.class, () -> hunting.forEachSource(prey, null));
        world.destroy(prey);
        assertThrows(DeadEntityException.class, () -> hunting.count(prey));
        assertThrows(DeadEntityException.class, () -> hunting.set(hunter, prey));
        assertEquals(prey, world.get(hunter, Hunting.PREY));
        assertEquals(Entity.NULL, hunting.target(hunter));
        world.close();
        assertThrows(IllegalStateException.class, () -> hunting.target(hunter));
    }

    @Test
    void shouldSkipSourcesThatTheBodyTakesAway() {
        Relation hunting = world.relation(Hunting.PREY);
        long prey = world.spawn();
        long first = world.spawn(new Hunting(prey, 0));
        long second = world.spawn(new Hunting(prey, 0));
        long third = world.spawn(new Hunting(prey, 0));
        List<Long> visited = new ArrayList<>();
        hunting.forEachSource(prey, source -> {
            visited.add(source);
            world.tryDestroy(second);
            world.spawn(new Hunting(prey, 0));
        });
        assertEquals(List.of(first, third), visited);
        assertEquals(4, hunting.count(prey));
    }

    /** What the body leaves open is closed, so that later changes do not reach its memory. */
    @Test
    void shouldRefuseABodyThatLeavesACursorOrAScopeOpen() {
        Relation hunting = world.relation(Hunting.PREY);
        Query hunters = world.query().all(Hunting.TYPE).build();
        long prey = world.spawn();
        long first = world.spawn(new Hunting(prey, 0));
        long second = world.spawn(new Hunting(prey, 0));
        List<RowCursor> left = new ArrayList<>();
        assertThrows(
                IllegalStateException.class, () -> hunting.forEachSource(prey, source -> left.add(hunters.cursor())));
        assertEquals(1, left.size());
        assertThrows(IllegalStateException.class, left.get(0)::next);
        assertThrows(
                IllegalStateException.class,
                () -> hunting.forEachSource(prey, source -> world.frame().open()));
        assertEquals(0, world.frame().usedBytes());
        world.destroy(first);
        assertEquals(List.of(second), sources(hunting, prey));
    }

    @Test
    void shouldRefuseABodyThatClosesAnOuterCursor() {
        Relation hunting = world.relation(Hunting.PREY);
        long prey = world.spawn();
        world.spawn(new Hunting(prey, 0));
        world.spawn(new Hunting(prey, 0));
        RowCursor outer = world.query().all(Hunting.TYPE).build().cursor();
        int[] calls = {0};
        assertThrows(
                IllegalStateException.class,
                () -> hunting.forEachSource(prey, source -> {
                    calls[0]++;
                    assertThrows(IllegalStateException.class, outer::close);
                }));
        assertEquals(1, calls[0]);
        assertThrows(IllegalStateException.class, outer::next);
        assertEquals(0, world.frame().usedBytes());
    }
}
