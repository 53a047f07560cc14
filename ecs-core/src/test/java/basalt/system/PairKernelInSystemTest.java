package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.world.World;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pair kernels as systems: shared among workers if they only read partners, in one piece if they write them. */
class PairKernelInSystemTest {
    private static final int COUNT = 10_000;

    private static World world() {
        World world = World.create();
        long[] entities = new long[COUNT];
        world.template().with(Kinds.ZERO, new Health(1)).build().spawn(entities);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < COUNT; i++) {
            world.set(entities[i], Kinds.TARGET, entities[random.nextInt(COUNT)]);
            world.set(entities[i], Health.POINTS, random.nextInt(100));
        }
        return world;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldGiveTheSameWorldForAnyNumberOfWorkers(int workers) {
        try (World world = world()) {
            Query seekers = world.query().all(Kinds.TYPE).build();
            Query targets = world.query().all(Health.TYPE).build();
            RowKernel look = seekers.pairKernel(
                    Kinds.TARGET, targets, (row, partner) -> row.set(Kinds.I32, partner.get(Health.POINTS)));
            RowKernel strike = seekers.pairKernel(
                    Kinds.TARGET,
                    targets,
                    (row, partner) ->
                            partner.set(Health.POINTS, partner.get(Health.POINTS) * 31 + row.get(Kinds.I32) % 1000));
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .thresholds(0, 1)
                    .add("look", look, writes(Kinds.TYPE), reads(Health.TYPE))
                    .add("strike", strike, reads(Kinds.TYPE), writes(Health.TYPE))
                    .build()) {
                for (int tick = 0; tick < 5; tick++) {
                    schedule.tick(1);
                }
            }
            assertEquals(expected(), hash(world));
        }
    }

    private static long expected() {
        try (World world = world()) {
            Query seekers = world.query().all(Kinds.TYPE).build();
            for (int tick = 0; tick < 5; tick++) {
                seekers.forEach(row -> row.set(Kinds.I32, world.get(row.get(Kinds.TARGET), Health.POINTS)));
                seekers.forEach(row -> {
                    long target = row.get(Kinds.TARGET);
                    world.set(target, Health.POINTS, world.get(target, Health.POINTS) * 31 + row.get(Kinds.I32) % 1000);
                });
            }
            return hash(world);
        }
    }

    private static long hash(World world) {
        long[] hash = {0};
        world.query()
                .all(Kinds.TYPE, Health.TYPE)
                .build()
                .forEach(row -> hash[0] = hash[0] * 31 + row.get(Kinds.I32) + 7L * row.get(Health.POINTS));
        return hash[0];
    }

    @Test
    void shouldBeDividedOnlyIfPartnersAreRead() {
        try (World world = world()) {
            Query seekers = world.query().all(Kinds.TYPE).build();
            Query targets = world.query().all(Health.TYPE).build();
            RowKernel kernel = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {});
            RowKernel self = seekers.pairKernel(Kinds.TARGET, seekers, (row, partner) -> {});

            assertTrue(isSplit(world, kernel, writes(Kinds.TYPE), reads(Health.TYPE)));
            assertFalse(isSplit(world, kernel, writes(Kinds.TYPE)), "what is not declared counts as written");
            assertFalse(isSplit(world, kernel, reads(Kinds.TYPE), writes(Health.TYPE)));
            assertFalse(isSplit(world, self, writes(Kinds.TYPE)));
            assertTrue(isSplit(world, self, reads(Kinds.TYPE)));
        }
    }

    private static boolean isSplit(World world, RowKernel kernel, SystemOption... options) {
        try (Schedule schedule =
                Schedule.builder(world).add("pairs", kernel, options).build()) {
            return schedule.graph().systems().get(0).isSplittable();
        }
    }

    @Test
    void shouldNotRunBesideSystemsThatWriteItsPartners() {
        try (World world = world()) {
            Query seekers = world.query().all(Kinds.TYPE).build();
            Query targets = world.query().all(Health.TYPE).build();
            RowKernel look = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {});
            RowKernel heal = targets.kernel(row -> row.set(Health.POINTS, 1));
            try (Schedule schedule = Schedule.builder(world)
                    .add("look", look, reads(Kinds.TYPE, Health.TYPE))
                    .add("heal", heal, writes(Health.TYPE))
                    .build()) {
                assertEquals(1, schedule.graph().implicitOrder().size());
            }
        }
    }

    @Test
    void shouldRejectUndeclaredAccessInStrictMode() {
        assumeTrue(Strict.ON);
        try (World world = world()) {
            Query seekers = world.query().all(Kinds.TYPE).build();
            Query targets = world.query().all(Health.TYPE).build();
            RowKernel strike =
                    seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> partner.set(Health.POINTS, 1));
            try (Schedule schedule = Schedule.builder(world)
                    .add("strike", strike, reads(Kinds.TYPE, Health.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
            }
        }
    }
}
