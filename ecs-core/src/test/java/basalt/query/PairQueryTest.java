package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.memory.SteadyRounds;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import basalt.system.SystemException;
import basalt.world.Relation;
import basalt.world.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairQueryTest {
    private World world;
    private Query targets;
    private Query seekers;
    private Relation seeking;
    private PairQuery pairs;

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        targets = world.query().all(Health.TYPE).none(Frozen.TYPE).build();
        seekers = world.query().all(Kinds.TYPE).build();
        seeking = world.relation(Kinds.TARGET);
        pairs = seekers.pairs(seeking.column(), targets);
    }

    @AfterEach
    void close() {
        assertEquals(0, world.frame().usedBytes());
        world.close();
    }

    private long seeker(long target) {
        long entity = world.spawn(Kinds.ZERO);
        world.set(entity, Kinds.TARGET, target);
        return entity;
    }

    private List<List<Long>> found(PairQuery of) {
        List<List<Long>> found = new ArrayList<>();
        of.forEach((row, partner) -> found.add(List.of(row.entity(), partner.entity())));
        return found;
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
                targets.where(Kinds.I32).atLeast(1).pairs(seeking.column(), seekers));
        for (int round = 0; round < 30; round++) {
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
                List<List<Long>> expected = new ArrayList<>();
                join.query().forEach(row -> {
                    long target = targetOf.getOrDefault(row.entity(), Entity.NULL);
                    boolean[] matches = {false};
                    join.partners().forEach(partner -> matches[0] |= partner.entity() == target);
                    if (matches[0]) {
                        expected.add(List.of(row.entity(), target));
                    }
                });
                List<List<Long>> compiled = new ArrayList<>();
                join.kernel((row, partner) -> compiled.add(List.of(row.entity(), partner.entity())))
                        .run();
                assertEquals(expected, found(join));
                assertEquals(expected, compiled);
                assertEquals(expected.size(), join.count());
                assertEquals(expected.isEmpty(), join.isEmpty());
            }
        }
    }

    private void change(long entity, Runnable change) {
        if (world.isAlive(entity)) {
            change.run();
        }
    }

    @Test
    void shouldAnswerWhetherAnyRowHasAPartner() {
        assertTrue(pairs.isEmpty());
        long prey = world.spawn(new Health(1));
        long seeker = seeker(prey);
        seeker(prey);
        assertFalse(pairs.isEmpty());
        assertEquals(2, pairs.count());
        world.set(seeker, Kinds.TARGET, Entity.NULL);
        assertEquals(1, pairs.count());
        world.add(prey, Frozen.TYPE);
        assertTrue(pairs.isEmpty());
        assertSame(seekers, pairs.query());
        assertSame(targets, pairs.partners());
        assertSame(Kinds.TARGET, pairs.column());
    }

    @Test
    void shouldCheckPartnersWhenTheirRowIsVisited() {
        long first = world.spawn(new Health(1));
        long second = world.spawn(new Health(2));
        long third = world.spawn(new Position(0, 0));
        List<Long> all = List.of(seeker(first), seeker(second), seeker(third), seeker(first));
        List<List<Long>> found = new ArrayList<>();
        pairs.forEach((row, partner) -> {
            found.add(List.of(row.entity(), partner.entity()));
            if (found.size() == 1) {
                world.destroy(second);
                world.add(third, new Health(3));
                world.destroy(all.get(3));
                seeker(first); // not visited: it is spawned during the loop
            }
        });
        assertEquals(List.of(List.of(all.get(0), first), List.of(all.get(2), third)), found);
    }

    @Test
    void shouldRecordWritesRowByRow() {
        long written = world.spawn(new Health(0));
        long other = world.spawn(new Health(0));
        seeker(written);
        seeker(other);
        Query changed = world.query().changed(Health.TYPE).build();
        changed.forEach(row -> {});
        pairs.forEach((row, partner) -> {
            if (partner.entity() == written) {
                partner.set(Health.POINTS, 5);
            }
        });
        List<Long> seen = new ArrayList<>();
        changed.forEach(row -> seen.add(row.entity()));
        assertEquals(List.of(written), seen);
        assertEquals(5, world.get(written, Health.POINTS));
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
        assertEquals(1, found(join).size());
        assertEquals(0, join.count());
        join.kernel((row, partner) -> {});
        assertThrows(IllegalStateException.class, () -> join.kernel((row, partner) -> {}));
    }

    @Test
    void shouldRejectWrongArguments() {
        try (World other = World.create()) {
            Query foreigners = other.query().all(Health.TYPE).build();
            assertThrows(IllegalArgumentException.class, () -> seekers.pairs(seeking.column(), foreigners));
        }
        Query changed = world.query().changed(Health.TYPE).build();
        assertThrows(IllegalArgumentException.class, () -> seekers.pairs(null, targets));
        assertThrows(IllegalArgumentException.class, () -> seekers.pairs(seeking.column(), null));
        assertThrows(IllegalArgumentException.class, () -> seekers.pairs(seeking.column(), changed));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> targets.pairs(seeking.column(), targets));
        assertTrue(e.getMessage().contains("add it to all()"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> pairs.forEach(null));
        assertThrows(IllegalArgumentException.class, () -> pairs.kernel(null));
    }

    @Test
    void shouldRejectOtherThreadsAndUseAfterClose() throws Exception {
        long prey = world.spawn(new Health(1));
        seeker(prey);
        Elsewhere.run("other", () -> {
            assertThrows(IllegalStateException.class, pairs::count);
            assertThrows(IllegalStateException.class, () -> pairs.forEach((row, partner) -> {}));
            assertThrows(IllegalStateException.class, () -> pairs.kernel((row, partner) -> {}));
            assertThrows(IllegalStateException.class, () -> seekers.pairs(seeking.column(), targets));
        });
        Query changed = world.query().changed(Kinds.TYPE).build();
        PairQuery changedPairs = changed.pairs(seeking.column(), targets);
        targets.close();
        assertThrows(IllegalStateException.class, () -> changedPairs.kernel((row, partner) -> {}));
        changed.kernel(row -> {}); // the only one that is allowed
        assertThrows(IllegalStateException.class, pairs::count);
        assertThrows(IllegalStateException.class, pairs::isEmpty);
        assertThrows(IllegalStateException.class, () -> pairs.forEach((row, partner) -> {}));
        assertThrows(IllegalStateException.class, () -> pairs.kernel((row, partner) -> {}));
        assertThrows(IllegalStateException.class, () -> seekers.pairs(seeking.column(), targets));
        seekers.close();
        assertThrows(IllegalStateException.class, () -> seekers.pairs(seeking.column(), seekers));
    }

    @Test
    void shouldEndRowsWithTheCallInStrictMode() {
        assumeTrue(Strict.ON);
        seeker(world.spawn(new Health(1)));
        Row[] kept = new Row[2];
        pairs.forEach((row, partner) -> {
            kept[0] = row;
            kept[1] = partner;
            assertThrows(IllegalStateException.class, () -> partner.get(Kinds.I32));
        });
        for (Row row : kept) {
            assertThrows(IllegalStateException.class, row::entity);
        }
    }

    @Test
    void shouldRunInSystemsThatDeclareBothSides() {
        seeker(world.spawn(new Health(1)));
        int[] counted = {0};
        Runnable count = () -> counted[0] += pairs.count();
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("count", count, reads(Kinds.TYPE, Health.TYPE, Frozen.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(1, counted[0]);
        assumeTrue(Strict.ON);
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("count", count, reads(Kinds.TYPE))
                .build()) {
            assertThrows(SystemException.class, () -> schedule.tick(1));
        }
    }

    @Test
    void shouldMakeNoGarbage() {
        assumeTrue(!Strict.ON, "strict mode makes a row for each call");
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        long[] prey = new long[100];
        world.template().with(new Health(0)).build().spawn(prey);
        for (int i = 0; i < 1_000; i++) {
            seeker(prey[i % 100]);
        }
        RowKernel kernel = pairs.kernel((row, partner) -> {
            int points = partner.get(Health.POINTS) + 1;
            partner.set(Health.POINTS, points);
            row.set(Kinds.TARGET, prey[points % 100]);
        });
        int[] counted = {0};
        assertEquals(0, SteadyRounds.medianBytes(60, 0, 1, () -> {
            for (int i = 0; i < 50; i++) {
                kernel.run();
                counted[0] += pairs.count() + (pairs.isEmpty() ? 1 : 0);
            }
        }));
        assertTrue(counted[0] % 1_000 == 0 && counted[0] > 0);
    }
}
