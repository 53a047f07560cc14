package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairKernelTest {
    private World world;
    private Query targets;
    private Query seekers;
    private final List<Long> rows = new ArrayList<>();
    private final List<Long> partners = new ArrayList<>();

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        targets = world.query().all(Health.TYPE).none(Frozen.TYPE).build();
        seekers = world.query().all(Kinds.TYPE).build();
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

    private void note(Row row, Row partner) {
        rows.add(row.entity());
        partners.add(partner.entity());
    }

    private void run(Query others) {
        rows.clear();
        partners.clear();
        seekers.pairKernel(Kinds.TARGET, others, this::note).run();
    }

    @Test
    void shouldVisitRowsWhosePartnerIsAliveAndMatches() {
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

        run(targets);
        assertEquals(List.of(all.get(0), all.get(3)), rows);
        assertEquals(List.of(good, good), partners);
    }

    /** Compares with a joined selection, in a world of several blocks with all kinds of partners. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldFindThePairsOfAJoinedSelection(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> all = new ArrayList<>();
        world.template().with(new Position(0, 0)).build().spawn(ROWS - 100);
        for (int i = 0; i < 1000; i++) {
            long entity = random.nextBoolean() ? world.spawn(new Health(i)) : world.spawn(Kinds.ZERO, new Health(i));
            all.add(entity);
            if (random.nextInt(4) == 0) {
                world.add(entity, Frozen.TYPE);
            }
            if (random.nextInt(4) == 0) {
                world.add(entity, new Rare(i, "rare"));
            }
            if (random.nextInt(8) == 0) {
                world.disable(entity, Health.TYPE);
            }
            if (random.nextInt(8) == 0) {
                world.disable(entity);
            }
        }
        for (long entity : all) {
            if (world.has(entity, Kinds.TYPE)) {
                world.set(entity, Kinds.TARGET, all.get(random.nextInt(all.size())));
            }
        }
        for (int i = 0; i < 100; i++) {
            world.tryDestroy(all.get(random.nextInt(all.size())));
        }
        List<Query> others = List.of(
                targets,
                seekers,
                world.query().build(),
                world.query().includeDisabled().build(),
                world.query().all(Health.TYPE, Rare.TYPE).none(Frozen.TYPE).build(),
                world.query().any(Rare.TYPE, Frozen.TYPE).build(),
                world.query().none(Kinds.TYPE, Rare.TYPE).includeDisabled().build());
        for (Query other : others) {
            run(other);
            List<Long> expectedRows = new ArrayList<>();
            List<Long> expectedPartners = new ArrayList<>();
            Selection.of(seekers).collect().join(Kinds.TARGET, other).forEachPair((row, partner) -> {
                expectedRows.add(row.entity());
                expectedPartners.add(partner.entity());
            });
            assertTrue(rows.size() > 20, () -> "only " + rows.size());
            assertEquals(expectedRows, rows);
            assertEquals(expectedPartners, partners);
            world.frame().reset();
        }
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
    void shouldTakeARowAsItsOwnPartner() {
        long alone = seeker(Entity.NULL);
        world.set(alone, Kinds.TARGET, alone);
        seekers.pairKernel(Kinds.TARGET, seekers, (row, partner) -> {
                    row.set(Kinds.I32, 5);
                    partner.set(Kinds.I32, partner.get(Kinds.I32) + 1);
                })
                .run();

        assertEquals(6, world.get(alone, Kinds.I32));
    }

    @Test
    void shouldCheckPartnersWhenTheirRowIsVisited() {
        long first = world.spawn(new Health(1));
        long second = world.spawn(new Health(2));
        long third = world.spawn(new Position(0, 0));
        List<Long> all = List.of(seeker(first), seeker(second), seeker(second), seeker(third), seeker(first));
        long late = seeker(Entity.NULL);
        seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {
                    note(row, partner);
                    if (rows.size() == 1) {
                        world.destroy(second); // the partner of two rows
                        world.add(third, new Health(3)); // now a partner
                        world.destroy(all.get(4)); // so it is not visited
                        world.set(late, Kinds.TARGET, first); // is
                        seeker(first); // not visited: it is spawned during the run
                    }
                })
                .run();

        assertEquals(List.of(all.get(0), all.get(3), late), rows);
        assertEquals(List.of(first, third, first), partners);
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
    void shouldRecordWritesToPartners() {
        long written = world.spawn(new Health(0));
        world.spawn(new Health(0));
        seeker(written);
        Query changed = world.query().changed(Health.TYPE).build();
        changed.forEach(row -> {});
        seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {
                    if (row.get(Kinds.I32) == 0) {
                        partner.set(Health.POINTS, 1);
                    }
                })
                .run();
        List<Long> seen = new ArrayList<>();
        changed.forEach(row -> seen.add(row.entity()));

        assertEquals(List.of(written), seen);
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
        run(targets);
        assertEquals(List.of(target), partners);
    }

    @Test
    void shouldRejectWrongArguments() {
        PairQuery.Body body = (row, partner) -> {};
        try (World other = World.create()) {
            Query foreign = other.query().all(Health.TYPE).build();
            assertThrows(IllegalArgumentException.class, () -> seekers.pairKernel(Kinds.TARGET, foreign, body));
        }
        Query changed = world.query().changed(Health.TYPE).build();
        assertThrows(IllegalArgumentException.class, () -> seekers.pairKernel(Kinds.TARGET, null, body));
        assertThrows(IllegalArgumentException.class, () -> seekers.pairKernel(Kinds.TARGET, targets, null));
        assertThrows(IllegalArgumentException.class, () -> seekers.pairKernel(null, targets, body));
        assertThrows(IllegalArgumentException.class, () -> targets.pairKernel(Kinds.TARGET, seekers, body));
        assertThrows(IllegalArgumentException.class, () -> seekers.pairKernel(Kinds.TARGET, changed, body));
        Query vectors = world.query().all(Vectors.TYPE).build();
        assertThrows(IllegalArgumentException.class, () -> vectors.pairKernel(Vectors.TARGETS, targets, body));
    }

    @Test
    void shouldRejectOtherThreadsAndUseAfterClose() throws Exception {
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {});
        Executable make = () -> seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {});
        Elsewhere.run("other", () -> {
            assertThrows(IllegalStateException.class, kernel::run);
            assertThrows(IllegalStateException.class, make);
        });
        World other = World.create();
        Query closed = other.query().all(Kinds.TYPE).build();
        RowKernel late = closed.pairKernel(Kinds.TARGET, closed, (row, partner) -> {});
        other.close();
        assertThrows(IllegalStateException.class, late::run);
        assertThrows(IllegalStateException.class, () -> closed.pairKernel(Kinds.TARGET, closed, (row, partner) -> {}));
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
}
