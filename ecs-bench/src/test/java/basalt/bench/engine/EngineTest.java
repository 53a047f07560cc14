package basalt.bench.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.bench.engine.Engine.Role;
import basalt.bench.engine.Scenes.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

/** All engines compute the same, bit by bit. What needs C is skipped where there is none. */
class EngineTest {
    /** More than a word of rows, and no multiple of one. */
    private static final int SMALL = 333;

    private static final int TICKS = 20;

    /** Ticks in which each particle dies at least twice, and in which many prey are caught. */
    private static final int MANY_TICKS = 250;

    private enum Case {
        MOVE_ALL(Move.class, Workload.MOVE, SMALL, 100),
        MOVE_HALF(Move.class, Workload.MOVE, SMALL, 50),
        MOVE_FEW(Move.class, Workload.MOVE, SMALL, 1),
        FRAGMENTED(Fragmented.class, Workload.FRAGMENTED, 20, 0),
        FRAGMENTED_SPAWNING(Fragmented.class, Workload.FRAGMENTED, 20, 1),
        SWAPS(Swaps.class, Workload.SWAPS, SMALL, 0),
        HEAVY(Heavy.class, Workload.HEAVY, 33, 0),
        SERIALIZE(Serialize.class, Workload.SERIALIZE, SMALL, 0),
        ADD_REMOVE(AddRemove.class, Workload.ADD_REMOVE, SMALL, 0),
        PARTICLES(Particles.class, Workload.PARTICLES, 1000, 0),
        HUNT(Hunt.class, Workload.HUNT, 2000, 0);

        private final Class<?> benchmark;
        private final Workload workload;
        private final int entities;
        private final int option;

        Case(Class<?> benchmark, Workload workload, int entities, int option) {
            this.benchmark = benchmark;
            this.workload = workload;
            this.entities = entities;
            this.option = option;
        }

        int ticks() {
            return this == PARTICLES || this == HUNT ? MANY_TICKS : TICKS;
        }

        Scene scene(Scenes of) {
            Scene scene = of.scene(workload, entities, option);
            if (scene instanceof Bodies bodies) {
                assertEquals(entities, bodies.create());
            }
            return scene;
        }
    }

    static Stream<Arguments> engines() throws NoSuchFieldException {
        List<Arguments> all = new ArrayList<>();
        for (Case one : Case.values()) { // the engines of the benchmark's parameter
            Param engines = one.benchmark.getField("engine").getAnnotation(Param.class);
            Stream.of(engines.value()).forEach(name -> all.add(Arguments.of(one, Engine.valueOf(name))));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void shouldComputeTheSame(Case one, Engine engine) {
        assumeThere(engine);
        try (Scene scene = one.scene(engine.scenes());
                Scene plain = one.scene(Engine.ARRAYS.scenes())) {
            Engine.check(scene, one::scene);
            plain.rewind();
            scene.rewind();
            for (int tick = 0; tick < one.ticks(); tick++) {
                assertEquals(plain.run(), scene.run());
            }
            assertArrayEquals(plain.values(), scene.values());
            Engine.check(scene, one::scene);
        }
    }

    private static void assumeThere(Engine engine) {
        assumeTrue(engine.missing().isEmpty(), () -> engine.missing().get());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCreateReadWriteAndDestroyRepeatedly(Engine engine) {
        assumeThere(engine);
        try (Bodies bodies = engine.scenes().bodies(SMALL);
                Bodies plain = Engine.ARRAYS.scenes().bodies(SMALL)) {
            plain.create();
            for (int round = 0; round < 3; round++) {
                assertEquals(SMALL, bodies.create());
                assertArrayEquals(plain.values(), bodies.values());
                bodies.x(7, 42);
                assertEquals(42, bodies.x(7));
                assertEquals(8, bodies.x(8));
                assertEquals(0, bodies.destroy());
                assertEquals(0, bodies.values().length);
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void shouldCountAtLeastTheBytesOfTheValues(Engine engine) {
        assumeThere(engine);
        int entities = engine == Engine.DOMINION ? 4_000 : 50_000; // its time grows with the square
        MemoryPerEntity memory = MemoryPerEntity.measure(engine, entities);
        double bytes = memory.heapBytes() + memory.nativeBytes();
        if (engine != Engine.C) { // which does not count
            assertTrue(bytes >= 6 * Float.BYTES - 0.5 && bytes < 2000, engine + ": " + memory);
        }
        assertEquals(engine.role() == Role.OWN, memory.nativeBytes() > 0, engine + ": " + memory);
        assertEquals(engine.role() == Role.OWN, memory.reservedBytes() > memory.nativeBytes(), engine + ": " + memory);
    }

    @Test
    void shouldComputeExpectedValuesInArrays() {
        Scenes of = Engine.ARRAYS.scenes();
        try (Scene bodies = Case.MOVE_ALL.scene(of);
                Scene fragments = of.scene(Workload.FRAGMENTED, 1, 0);
                Scene swaps = of.scene(Workload.SWAPS, 1, 0);
                Scene particles = of.scene(Workload.PARTICLES, 2, 0);
                Scene hunt = of.scene(Workload.HUNT, 2000, 0)) {
            bodies.run();
            bodies.run();
            float[] third = Arrays.copyOfRange(bodies.values(), 12, 18);
            assertArrayEquals(new float[] {4, 0.5f, -1, 1, -1, 0.5f}, third);
            fragments.run();
            fragments.run();
            assertEquals(4, fragments.values()[25]);
            swaps.run();
            assertArrayEquals(new float[] {1, 0, 5, 4, 6, 9, 8, 11, 10, 13, 12, 15, 14}, swaps.values());
            particles.run();
            assertArrayEquals(new float[] {2, -1, 0.5f, 1, 2, 0, 0, 3}, particles.values());
            float before = hunt.values()[5 * 500]; // the first prey
            for (int tick = 0; tick < 4 * MANY_TICKS; tick++) {
                hunt.run();
            }
            assertNotEquals(before, hunt.values()[5 * 500]);
        }
    }

    @Test
    void shouldFindDifferences() {
        try (Scene scene = Engine.ARRAYS.scenes().scene(Workload.FRAGMENTED, 2, 0)) {
            for (int[] other : new int[][] {{3, 0}, {2, 1}}) {
                assertThrows(
                        IllegalStateException.class,
                        () -> Engine.check(scene, of -> of.scene(Workload.FRAGMENTED, other[0], other[1])));
            }
        }
    }

    @Test
    void shouldNameWhatIsMissingInC() {
        assumeThere(Engine.C);
        NativeLibrary library = NativeLibrary.of("rows.c");
        assertThrows(IllegalArgumentException.class, () -> library.function("nothing", "()V"));
        assertThrows(IllegalStateException.class, () -> NativeLibrary.of("nothing.c"));
    }
}
