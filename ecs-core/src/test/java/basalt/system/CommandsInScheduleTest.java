package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.EventChannel;
import basalt.world.Relation;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
    private static final int ROWS = 200_000;
    private static final int TICKS = 12;
    private final Template template =
            world.template().with(new Health(0), new Position(0, 0)).build();
    private final Query healthy =
            world.query().all(Health.TYPE).optional(Frozen.TYPE).build();
    private final EventChannel<Blow> events = world.events(Blow.TYPE);
    private int tick;

    record Follower(@EntityHandle long leader, int team) {
        static final Component<Follower> TYPE = Component.of(Follower.class);
        static final EntityColumn LEADER = TYPE.entity("leader");
    }

    record Twin(@EntityHandle long other) {
        static final Component<Twin> TYPE = Component.of(Twin.class);
        static final EntityColumn OTHER = TYPE.entity("other");
    }

    /** Random systems, of which each records all kinds of commands; observers record further ones. */
    @ParameterizedTest
    @CsvSource({
        "1, CLEAR, false",
        "2, REMOVE, false",
        "3, DESTROY, false",
        "4, CLEAR, true",
        "5, REMOVE, true",
        "6, DESTROY, true"
    })
    void shouldEqualSystemsOneAfterTheOther(long seed, OnTargetDestroy policy, boolean isObserved) {
        Random random = new Random(seed);
        for (int round = 0; round < 25; round++) {
            long job = random.nextLong();
            String expected = play(job, policy, isObserved, false);
            assertEquals(expected, play(job, policy, isObserved, true), "seed " + seed + ", round " + round);
        }
    }

    private static String play(long seed, OnTargetDestroy policy, boolean isObserved, boolean inOneSchedule) {
        try (World world = World.builder().distinctHandles(false).build()) {
            world.relation(Follower.LEADER, policy);
            long[] entities = new long[60];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = world.spawn(new Health(i));
            }
            List<String> told = new ArrayList<>();
            if (isObserved) {
                observe(world, told, entities);
            }
            List<ScheduleBuilder> builders = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                if (!inOneSchedule || i == 0) {
                    builders.add(Schedule.builder(world).workers(2));
                }
                long commands = seed + i;
                builders.get(builders.size() - 1)
                        .add(
                                "system " + i,
                                () -> record(world.commands(), commands, entities),
                                restructures(),
                                destroys());
            }
            StringBuilder text = new StringBuilder();
            for (ScheduleBuilder builder : builders) {
                try (Schedule schedule = builder.build()) {
                    assertEquals(1, schedule.graph().stageCount());
                    schedule.tick(1);
                } catch (RuntimeException e) { // attached below itself, or refused
                    assertTrue(e.getMessage().contains("child"), e::toString);
                }
            }
            world.query().build().forEach(row -> text.append(describe(world, row.entity())));
            return text.append(told).toString();
        }
    }

    private static void observe(World world, List<String> told, long[] entities) {
        Commands commands = world.observers().commands();
        world.observers().onAdd(Frozen.TYPE, entity -> {
            told.add("add " + entity);
            commands.attach(CREW, entity, entities[(int) (entity % 7)]);
            commands.remove(entity, Health.TYPE);
        });
        world.observers().onDestroy(entity -> {
            told.add("destroy " + entity);
            commands.destroy(entities[Entity.index(entity) / 2]);
        });
    }

    private static void record(Commands to, long seed, long[] entities) {
        Random random = new Random(seed);
        for (int i = 0; i < 12; i++) {
            long entity = entities[random.nextInt(entities.length)];
            long other = entities[random.nextInt(entities.length)];
            switch (random.nextInt(10)) {
                case 0, 1 -> to.destroy(entity);
                case 2 -> to.attach(entity, other);
                case 3 -> to.attach(PARTS, entity, other);
                case 4 -> to.attach(CREW, entity, other);
                case 5 -> to.detach(entity);
                case 6 -> to.set(entity, Follower.LEADER, other);
                case 7 -> to.add(entity, new Follower(other, i));
                case 8 -> to.add(entity, Frozen.TYPE);
                default -> to.add(entity, new Health(i));
            }
        }
    }

    private static String describe(World world, long entity) {
        return Entity.toString(entity) + " "
                + (world.has(entity, Follower.TYPE) ? world.get(entity, Follower.TYPE) : null)
                + (world.has(entity, Health.TYPE) ? world.get(entity, Health.TYPE) : null)
                + world.has(entity, Frozen.TYPE)
                + world.hierarchy().parent(entity) + " "
                + world.hierarchy(CREW).parent(entity) + " "
                + world.hierarchy(PARTS).parent(entity) + "\n";
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

    /**
     * By the row's index: of 16 entities one is destroyed, two are frozen or thawed, two gain or lose a rare component,
     * and one sends an event.
     */
    private RowKernel stressRecord() {
        return healthy.kernel((row, commands) -> {
            EagerThreads.note();
            long entity = row.entity();
            int index = row.index();
            commands.set(entity, Health.POINTS, index + 1);
            switch (index & 15) {
                case 0 -> commands.destroy(entity);
                case 1, 2 -> {
                    if (row.has(Frozen.TYPE)) {
                        commands.remove(entity, Frozen.TYPE);
                    } else {
                        commands.add(entity, Frozen.TYPE);
                    }
                }
                case 3 -> {
                    commands.add(entity, Rare.TYPE);
                    commands.set(entity, Rare.CHARGE, index);
                }
                case 4 -> commands.set(commands.send(Blow.TYPE), Blow.WEIGHT, index);
                case 5 -> commands.disable(entity, Position.TYPE);
                default -> {}
            }
        });
    }

    @Test
    void shouldApplyAllCommandsOfAllWorkers() {
        template.spawn(ROWS);
        long before = EagerThreads.noted();
        build(systems(4)
                .add("record", stressRecord(), restructures(), destroys(), sends(Blow.TYPE))
                .add("refill", this::refill, spawns()));
        for (tick = 1; tick <= TICKS; tick++) {
            long applied = world.statistics().commands().applied();
            schedule.tick(1);
            check(world.statistics().commands().applied() - applied);
        }
        StoreInvariants.check(world);

        long elsewhere = EagerThreads.noted() - before;
        assertEquals(true, elsewhere > ROWS, () -> "rows that helpers have run over: " + elsewhere);
    }

    /** As many spawns as destroys, so that the next tick has the entities in the same rows. */
    private void refill() {
        for (int i = 0; i < ROWS / 16; i++) {
            template.spawn(world.commands());
        }
    }

    private void check(long applied) {
        assertEquals(
                0, world.statistics().commands().dropped() - tick * (long) (ROWS / 16), "values for those that die");
        assertEquals(ROWS, world.entityCount());
        assertEquals(ROWS, healthy.count());
        int odd = tick % 2 == 1 ? ROWS / 8 : 0;
        assertEquals(odd, all(Frozen.TYPE).count());
        assertEquals(ROWS / 16, all(Rare.TYPE).count());
        assertEquals(ROWS - ROWS / 16, all(Position.TYPE).count());
        long values = ROWS - ROWS / 16;
        assertEquals(values + (ROWS / 16) * (1 + 2 + 2 + 2 + 1L + 1), applied);
        long first = events.firstLive();
        assertEquals(ROWS / 16, events.sent() - first);
        for (long event = first; event < events.sent(); event++) {
            assertEquals(
                    (event - first) * 16 + 4, events.get(event, Blow.WEIGHT), "events are in the order of the rows");
        }
        healthy.forEach(row -> {
            int index = row.index();
            if (row.get(Health.POINTS) != ((index & 15) == 0 ? 0 : index + 1)) {
                throw new AssertionError("row " + index + " has " + row.get(Health.POINTS));
            }
        });
        all(Rare.TYPE).forEach(row -> {
            if (row.get(Rare.CHARGE) != row.index()) {
                throw new AssertionError("row " + row.index() + " has charge " + row.get(Rare.CHARGE));
            }
        });
    }

    /** A sum that is wrong if two threads add to it concurrently. */
}
