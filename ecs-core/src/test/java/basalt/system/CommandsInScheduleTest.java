package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.query.Query;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Relation;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands of systems are applied once and in order. */
class CommandsInScheduleTest extends ScheduleFixture {
    private static final TreeType CREW = TreeType.of("scheduled order: crew", TreeType.OnParentDestroy.DETACH);
    private static final TreeType PARTS = TreeType.of("scheduled order: parts", TreeType.OnParentDestroy.REFUSE);

    record Follower(@EntityHandle long leader, int team) {
        static final Component<Follower> TYPE = Component.of(Follower.class);
        static final EntityColumn LEADER = TYPE.entity("leader");
    }

    record Twin(@EntityHandle long other) {
        static final Component<Twin> TYPE = Component.of(Twin.class);
        static final EntityColumn OTHER = TYPE.entity("other");
    }

    @Test
    void shouldApplyWhatObserversRecordBeforeTheNextSystem() {
        long entity = world.spawn();
        world.observers().onAdd(Frozen.TYPE, e -> world.observers().commands().add(e, new Health(1)));
        tick(systems()
                .add("first", () -> world.commands().add(entity, Frozen.TYPE), restructures(Frozen.TYPE))
                .add("second", () -> world.commands().remove(entity, Health.TYPE), restructures(Health.TYPE)));
        assertTrue(world.has(entity, Frozen.TYPE) && !world.has(entity, Health.TYPE));
    }

    /** Rows in any order: parents before their children, and after them. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldDestroyParentsThatRefuseWithTheirChildrenInOneKernel(boolean parentsFirst) {
        long[] entities = new long[300];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = world.spawn(new Health(i));
        }
        for (int i = 1; i < entities.length; i++) {
            int parent = (i - 1) / 2;
            int last = entities.length - 1;
            world.hierarchy(PARTS)
                    .attach(entities[parentsFirst ? i : last - i], entities[parentsFirst ? parent : last - parent]);
        }
        Query all = all(Health.TYPE);
        tick(systems().add("reap", all.kernel((row, commands) -> commands.destroy(row.entity())), destroys()));
        assertEquals(0, world.entityCount());
    }

    @ParameterizedTest
    @EnumSource(OnTargetDestroy.class)
    void shouldWaitForWhatARelationChanges(OnTargetDestroy policy) {
        for (Access access : List.of(destroys(Position.TYPE), destroys(Position.TYPE, Follower.TYPE), destroys())) {
            try (World world = World.create()) {
                world.relation(Follower.LEADER, policy);
                long target = world.spawn(new Position(0, 0));
                world.spawn(new Follower(target, 1));
                List<Long> seen = new ArrayList<>();
                Query followers = world.query().all(Follower.TYPE).build();
                boolean waits = policy != OnTargetDestroy.KEEP || access.named().size() != 1;
                assertLook(
                        world,
                        target,
                        access,
                        waits,
                        Follower.TYPE,
                        () -> followers.forEach(row -> seen.add(row.get(Follower.LEADER))));
                List<Long> expected = new ArrayList<>();
                followers.forEach(row -> expected.add(row.get(Follower.LEADER)));
                boolean isRefused =
                        policy == OnTargetDestroy.DESTROY && access.named().size() == 1 && Strict.ON;
                assertEquals(isRefused ? List.of() : expected, seen, access::toString);
            }
        }
    }

    @Test
    void shouldWaitForChildrenThatAreDetached() {
        for (Access access : List.of(destroys(Position.TYPE, CREW.node()), destroys())) {
            try (World world = World.create()) {
                long parent = world.spawn(new Position(0, 0));
                world.hierarchy(CREW).attach(world.spawn(), parent);
                Query children = world.query().all(CREW.childOf()).build();
                List<Integer> counts = new ArrayList<>();
                assertLook(world, parent, access, true, CREW.childOf(), () -> counts.add(children.count()));
                assertEquals(List.of(0), counts, access::toString);
            }
        }
    }

    private static void assertLook(
            World world, long doomed, Access access, boolean waits, Component<?> seen, Runnable look) {
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("kill", () -> world.commands().destroy(doomed), access)
                .add("look", look, reads(seen))
                .build()) {
            assertEquals(waits ? 2 : 1, schedule.graph().stageCount(), access::toString);
            schedule.tick(1);
        } catch (SystemException e) { // strict mode: the follower has another component
            assertTrue(e.getCause().getMessage().contains("destroys("), e.getCause()::getMessage);
        }
    }

    @Test
    void shouldTellOfARelationThatWasMadeAfterTheSchedule() {
        BiConsumer<World, Boolean> play = (world, isEarly) -> {
            long target = world.spawn(new Position(0, 0));
            world.spawn(new Follower(target, 1));
            Relation early = isEarly ? world.relation(Follower.LEADER, OnTargetDestroy.CLEAR) : null;
            build(Schedule.builder(world).add("kill", () -> world.commands().destroy(target), destroys(Position.TYPE)));
            Relation relation = isEarly ? early : world.relation(Follower.LEADER, OnTargetDestroy.CLEAR);
            assertEquals(1, relation.count(target));
            schedule.tick(1);
        };
        play.accept(world, true);
        try (World late = World.create()) {
            if (Strict.ON) {
                SystemException thrown = Assertions.assertThrows(SystemException.class, () -> play.accept(late, false));
                assertTrue(thrown.getCause().getMessage().contains("after the schedule"), thrown::toString);
            }
            schedule.close();
        }
    }

    /** With a set of those it has seen, the check of strict mode ends, and does not visit an entity again. */
    @Test
    void shouldDestroyCirclesAndDiamonds() {
        Relation twins = world.relation(Twin.OTHER, OnTargetDestroy.DESTROY);
        long first = world.spawn(new Twin(Entity.NULL));
        long second = world.spawn(new Twin(first));
        twins.set(first, second);
        destroyAll(world, first);

        long[] chain = new long[60];
        for (int i = 0; i < chain.length; i++) {
            chain[i] = world.spawn(new Twin(i == 0 ? Entity.NULL : chain[i - 1]));
            if (i > 0) {
                world.hierarchy().attach(chain[i], chain[i - 1]);
            }
        }
        destroyAll(world, chain[0]);
    }

    private static void destroyAll(World world, long entity) {
        assertTrue(world.relation(Twin.OTHER, OnTargetDestroy.DESTROY).count(entity) > 0);
        try (Schedule schedule = Schedule.builder(world)
                .add("kill", () -> world.commands().destroy(entity), destroys())
                .build()) {
            schedule.tick(1);
        }
        assertEquals(0, world.entityCount());
    }
}
