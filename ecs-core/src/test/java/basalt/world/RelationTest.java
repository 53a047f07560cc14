package basalt.world;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.HasChildrenException;
import basalt.component.Length;
import basalt.component.MissingComponentException;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class RelationTest extends WorldFixture {
    private static List<Long> sources(Relation relation, long target) {
        List<Long> sources = new ArrayList<>();
        relation.forEachSource(target, sources::add);
        return sources;
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
        world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
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
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
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
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR).exclusive();
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
            assertIllegal(spawn::run, Entity.toString(first), Entity.toString(prey));
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
        assertThrows(IllegalArgumentException.class, () -> world.relation(Hunting.PREY, OnTargetDestroy.CLEAR));
        assertThrows(IllegalArgumentException.class, () -> world.relation((EntityColumn) null, OnTargetDestroy.CLEAR));
        assertThrows(IllegalArgumentException.class, () -> world.relation(ChildOf.PARENT, OnTargetDestroy.CLEAR));
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

    record Guard(
            @EntityHandle long ward,
            float distance,
            @EntityHandle @Length(2) long[] others) {}

    record Weight(int kilograms) {}

    record Bond(@EntityHandle long one, @EntityHandle long other) {}

    @Test
    void shouldBeNamedByTheRecordOfItsOnlyHandle() {
        Relation guarding = world.relation(Guard.class, OnTargetDestroy.DESTROY);
        assertSame(guarding, world.relation(Component.of(Guard.class).entity("ward"), OnTargetDestroy.DESTROY));
        assertSame(guarding.column(), EntityColumn.of(Guard.class));
        long ward = world.spawn(new Weight(2));
        long guard = world.spawn(new Guard(ward, 1, new long[2]));
        assertEquals(List.of(guard), sources(guarding, ward));
        List<Guard> guards = new ArrayList<>();
        world.query(Guard.class)
                .pairs(EntityColumn.of(Guard.class), world.query(Weight.class))
                .forEach((its, weight) -> guards.add(its));
        assertEquals(1, guards.size());
        world.destroy(ward);
        assertFalse(world.isAlive(guard));
    }

    @Test
    void shouldRefuseRecordsWithoutOneHandle() {
        assertRefused(Bond.class, "has one, other: name one, by Component.of(Bond.class).entity(\"one\")");
        assertRefused(Weight.class, "has none: add @EntityHandle to a long");
        assertRefused(null, "null");
    }

    private void assertRefused(Class<? extends Record> type, String part) {
        String message = assertThrows(IllegalArgumentException.class, () -> world.relation(type, OnTargetDestroy.CLEAR))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    /** What the body leaves open is closed, so that later changes do not reach its memory. */
    @Test
    void shouldRefuseABodyThatLeavesACursorOrAScopeOpen() {
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
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
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
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

    /** Relations of a world into which a saved one is merged. */
    @Nested
    class Merged {
        private static final int HUNTERS = 100;

        /** The entities of the saved world: a prey that many hunt, and its hunters. */
        private final List<Long> saved = new ArrayList<>();

        private byte[] level(int hunters) {
            saved.clear();
            try (World level = World.create()) {
                for (int i = 0; i < 7; i++) {
                    level.spawn();
                }
                long prey = level.spawn();
                long dead = level.spawn();
                saved.add(prey);
                for (int i = 0; i < hunters; i++) {
                    saved.add(level.spawn(new Hunting(prey, i)));
                }
                saved.add(level.spawn(new Hunting(dead, 0)));
                level.destroy(dead);
                return Saving.bytes(level);
            }
        }

        private MergeReport merge(byte[] level) {
            return Saves.merge(world, Saving.source(level), new LoadOptions());
        }

        @Test
        void shouldFindMergedSourcesBesideOthers() {
            Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.DESTROY);
            long prey = world.spawn();
            List<Long> own = new ArrayList<>();
            for (int i = 0; i < HUNTERS; i++) {
                own.add(world.spawn(new Hunting(prey, -i)));
            }
            assertEquals(own, sources(hunting, prey));
            byte[] level = level(HUNTERS);
            for (int times = 0; times < 3; times++) {
                MergeReport report = merge(level);
                List<Long> merged = saved.subList(1, HUNTERS + 1).stream()
                        .map(report::handleOf)
                        .toList();
                long mergedPrey = report.handleOf(saved.get(0));
                assertEquals(own, sources(hunting, prey));
                assertEquals(merged, sources(hunting, mergedPrey));
                assertEquals(Entity.NULL, hunting.target(report.handleOf(saved.get(HUNTERS + 1))));
                int before = world.entityCount();
                world.destroy(mergedPrey);
                assertEquals(before - HUNTERS - 1, world.entityCount());
                assertFalse(world.isAlive(merged.get(0)));
            }
        }

        /** The policy is that of the world, and observers of the merge see the sources that are added already. */
        @Test
        void shouldFindSourcesInObserversOfAMerge() {
            Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
            List<Integer> counts = new ArrayList<>();
            world.observers().onAdd(Hunting.TYPE, hunter -> {
                long target = hunting.target(hunter);
                counts.add(target == Entity.NULL ? 0 : hunting.count(target));
            });
            MergeReport report = merge(level(HUNTERS));
            assertEquals(HUNTERS + 1, counts.size());
            assertTrue(counts.stream().allMatch(count -> count == 0 || count == HUNTERS), counts::toString);
            world.destroy(report.handleOf(saved.get(0)));
            assertEquals(Entity.NULL, world.get(report.handleOf(saved.get(1)), Hunting.PREY));
        }

        /** A merge writes columns, and does not ask relations: what it violates is reported by the next look-up. */
        @Test
        void shouldReportSeveralMergedSourcesOfAnExclusiveRelation() {
            Relation hunting =
                    world.relation(Hunting.PREY, OnTargetDestroy.CLEAR).exclusive();
            long prey = world.spawn();
            long hunter = world.spawn(new Hunting(prey, 0));
            MergeReport single = merge(level(1));
            assertEquals(List.of(single.handleOf(saved.get(1))), sources(hunting, single.handleOf(saved.get(0))));

            MergeReport twice = merge(level(2));
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> hunting.count(prey));
            for (long named : saved.subList(0, 3)) {
                assertTrue(e.getMessage().contains(Entity.toString(twice.handleOf(named))), e.getMessage());
            }
            hunting.clear(twice.handleOf(saved.get(2)));
            assertEquals(List.of(hunter), sources(hunting, prey));
            assertEquals(1, hunting.count(twice.handleOf(saved.get(0))));
        }
    }

    /** Relations in systems, on several workers, and in ticks that make no garbage. */
    @Nested
    class InSystems {
        private static final int PREY = 50;

        private static final int HUNTERS = 2_000;

        private static final int COUNTING_SYSTEMS = 4;

        private record Bond(
                @EntityHandle long from, @EntityHandle long to) {
            static final Component<Bond> TYPE = Component.of(Bond.class);
            static final EntityColumn FROM = TYPE.entity("from");
            static final EntityColumn TO = TYPE.entity("to");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 4})
        void shouldCountWhatAKernelHasWrittenOnAnyNumberOfWorkers(int workers) {
            long[] prey = new long[PREY];
            world.template().build().spawn(prey);
            for (int i = 0; i < HUNTERS; i++) {
                world.spawn(new Hunting(Entity.NULL, i));
            }
            Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
            int[] tick = {0};
            RowKernel choose = world.query().all(Hunting.TYPE).build().kernel(row -> {
                int number = row.get(Hunting.TYPE.int32("patience")) * 31 + tick[0];
                row.set(Hunting.PREY, number % 7 == 0 ? Entity.NULL : prey[number % PREY]);
            });
            ScheduleBuilder builder = Schedule.builder(world).workers(workers).add("choose", choose);
            int[][] counted = new int[COUNTING_SYSTEMS][PREY];
            int names = 0;
            for (int[] counts : counted) {
                builder.add(
                        "count " + names++,
                        () -> {
                            for (int i = 0; i < PREY; i++) {
                                int[] sources = {0};
                                hunting.forEachSource(prey[i], hunter -> sources[0]++);
                                counts[i] = sources[0] == hunting.count(prey[i]) ? sources[0] : -1;
                            }
                        },
                        reads(Hunting.TYPE));
            }
            try (Schedule schedule = builder.build()) {
                for (; tick[0] < 20; tick[0]++) {
                    schedule.tick(1);
                    int[] expected = new int[PREY];
                    for (int i = 0; i < HUNTERS; i++) {
                        int number = i * 31 + tick[0];
                        expected[number % PREY] += number % 7 == 0 ? 0 : 1;
                    }
                    for (int[] counts : counted) {
                        assertArrayEquals(expected, counts);
                    }
                }
            }
        }

        @Test
        void shouldRefuseToSetInASystem() {
            long prey = world.spawn();
            long hunter = world.spawn(new Hunting(Entity.NULL, 0));
            Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
            Runnable set = () -> hunting.set(hunter, prey);
            assertThrows(SystemException.class, () -> OneSystem.run(world, set, reads(Hunting.TYPE)));
            assertEquals(0, hunting.count(prey));
        }

        @Test
        void shouldKeepTwoRelationsOfAComponentApart() {
            Relation from = world.relation(Bond.FROM, OnTargetDestroy.CLEAR);
            Relation to = world.relation(Bond.TO, OnTargetDestroy.REMOVE);
            long a = world.spawn();
            long b = world.spawn();
            long ab = world.spawn(new Bond(a, b));
            long ba = world.spawn(new Bond(b, a));
            long aa = world.spawn(new Bond(a, a));
            assertEquals(2, from.count(a));
            assertEquals(1, to.count(b));
            world.destroy(a);
            assertEquals(new Bond(Entity.NULL, b), world.get(ab, Bond.TYPE));
            assertFalse(world.has(ba, Bond.TYPE));
            assertFalse(world.has(aa, Bond.TYPE));
            assertEquals(0, from.count(b));
            assertEquals(1, to.count(b));
        }

        @Test
        void shouldMakeNoGarbage() {
            long[] prey = new long[PREY];
            world.template().build().spawn(prey);
            long[] hunters = new long[HUNTERS];
            world.template().with(Hunting.TYPE).build().spawn(hunters);
            Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
            int[] round = {0};
            long[] visited = {0};
            LongConsumer visit = hunter -> visited[0] -= 2;
            SourceCursor cursor = hunting.closedCursor();
            assertEquals(0, SteadyRounds.medianBytes(40, 0, 1, () -> {
                round[0]++;
                for (int i = 0; i < HUNTERS; i++) {
                    world.set(hunters[i], Hunting.PREY, prey[(i + round[0]) % PREY]);
                }
                for (int i = 0; i < PREY; i++) {
                    visited[0] += hunting.count(prey[i]);
                    hunting.forEachSource(prey[i], visit);
                    cursor.open(prey[i]);
                    while (cursor.next()) {
                        visited[0] += cursor.entity() != Entity.NULL ? 1 : 0;
                    }
                    cursor.close();
                }
                int dying = round[0] % PREY;
                world.destroy(prey[dying]);
                prey[dying] = world.spawn();
            }));
            assertEquals(0, visited[0]);
        }
    }

    @Nested
    class Cursors {
        private static final int HUNTERS = 100;

        private final Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);

        private final Query hunters = world.query().all(Hunting.TYPE).build();

        private final long prey = world.spawn();

        private List<Long> spawn(int count) {
            List<Long> spawned = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                spawned.add(world.spawn(new Hunting(prey, i)));
            }
            return spawned;
        }

        private static List<Long> rest(SourceCursor cursor) {
            List<Long> rest = new ArrayList<>();
            while (cursor.next()) {
                rest.add(cursor.entity());
            }
            assertFalse(cursor.next());
            return rest;
        }

        @Test
        void shouldSkipWhatDoesNotPointAtTheTargetAnyMore() {
            List<Long> spawned = spawn(5);
            try (SourceCursor cursor = hunting.cursor(prey)) {
                assertTrue(cursor.next());
                world.destroy(spawned.get(0));
                assertEquals(spawned.get(0), cursor.entity());
                hunting.clear(spawned.get(1));
                world.remove(spawned.get(2), Hunting.TYPE);
                world.destroy(spawned.get(3));
                spawn(1); // is not visited
                assertEquals(List.of(spawned.get(4)), rest(cursor));
            }
            assertEquals(2, hunting.count(prey));
        }

        @Test
        void shouldOpenAgain() {
            List<Long> spawned = spawn(3);
            SourceCursor cursor = hunting.closedCursor();
            assertThrows(IllegalStateException.class, cursor::next);
            cursor.close();
            for (int i = 0; i < 3; i++) {
                cursor.open(prey);
                assertThrows(IllegalStateException.class, cursor::entity);
                assertTrue(cursor.next());
                assertThrows(IllegalStateException.class, () -> cursor.open(prey));
                assertEquals(spawned.get(0), cursor.entity());
                cursor.close();
                cursor.close();
                assertThrows(IllegalStateException.class, cursor::entity);
            }
            world.destroy(prey);
            assertThrows(DeadEntityException.class, () -> cursor.open(prey));
            assertThrows(IllegalStateException.class, cursor::next);
        }

        @Test
        void shouldCloseInReverseOrder() {
            List<Long> spawned = spawn(3);
            SourceCursor outer = hunting.cursor(prey);
            outer.next();
            SourceCursor inner = hunting.cursor(prey);
            assertThrows(IllegalStateException.class, outer::close);
            assertEquals(spawned, rest(inner));
            inner.close();
            assertEquals(spawned.subList(1, 3), rest(outer));
            outer.close();
            assertEquals(0, world.frame().usedBytes());
        }

        /** The end of a run closes what was opened in it. */
        @Test
        void shouldEndWithTheRunItWasOpenedIn() {
            spawn(2);
            List<SourceCursor> opened = new ArrayList<>();
            assertThrows(IllegalStateException.class, () -> hunters.forEach(row -> opened.add(hunting.cursor(prey))));
            opened.forEach(cursor -> assertThrows(IllegalStateException.class, cursor::next));
            opened.forEach(SourceCursor::close);
            RowCursor rows = hunters.cursor();
            opened.get(0).open(prey);
            assertThrows(IllegalStateException.class, rows::close);
            assertThrows(IllegalStateException.class, opened.get(0)::next);
            assertEquals(0, world.frame().usedBytes());
        }

        @Test
        void shouldRefuseUseAfterClose() {
            spawn(3);
            SourceCursor cursor = hunting.cursor(prey);
            world.close();
            assertThrows(IllegalStateException.class, cursor::next);
            assertThrows(IllegalStateException.class, () -> hunting.cursor(prey));
            assertThrows(IllegalStateException.class, hunting::closedCursor);
        }

        @Test
        void shouldRunInSystems() {
            spawn(HUNTERS);
            SourceCursor kept = hunting.closedCursor();
            int[] visited = {0};
            Runnable visit = () -> {
                try (SourceCursor cursor = kept.open(prey)) {
                    visited[0] += rest(cursor).size();
                }
            };
            OneSystem.run(world, visit, reads(Hunting.TYPE));
            OneSystem.run(world, visit, reads(Hunting.TYPE));
            assertEquals(2 * HUNTERS, visited[0]);
            assertThrows(SystemException.class, () -> OneSystem.run(world, () -> kept.open(prey), exclusive()));
            assertThrows(IllegalStateException.class, kept::next);
        }
    }
}
