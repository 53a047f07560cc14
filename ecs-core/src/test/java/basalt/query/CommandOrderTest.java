package basalt.query;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.HasChildrenException;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Hierarchy;
import basalt.world.Relation;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands of one batch that link and destroy entities take effect in the order of recording. */
class CommandOrderTest extends WorldFixture {
    private static final TreeType CREW = TreeType.of("order: crew", TreeType.OnParentDestroy.DETACH);
    private static final TreeType PARTS = TreeType.of("order: parts", TreeType.OnParentDestroy.REFUSE);

    record Follower(@EntityHandle long leader, int team) {
        static final Component<Follower> TYPE = Component.of(Follower.class);
        static final EntityColumn LEADER = TYPE.entity("leader");
    }

    private final Commands commands = world.commands();
    private final Hierarchy parts = world.hierarchy(PARTS);
    private final long a = world.spawn();
    private final long b = world.spawn();
    private final long child = world.spawn();

    @Test
    void shouldSpawnTheSuccessorOfAnExclusiveSource() {
        Relation relation =
                world.relation(Follower.LEADER, OnTargetDestroy.KEEP).exclusive();
        world.add(child, new Follower(a, 1));
        Template successor = world.template().with(new Follower(a, 2)).build();
        commands.set(child, Follower.LEADER, b);
        long spawned = successor.spawn(commands);
        world.applyCommands();

        assertEquals(a, relation.target(spawned));
        assertEquals(1, relation.count(a));
        assertEquals(b, relation.target(child));
    }

    @Test
    void shouldRefuseToSpawnASecondExclusiveSource() {
        Relation relation =
                world.relation(Follower.LEADER, OnTargetDestroy.KEEP).exclusive();
        world.add(child, new Follower(Entity.NULL, 1));
        Template second = world.template().with(new Follower(a, 2)).build();
        commands.set(child, Follower.LEADER, a);
        second.spawn(commands);

        assertThrows(IllegalStateException.class, world::applyCommands);
        assertEquals(1, relation.count(a));
    }

    @Test
    void shouldDestroyWhatIsAttachedToTheDying() {
        try (World fresh = World.create()) { // without a tree yet
            long parent = fresh.spawn();
            long attached = fresh.spawn();
            fresh.commands().attach(attached, parent);
            fresh.commands().destroy(parent);
            fresh.applyCommands();

            assertEquals(0, fresh.entityCount());
        }
    }

    @Test
    void shouldNotRefuseAParentWhoseChildWasDetachedBefore() {
        parts.attach(child, a);
        commands.detach(PARTS, child);
        commands.destroy(a);
        world.applyCommands();

        assertFalse(world.isAlive(a));
        assertTrue(world.isAlive(child));
    }

    @Test
    void shouldRefuseAParentWhoseChildIsDetachedLater() {
        parts.attach(child, a);
        commands.destroy(a);
        commands.detach(PARTS, child);
        assertThrows(HasChildrenException.class, world::applyCommands);

        assertTrue(world.isAlive(a));
        assertEquals(new Commands.Stats(1, 1), world.statistics().commands());
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldNotRefuseAParentWhoseChildrenDieToo(boolean isObserved) {
        if (isObserved) {
            world.observers().onDestroy(entity -> assertEquals(0, parts.childCount(entity)));
        }
        parts.attach(b, a);
        parts.attach(child, b);
        commands.destroy(a);
        commands.destroy(b);
        commands.add(child, Frozen.TYPE);
        commands.destroy(child);
        world.applyCommands();

        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldRefuseAParentOnceForEachCommandWhoseChildStays() {
        long stays = world.spawn();
        parts.attach(b, a);
        parts.attach(child, b);
        parts.attach(stays, b);
        commands.destroy(a);
        commands.destroy(b);
        commands.destroy(child);
        assertThrowsWith(HasChildrenException.class, world::applyCommands, Entity.toString(a));
        assertFalse(world.isAlive(child));
        assertTrue(world.isAlive(a) && world.isAlive(b) && world.isAlive(stays));
        assertEquals(new Commands.Stats(1, 2), world.statistics().commands());
    }

    @Test
    void shouldMakeARelationAfterRecording() {
        long follower = world.spawn(new Follower(b, 1));
        commands.set(follower, Follower.LEADER, a);
        commands.destroy(a);
        world.relation(Follower.LEADER, OnTargetDestroy.REMOVE);
        world.applyCommands();

        assertFalse(world.has(follower, Follower.TYPE));
    }

    @Test
    void shouldTellObserversInTheOrderOfRecording() {
        List<String> told = new ArrayList<>();
        world.observers().onAdd(Frozen.TYPE, entity -> told.add("add"));
        world.observers().onRemove(Frozen.TYPE, entity -> told.add("remove"));
        world.observers().onDestroy(entity -> told.add("destroy"));
        commands.add(a, Frozen.TYPE);
        commands.destroy(a);
        commands.add(b, Frozen.TYPE);
        world.applyCommands();

        assertEquals(List.of("add", "destroy", "remove", "add"), told);
        assertEquals(new Commands.Stats(3, 0), world.statistics().commands());
    }

    /** A batch gives the same world as the same commands, each applied by itself. */
    @ParameterizedTest
    @CsvSource({"1, CLEAR", "2, REMOVE", "3, DESTROY", "4, CLEAR", "5, REMOVE", "6, DESTROY"})
    void shouldEqualSingleCommands(long seed, OnTargetDestroy policy) {
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            long batch = random.nextLong();
            boolean isLogged = random.nextInt(3) == 0;
            String expected = play(batch, policy, isLogged, true);
            assertEquals(expected, play(batch, policy, isLogged, false), "seed " + seed + ", round " + round);
        }
    }

    private static String play(long seed, OnTargetDestroy policy, boolean isLogged, boolean isSingle) {
        Random random = new Random(seed);
        try (World played = World.builder().distinctHandles(false).build()) {
            played.relation(Follower.LEADER, policy);
            if (isLogged) {
                played.removed(Follower.TYPE);
            }
            long[] entities = new long[80];
            for (int i = 0; i < entities.length; i++) {
                entities[i] =
                        i < 60 ? played.spawn(new Health(i)) : played.commands().spawn();
                if (i < 60 && random.nextInt(3) == 0) {
                    played.add(entities[i], new Follower(entities[random.nextInt(i + 1)], i));
                }
            }
            for (int i = 0; i < 200; i++) {
                record(played.commands(), random, entities, i);
                if (isSingle) {
                    applyOne(played);
                }
            }
            applyOne(played);
            StringBuilder text = new StringBuilder();
            played.query().build().forEach(row -> text.append(describe(played, row.entity())));
            return text.toString();
        }
    }

    private static void applyOne(World played) {
        try {
            played.applyCommands();
        } catch (IllegalArgumentException e) { // an attachment below itself
            assertTrue(e.getMessage().contains("cannot become a child"), e::toString);
        }
    }

    private static void record(Commands to, Random random, long[] entities, int number) {
        long entity = entities[random.nextInt(entities.length)];
        long other = entities[random.nextInt(entities.length)];
        switch (random.nextInt(10)) {
            case 0 -> to.destroy(entity);
            case 1 -> to.attach(entity, other);
            case 2 -> to.attach(CREW, entity, other);
            case 3 -> to.detach(entity);
            case 4 -> to.set(entity, Follower.LEADER, other);
            case 5 -> to.add(entity, new Follower(other, number));
            case 6 -> to.remove(entity, Follower.TYPE);
            case 7 -> to.add(entity, Frozen.TYPE);
            case 8 -> to.set(entity, Health.POINTS, number);
            default -> to.remove(entity, Frozen.TYPE);
        }
    }

    private static String describe(World played, long entity) {
        return Entity.toString(entity) + " "
                + (played.has(entity, Follower.TYPE) ? played.get(entity, Follower.TYPE) : null) + " "
                + (played.has(entity, Health.TYPE) ? played.get(entity, Health.TYPE) : null)
                + played.has(entity, Frozen.TYPE) + " below "
                + played.hierarchy().parent(entity) + " and "
                + played.hierarchy(CREW).parent(entity) + "\n";
    }
}
