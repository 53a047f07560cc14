package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.particles.Effect.Burst;
import basalt.examples.showcase.particles.Effect.Emitter;
import basalt.examples.showcase.particles.Effect.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpawnPlanTest {
    private static final Range ONE = new Range(1, 1);
    private static final float DT = 1 / 60f;

    private static Emitter emitter(float rate, float life, Burst burst) throws IOException {
        return new Emitter(
                0,
                0,
                0,
                0,
                0,
                ONE,
                0,
                null,
                new Range(life, life),
                rate,
                burst,
                EffectReader.shipped("fire").emitters().get(0).ramp());
    }

    private static SpawnPlan plan(Emitter... emitters) throws IOException {
        Effect effect = new Effect(EffectReader.shipped("fire").view(), 0, 0, null, null, List.of(emitters));
        return new SpawnPlan(effect, emitters.length);
    }

    private static List<Integer> shares(SpawnPlan plan) {
        List<Integer> shares = new ArrayList<>();
        for (int i = 0; i < plan.size(); i++) {
            shares.add(plan.share(i));
        }
        return shares;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 12})
    void shouldUseTheFirstEmitters(int emitters) throws IOException {
        Effect effect = EffectReader.shipped("fountain");
        SpawnPlan plan = new SpawnPlan(effect, emitters);
        assertEquals(emitters, plan.size());
        for (int i = 0; i < emitters; i++) {
            assertEquals(effect.emitters().get(i), plan.emitter(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 12})
    void shouldDistributeEverySpawn(int emitters) throws IOException {
        SpawnPlan plan = new SpawnPlan(EffectReader.shipped("fountain"), emitters);
        for (int spawns : new int[] {0, 1, 2, 3, 7, 64, 1_000, 999_999, 50_000_000}) {
            for (double chance : new double[] {0, 0.3, 0.5, Math.nextDown(1.0)}) {
                for (int tick = 0; tick < 50; tick++) {
                    plan.distribute(spawns, tick, 0.1f, chance);
                    assertEquals(spawns, sumOf(plan));
                }
            }
            plan.distributePopulation(spawns, DT);
            assertEquals(spawns, sumOf(plan));
        }
    }

    private static int sumOf(SpawnPlan plan) {
        int sum = 0;
        for (int i = 0; i < plan.size(); i++) {
            assertTrue(plan.share(i) >= 0);
            sum += plan.share(i);
        }
        return sum;
    }

    @Test
    void shouldDistributeByRates() throws IOException {
        SpawnPlan plan = plan(emitter(1, 1, null), emitter(3, 1, null), emitter(6, 1, null));
        plan.distribute(1_000, 0, DT, 0);
        assertEquals(List.of(100, 300, 600), shares(plan));
    }

    @Test
    void shouldDistributeFewSpawnsFairly() throws IOException {
        SpawnPlan plan = plan(emitter(1, 1, null), emitter(1, 1, null), emitter(2, 1, null));
        int[] sums = new int[3];
        for (int i = 0; i < 400; i++) {
            plan.distribute(1, 0, DT, i / 400.0);
            for (int j = 0; j < 3; j++) {
                sums[j] += plan.share(j);
            }
        }
        assertEquals(100, sums[0], 2);
        assertEquals(100, sums[1], 2);
        assertEquals(200, sums[2], 2);
    }

    /** After a second, a month and ten years, the source that gets the remainder still varies from tick to tick. */
    @ParameterizedTest
    @ValueSource(longs = {0, 60, 155_520_000, 18_934_560_000L})
    void shouldBeFairAfterALongTime(long begin) throws IOException {
        SpawnPlan plan = plan(emitter(1, 1, null), emitter(1, 1, null), emitter(2, 1, null));
        int[] sums = new int[3];
        for (long tick = begin; tick < begin + 400; tick++) {
            double chance = SpawnPlan.chance(tick);
            assertTrue(chance >= 0 && chance < 1, "chance=" + chance);
            plan.distribute(1, tick, DT, chance);
            for (int j = 0; j < 3; j++) {
                sums[j] += plan.share(j);
            }
        }
        assertEquals(100, sums[0], 3);
        assertEquals(100, sums[1], 3);
        assertEquals(200, sums[2], 3);
    }

    @Test
    void shouldDistributeNothingWhileNoSourceEmits() throws IOException {
        SpawnPlan plan = plan(emitter(1, 1, new Burst(10, 5, 1)), emitter(1, 1, new Burst(10, 7, 1)));
        plan.distribute(1_000, 2, 0.5f, 0.9);
        assertEquals(List.of(0, 0), shares(plan));
        plan.distribute(1_000, 11, 0.5f, 0.9);
        assertEquals(List.of(1_000, 0), shares(plan));
        plan.distribute(1_000, 15, 0.5f, 0.9);
        assertEquals(List.of(0, 1_000), shares(plan));
    }

    @Test
    void shouldDistributeTheInitialPopulation() throws IOException {
        SpawnPlan plan =
                plan(emitter(1, 4, null), emitter(4, 1, null), emitter(4, 4, new Burst(4, 0, 1)), emitter(1, 8, null));
        plan.distributePopulation(1_000, DT);
        assertEquals(List.of(200, 200, 200, 400), shares(plan));
    }

    @Test
    void shouldGiveEachFireworkItsTurn() throws IOException {
        SpawnPlan plan = new SpawnPlan(EffectReader.shipped("fountain"), 12);
        int[] spawns = new int[12];
        for (int tick = 0; tick < 1_000; tick++) {
            plan.distribute(1_000, tick, DT, 0);
            int fireworks = 0;
            for (int i = 0; i < 12; i++) {
                spawns[i] += plan.share(i);
                fireworks += i >= 5 && plan.share(i) > 0 ? 1 : 0;
            }
            assertTrue(fireworks <= 2, "tick " + tick + ": " + fireworks);
        }
        for (int i = 0; i < 12; i++) {
            assertTrue(spawns[i] > 10_000, "emitter " + i);
        }
    }
}
