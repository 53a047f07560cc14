package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Position;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomsTest {
    private static final int NUMBERS = 100_000;

    private final World world = World.builder().seed(39).build();
    private final Randoms random = world.random();

    @AfterEach
    void close() {
        world.close();
    }

    /** A number for each of many keys, ticks, streams and seeds: by which of them the numbers differ. */
    private enum By {
        KEY,
        STREAM,
        TICK,
        SEED
    }

    private long[] numbers(By by) {
        long[] numbers = new long[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            if (by == By.TICK) {
                world.time().advance(0);
            } else if (by == By.SEED) {
                random.seed(i);
            }
            long key = by == By.KEY ? i : 5;
            numbers[i] = random.nextLong(key, by == By.STREAM ? i : 3);
        }
        random.seed(39);
        return numbers;
    }

    /** The mixer is that of the JDK's splittable generator: its first number of a seed is ours of that sum. */
    @Test
    void shouldMixAsSplitMix64() {
        random.seed(0);
        long golden = 0x9E3779B97F4A7C15L;
        long ofTick = 0; // the mixer keeps 0
        long ofKey = new SplittableRandom(ofTick + 4 * golden).nextLong(); // adds the golden ratio once more
        assertEquals(new SplittableRandom(ofKey + 2 * golden).nextLong(), random.nextLong(5, 3));
    }

    @Test
    void shouldGiveTheSameNumberForTheSameArguments() {
        long number = random.nextLong(5, 3);
        assertEquals(number, random.nextLong(5, 3));
        try (World other = World.builder().seed(39).build()) {
            assertEquals(number, other.random().nextLong(5, 3));
            assertEquals(39, other.random().seed());
        }
        assertEquals(number, random.nextLong(7L << 32 | 5, 3), "an entity by its index");
        assertNotEquals(number, random.nextLong(6, 3));
        assertNotEquals(number, random.nextLong(5, 4));
        world.time().advance(1);
        assertNotEquals(number, random.nextLong(5, 3));
    }

    @Test
    void shouldHaveSeed0ByDefault() {
        try (World one = World.create();
                World other = World.create()) {
            assertEquals(0, one.random().seed());
            assertEquals(one.random().nextLong(1, 1), other.random().nextLong(1, 1));
        }
    }

    /** With a fixed seed; the limits are those that one of 10,000 random generators exceeds. */
    @Test
    void shouldLookRandomByKeyStreamTickAndSeed() {
        for (By by : By.values()) {
            long[] numbers = numbers(by);
            assertEquals(NUMBERS, LongStream.of(numbers).distinct().count(), by::toString);
            int[] ones = new int[64];
            int[] flips = new int[64];
            int[] cells = new int[16 * 16];
            for (int i = 0; i < NUMBERS; i++) {
                for (int bit = 0; bit < 64; bit++) {
                    ones[bit] += (int) (numbers[i] >>> bit & 1);
                    flips[bit] += i == 0 ? 0 : (int) ((numbers[i] ^ numbers[i - 1]) >>> bit & 1);
                }
                if (i > 0) {
                    cells[(int) (numbers[i - 1] >>> 60) * 16 + (int) (numbers[i] >>> 60)]++;
                }
            }
            for (int bit = 0; bit < 64; bit++) {
                int at = bit;
                double sigma = Math.sqrt(NUMBERS) / 2;
                assertEquals(NUMBERS / 2.0, ones[bit], 5 * sigma, () -> by + ", bit " + at);
                assertEquals(NUMBERS / 2.0, flips[bit], 5 * sigma, () -> by + ", neighbours differ in bit " + at);
            }
            double expected = (NUMBERS - 1) / 256.0;
            double chiSquare = Arrays.stream(cells)
                    .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                    .sum();
            assertTrue(chiSquare > 180 && chiSquare < 350, () -> by + ", pairs of neighbours: " + chiSquare);
        }
    }

    @Test
    void shouldStayInRange() {
        Set<Integer> seen = new HashSet<>();
        double sum = 0;
        int heads = 0;
        double normals = 0;
        double squares = 0;
        int within = 0;
        for (int key = 0; key < 10_000; key++) {
            int bounded = random.nextInt(key, 0, 7);
            assertTrue(bounded >= 0 && bounded < 7);
            seen.add(bounded);
            int between = random.nextInt(key, 1, Integer.MIN_VALUE, Integer.MAX_VALUE);
            assertTrue(between < Integer.MAX_VALUE);
            seen.add(random.nextInt(key, 2, -3, 0));
            float one = random.nextFloat(key, 3);
            double exact = random.nextDouble(key, 3);
            assertTrue(one >= 0 && one < 1 && exact >= 0 && exact < 1 && Math.abs(one - exact) < 1e-6);
            assertEquals(random.nextLong(key, 3) >>> 32, Integer.toUnsignedLong(random.nextInt(key, 3)));
            sum += exact;
            heads += random.nextBoolean(key, 5) ? 1 : 0;
            double normal = random.nextGaussian(key, 6);
            normals += normal;
            squares += normal * normal;
            within += Math.abs(normal) < 1 ? 1 : 0;
            float some = random.nextFloat(key, 4, -2, 6);
            assertTrue(some >= -2 && some <= 6);
        }
        assertEquals(Set.of(-3, -2, -1, 0, 1, 2, 3, 4, 5, 6), seen);
        assertEquals(0.5, sum / 10_000, 0.015);
        assertEquals(5_000, heads, 250);
        assertEquals(0, normals / 10_000, 0.05);
        assertEquals(1, squares / 10_000, 0.07);
        assertEquals(6_827, within, 250);
        assertEquals(0, random.nextInt(1, 1, 1));
        assertEquals(8, random.nextInt(1, 1, 8, 9));
    }

    @Test
    void shouldRejectEmptyRanges() {
        for (int bound : new int[] {0, -1}) {
            String message = assertThrows(IllegalArgumentException.class, () -> random.nextInt(1, 1, bound))
                    .getMessage();
            assertEquals("bound must be > 0: bound=" + bound, message);
        }
        String message = assertThrows(IllegalArgumentException.class, () -> random.nextInt(1, 1, 4, 4))
                .getMessage();
        assertEquals("from must be < to: from=4, to=4", message);
    }

    @Test
    void shouldGoBackWithTheWorld() {
        try (Snapshots ring = Saves.snapshots(world, 4)) {
            world.time().advance(1);
            long number = random.nextLong(5, 3);
            ring.capture();
            world.time().advance(1);
            ring.restore(1);
            assertEquals(number, random.nextLong(5, 3));
        }
    }

    @Test
    void shouldBeInFiles(@TempDir Path folder) {
        world.spawn(new Position(1, 2));
        world.time().advance(1);
        world.save(folder.resolve("seeded"));
        try (World loaded = World.load(folder.resolve("seeded"));
                World plain = World.create()) {
            assertEquals(39, loaded.random().seed());
            assertEquals(random.nextLong(5, 3), loaded.random().nextLong(5, 3));
            assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
            plain.save(folder.resolve("plain"));
        }
        LoadOptions seeded = new LoadOptions().builder(World.builder().seed(5));
        try (World loaded = Saves.load(folder.resolve("plain"), seeded)) {
            assertEquals(0, loaded.random().seed(), "a file without a seed");
        }
    }

    @Test
    void shouldBeInTheStateHash() {
        long hash = Saves.stateHash(world);
        random.seed(40);
        assertNotEquals(hash, Saves.stateHash(world));
        try (World one = World.create();
                World other = World.builder().seed(0).build()) {
            assertEquals(Saves.stateHash(one), Saves.stateHash(other));
        }
    }
}
