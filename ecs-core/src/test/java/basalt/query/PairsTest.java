package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertIllegal;
import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.MissingComponentException;
import basalt.component.OnTargetDestroy;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.memory.MemoryScope;
import basalt.memory.Soak;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.system.SystemException;
import basalt.world.OneSystem;
import basalt.world.Relation;
import basalt.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and their partners: by kernels, by loops, and by joined selections. */
class PairsTest extends WorldFixture {

    private final Query targets =
            world.query().all(Health.TYPE).none(Frozen.TYPE).build();

    private final Query seekers = world.query().all(Kinds.TYPE).build();
    private final Relation seeking = world.relation(Kinds.TARGET, OnTargetDestroy.CLEAR);
    private final PairQuery pairs = seekers.pairs(seeking.column(), targets);
    private final Selection selection = Selection.of(seekers);

    /** The ways to run a body over the rows of a query and their partners, which find the same pairs. */
    private enum Way {
        KERNEL,
        FOR_EACH,
        SELECTION;

        void run(Query rows, Query partners, PairQuery.Body body) {
            switch (this) {
                case KERNEL -> rows.pairKernel(Kinds.TARGET, partners, body).run();
                case FOR_EACH -> rows.pairs(Kinds.TARGET, partners).forEach(body);
                default ->
                    Selection.of(rows).collect().join(Kinds.TARGET, partners).forEachPair(body);
            }
        }

        List<List<Long>> find(Query rows, Query partners) {
            List<List<Long>> found = new ArrayList<>();
            run(rows, partners, (row, partner) -> found.add(List.of(row.entity(), partner.entity())));
            return found;
        }
    }

    @Override
    protected void checkFrame() {
        world.frame().reset();
    }

    private long seeker(long target) {
        long entity = world.spawn(Kinds.ZERO);
        world.set(entity, Kinds.TARGET, target);
        return entity;
    }

    private static List<Long> partners(Selection joined) {
        List<Long> partners = new ArrayList<>();
        for (int i = 0; i < joined.size(); i++) {
            partners.add(joined.partner(i));
        }
        return partners;
    }

    @ParameterizedTest
    @EnumSource
    void shouldVisitRowsWhosePartnerIsAliveAndMatches(Way way) {
        long good = world.spawn(new Health(1));
        long dead = world.spawn(new Health(2));
        long frozen = world.spawn(new Health(3), new Frozen());
        long other = world.spawn(new Position(1, 2));
        long disabled = world.spawn(new Health(4));
        long without = world.spawn(new Health(5));
        world.disable(disabled);
        world.disable(without, Health.TYPE);
        world.destroy(dead);
        List<Long> named = List.of(
                good,
                dead,
                frozen,
                good,
                other,
                disabled,
                without,
                Entity.NULL,
                Entity.of(Entity.index(good), 3),
                -1L,
                12345L,
                Long.MIN_VALUE);
        List<Long> all = named.stream().map(this::seeker).toList();
        assertEquals(List.of(List.of(all.get(0), good), List.of(all.get(3), good)), way.find(seekers, targets));
    }

    @ParameterizedTest
    @EnumSource(names = {"KERNEL", "FOR_EACH"})
    void shouldCheckPartnersWhenTheirRowIsVisited(Way way) {
        long first = world.spawn(new Health(1));
        long second = world.spawn(new Health(2));
        long third = world.spawn(new Position(0, 0));
        List<Long> all = List.of(seeker(first), seeker(second), seeker(second), seeker(third), seeker(first));
        long late = seeker(Entity.NULL);
        List<List<Long>> found = new ArrayList<>();
        way.run(seekers, targets, (row, partner) -> {
            found.add(List.of(row.entity(), partner.entity()));
            if (found.size() == 1) {
                world.destroy(second); // the partner of two rows
                world.add(third, new Health(3)); // now a partner
                world.destroy(all.get(4)); // so it is not visited
                world.set(late, Kinds.TARGET, first); // is
                seeker(first); // not visited: it is spawned during the run
            }
        });
        assertEquals(List.of(List.of(all.get(0), first), List.of(all.get(3), third), List.of(late, first)), found);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeRowsAsTheirOwnPartners(Way way) {
        long first = seeker(Entity.NULL);
        long second = seeker(first);
        world.set(first, Kinds.TARGET, second);
        long alone = seeker(Entity.NULL);
        world.set(alone, Kinds.TARGET, alone);
        assertEquals(
                List.of(List.of(first, second), List.of(second, first), List.of(alone, alone)),
                way.find(seekers, seekers));
        way.run(seekers, seekers, (row, partner) -> {
            row.set(Kinds.I32, 5);
            partner.set(Kinds.I32, partner.get(Kinds.I32) + 1);
        });
        assertEquals(6, world.get(alone, Kinds.I32));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRecordWritesToPartners(Way way) {
        long written = world.spawn(new Health(0));
        long other = world.spawn(new Health(0));
        seeker(written);
        seeker(other);
        Query changed = world.query().changed(Health.TYPE).build();
        way.run(seekers, targets, (row, partner) -> {
            if (partner.entity() == written) {
                partner.set(Health.POINTS, 5);
            }
        });
        assertEquals(List.of(written), rows(changed));
        assertEquals(5, world.get(written, Health.POINTS));
    }

    @Test
    void shouldRejectWrongArguments() {
        PairQuery.Body body = (row, partner) -> {};
        Query changed = world.query().changed(Health.TYPE).build();
        Query vectors = world.query().all(Vectors.TYPE).build();
        try (World other = World.create()) {
            Query foreign = other.query().all(Health.TYPE).build();
            assertRejectsPairs(seekers, Kinds.TARGET, foreign);
        }
        assertRejectsPairs(seekers, Kinds.TARGET, null);
        assertRejectsPairs(seekers, null, targets);
        assertRejectsPairs(targets, Kinds.TARGET, seekers, "add it to all()");
        assertRejectsPairs(seekers, Kinds.TARGET, changed);
        assertRejectsPairs(vectors, Vectors.TARGETS, targets);
        assertRejects(() -> seekers.pairKernel(Kinds.TARGET, targets, null));
        assertRejects(() -> pairs.forEach(null));
        assertRejects(() -> pairs.kernel(null));
    }

    private static void assertRejectsPairs(Query rows, EntityColumn column, Query partners, String... mentioned) {
        assertRejects(() -> rows.pairs(column, partners), mentioned);
        assertRejects(() -> rows.pairKernel(column, partners, (row, partner) -> {}), mentioned);
    }

    @Test
    void shouldRejectOtherThreadsAndUseAfterClose() {
        seeker(world.spawn(new Health(1)));
        PairQuery.Body nothing = (row, partner) -> {};
        RowKernel kernel = pairs.kernel(nothing);
        List<Executable> uses = List.of(
                kernel::run,
                pairs::count,
                pairs::isEmpty,
                () -> pairs.forEach(nothing),
                () -> pairs.kernel(nothing),
                () -> seekers.pairKernel(Kinds.TARGET, targets, nothing),
                () -> seekers.pairs(seeking.column(), targets));
        Elsewhere.run("other", () -> uses.forEach(use -> assertThrows(IllegalStateException.class, use)));
        Query changed = world.query().changed(Kinds.TYPE).build();
        PairQuery changedPairs = changed.pairs(seeking.column(), targets);
        targets.close();
        assertThrows(IllegalStateException.class, () -> changedPairs.kernel(nothing));
        changed.kernel(row -> {}); // the only one that is allowed
        uses.forEach(use -> assertThrows(IllegalStateException.class, use));
        seekers.close();
        assertThrows(IllegalStateException.class, () -> seekers.pairs(seeking.column(), seekers));
        World other = World.create();
        Query closed = other.query().all(Kinds.TYPE).build();
        RowKernel late = closed.pairKernel(Kinds.TARGET, closed, nothing);
        other.close();
        assertThrows(IllegalStateException.class, late::run);
        assertThrows(IllegalStateException.class, () -> closed.pairKernel(Kinds.TARGET, closed, nothing));
    }

    @Test
    void shouldWriteRowsAndPartnersInOrder() {
        long target = world.spawn(new Health(0));
        for (int i = 0; i < 200; i++) {
            world.set(seeker(target), Kinds.I32, i % 7);
        }
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {
            partner.set(Health.POINTS, partner.get(Health.POINTS) * 31 + row.get(Kinds.I32));
            row.set(Kinds.I32, partner.get(Health.POINTS));
        });
        kernel.run();

        int expected = 0;
        for (int i = 0; i < 200; i++) {
            expected = expected * 31 + i % 7;
        }
        assertEquals(expected, world.get(target, Health.POINTS));
        assertTrue(kernel.isSpecialised());
        assertSame(targets, kernel.partners().orElseThrow());
        assertEquals(Optional.empty(), seekers.kernel(row -> {}).partners());
    }

    @Test
    void shouldNest() {
        long target = world.spawn(new Health(0));
        seeker(target);
        seeker(target);
        RowKernel inner = seekers.pairKernel(
                Kinds.TARGET, targets, (row, partner) -> partner.set(Health.POINTS, partner.get(Health.POINTS) + 1));
        seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {
                    int before = partner.get(Health.POINTS);
                    inner.run();
                    targets.forEach(other -> other.set(Health.POINTS, other.get(Health.POINTS) + 1));
                    row.set(Kinds.I32, partner.get(Health.POINTS) - before);
                })
                .run();

        assertEquals(6, world.get(target, Health.POINTS));
        assertEquals(6, seekers.reduce().sum(Kinds.I32));
    }

    @Test
    void shouldRethrowExceptionsOfTheBody() {
        long target = world.spawn(new Health(0));
        seeker(target);
        RuntimeException thrown = new RuntimeException();
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {
            throw thrown;
        });

        assertSame(thrown, assertThrows(RuntimeException.class, kernel::run));
        assertEquals(1, Way.KERNEL.find(seekers, targets).size());
    }

    @Test
    void shouldCheckBothRowsInStrictMode() {
        assumeTrue(Strict.ON);
        long target = world.spawn(new Health(1), new Velocity(1, 1));
        seeker(target);
        Query asking = world.query().all(Health.TYPE).optional(Position.TYPE).build();
        rejects(asking, IllegalStateException.class, (row, partner) -> row.get(Health.POINTS));
        rejects(asking, IllegalStateException.class, (row, partner) -> partner.get(Kinds.I32));
        rejects(asking, IllegalStateException.class, (row, partner) -> partner.set(Velocity.DX, 1));
        rejects(asking, MissingComponentException.class, (row, partner) -> partner.get(Position.X));
        Row[] kept = new Row[2];
        seekers.pairKernel(Kinds.TARGET, asking, (row, partner) -> {
                    kept[0] = row;
                    kept[1] = partner;
                })
                .run();
        for (Row row : kept) {
            assertThrows(IllegalStateException.class, row::entity);
        }
        assertThrows(
                IllegalStateException.class,
                () -> seekers.pairKernel(Kinds.TARGET, asking, (row, partner) -> {
                            kept[1] = partner;
                            throw new IllegalStateException();
                        })
                        .run());
        assertThrows(IllegalStateException.class, kept[1]::entity);
    }

    private void rejects(Query others, Class<? extends RuntimeException> error, PairQuery.Body body) {
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, others, body);
        assertThrows(error, kernel::run);
    }

    /** Compares each way to ask with a map, in a world of several blocks in which both sides change. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithAMap(long seed) {
        Random random = new Random(seed);
        Map<Long, Long> targetOf = new LinkedHashMap<>();
        List<Long> all = new ArrayList<>();
        world.template().with(new Position(0, 0)).build().spawn(ROWS - 50);
        for (int i = 0; i < 300; i++) {
            all.add(i % 2 == 0 ? world.spawn(Kinds.ZERO) : world.spawn(Kinds.ZERO, new Health(i)));
        }
        Query weak = targets.where(Health.POINTS).lessThan(100);
        List<PairQuery> joins = List.of(
                pairs,
                seekers.pairs(seeking.column(), weak),
                targets.where(Kinds.I32).atLeast(1).pairs(seeking.column(), seekers),
                seekers.pairs(seeking.column(), world.query().includeDisabled().build()),
                seekers.pairs(
                        seeking.column(),
                        world.query().any(Health.TYPE, Frozen.TYPE).build()),
                seekers.pairs(
                        seeking.column(),
                        world.query().none(Health.TYPE).includeDisabled().build()));
        assertSame(seekers, pairs.query());
        assertSame(targets, pairs.partners());
        assertSame(Kinds.TARGET, pairs.column());
        for (int round = 0; round < Soak.times(2, 30); round++) {
            for (int i = 0; i < 20; i++) {
                long entity = all.get(random.nextInt(all.size()));
                long target = random.nextInt(4) == 0 ? Entity.NULL : all.get(random.nextInt(all.size()));
                switch (random.nextInt(8)) {
                    case 0 -> world.tryDestroy(entity);
                    case 1 -> change(entity, () -> world.add(entity, Frozen.TYPE));
                    case 2 -> change(entity, () -> world.disable(entity));
                    case 3 -> change(entity, () -> world.set(entity, Kinds.I32, random.nextInt(3)));
                    default ->
                        change(entity, () -> {
                            world.set(entity, Kinds.TARGET, target);
                            targetOf.put(entity, target);
                        });
                }
            }
            for (PairQuery join : joins) {
                Set<Long> partners = Set.copyOf(rows(join.partners()));
                List<List<Long>> expected = rows(join.query()).stream()
                        .filter(row -> partners.contains(targetOf.getOrDefault(row, Entity.NULL)))
                        .map(row -> List.of(row, targetOf.get(row)))
                        .toList();
                for (Way way : Way.values()) {
                    assertEquals(expected, way.find(join.query(), join.partners()));
                }
                assertEquals(expected.size(), join.count());
                assertEquals(expected.isEmpty(), join.isEmpty());
            }
        }
    }

    @Test
    void shouldCountChangesWithoutClearingThem() {
        long prey = world.spawn(new Health(0));
        seeker(prey);
        Query changed = world.query().changed(Kinds.TYPE).build();
        PairQuery join = changed.pairs(seeking.column(), targets);
        join.forEach((row, partner) -> {});
        assertEquals(0, join.count());
        seeker(prey);
        assertEquals(1, join.count());
        assertFalse(join.isEmpty());
        int[] found = {0};
        join.forEach((row, partner) -> found[0]++);
        assertEquals(1, found[0]);
        assertEquals(0, join.count());
        join.kernel((row, partner) -> {});
        assertThrows(IllegalStateException.class, () -> join.kernel((row, partner) -> {}));
    }

    @Test
    void shouldRunInSystemsThatDeclareBothSides() {
        seeker(world.spawn(new Health(1)));
        int[] counted = {0};
        Runnable count = () -> counted[0] += pairs.count();
        OneSystem.run(world, count, reads(Kinds.TYPE, Health.TYPE, Frozen.TYPE));
        assertEquals(1, counted[0]);
        assumeTrue(Strict.ON);
        assertThrows(SystemException.class, () -> OneSystem.run(world, count, reads(Kinds.TYPE)));
    }

    private void change(long entity, Runnable change) {
        if (world.isAlive(entity)) {
            change.run();
        }
    }

    @Test
    void shouldKeepTheHandlesOfDestroyedPartners() {
        long target = world.spawn(new Health(1));
        long other = world.spawn(new Health(2));
        long row = seeker(target);
        long stays = seeker(other);
        long goes = seeker(other);
        selection.collect().join(Kinds.TARGET, targets);
        world.destroy(target);
        world.destroy(goes);
        for (int i = 0; i < 200; i++) {
            world.spawn(new Health(9)); // also in rows of destroyed entities
        }

        assertEquals(List.of(target, other, other), partners(selection));
        assertEquals(row, selection.row(0).entity());
        assertThrows(DeadEntityException.class, () -> selection.partnerRow(0));
        List<Long> visited = new ArrayList<>();
        selection.forEachPair((left, right) -> {
            visited.add(left.entity());
            visited.add(right.entity());
        });
        assertEquals(List.of(stays, other), visited);
    }

    @Test
    void shouldJoinNothing() {
        selection.collect().join(Kinds.TARGET, targets);
        assertEquals(0, selection.size());
        seeker(Entity.NULL);
        selection.collect().join(Kinds.TARGET, targets);
        assertEquals(0, selection.size());
        assertThrows(IndexOutOfBoundsException.class, () -> selection.partner(0));
    }

    @Test
    void shouldHaveNoPartnersUnlessItIsJoined() {
        seeker(world.spawn(new Health(1)));
        selection.collect();
        assertNoPartners("not joined");
        selection.join(Kinds.TARGET, targets);
        assertEquals(1, partners(selection).size());
        selection.collect();
        assertNoPartners("not joined");
    }

    @Test
    void shouldLosePartnersWithTheScopeItWasJoinedIn() {
        seeker(world.spawn(new Health(1)));
        selection.collect();
        MemoryScope scope = world.frame().open();
        selection.join(Kinds.TARGET, targets);
        assertEquals(1, partners(selection).size());
        scope.close();

        assertNoPartners("partners used after its scope had ended; join() again");
        assertEquals(1, selection.sortBy(Kinds.I32).size(), "the rows are still there");
        assertNoPartners("partners used after its scope had ended; join() again");
        selection.join(Kinds.TARGET, targets);
        assertEquals(1, partners(selection).size());
    }

    private void assertNoPartners(String mentioned) {
        List<Executable> uses = List.of(
                () -> selection.partner(0),
                () -> selection.partnerRow(0),
                () -> selection.forEachPair((row, partner) -> {}));
        for (Executable use : uses) {
            assertIllegal(use, mentioned);
        }
    }

    @Test
    void shouldRejectOtherWorldsAndANullQuery() {
        selection.collect();
        try (World other = World.create()) {
            Query foreign = other.query().build();
            assertRejects("same world", () -> selection.join(Kinds.TARGET, foreign));
        }
        assertRejects("same world", () -> selection.join(Kinds.TARGET, null));
    }

    @Test
    void shouldRejectColumnsThatARowMayLack() {
        assertRejects("all()", () -> Selection.of(targets).collect().join(Kinds.TARGET, seekers));
        Query vectors = world.query().all(Vectors.TYPE).build();
        assertRejects(
                "vector of length 2", () -> Selection.of(vectors).collect().join(Vectors.TARGETS, seekers));
        assertRejects("must not be null", () -> selection.collect().join(null, seekers));
    }

    @Test
    void shouldNotBeChangedByItsOwnBody() {
        seeker(world.spawn(new Health(1)));
        selection.collect().join(Kinds.TARGET, targets);
        assertFails(
                "has changed the selection",
                () -> selection.forEachPair((row, partner) -> selection.join(Kinds.TARGET, targets)));
    }

    @Test
    void shouldCheckPartnersAgainstTheirQueryInStrictMode() {
        assumeTrue(Strict.ON);
        long target = world.spawn(new Health(1), Kinds.ZERO);
        seeker(target);
        selection.collect().join(Kinds.TARGET, targets);
        Row partner = selection.partnerRow(0);
        assertEquals(1, partner.get(Health.POINTS));
        assertThrows(IllegalStateException.class, () -> partner.get(Kinds.I32));
        AtomicReference<Row> kept = new AtomicReference<>();
        selection.forEachPair((left, right) -> kept.set(right));
        assertThrows(IllegalStateException.class, () -> kept.get().get(Health.POINTS));
    }
}
