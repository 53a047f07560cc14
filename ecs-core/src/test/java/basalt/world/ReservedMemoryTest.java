package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.CopyLoader;
import basalt.component.Length;
import basalt.memory.ChildJvm;
import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.query.Query;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * The memory that worlds reserve, in processes with few and with many components. Each process is a child JVM without
 * system properties, because components belong to the process.
 */
@Tag("long")
class ReservedMemoryTest {
    private static final long KIB = 1024;
    private static final long MB = 1_000_000;

    record Eight(long value) {}

    /** 16 KiB a row. */
    record Huge(
            @Length(256) double[] a,
            @Length(256) double[] b,
            @Length(256) double[] c,
            @Length(256) double[] d,
            @Length(256) double[] e,
            @Length(256) double[] f,
            @Length(256) double[] g,
            @Length(256) double[] h) {}

    private static Map<String, Long> measure(Class<?> main) {
        return ChildJvm.measure(main, World.class, ReservedMemoryTest.class, UnsafeApi.class, Executable.class);
    }

    private static void print(String name, long number) {
        System.out.println(name + "=" + number);
    }

    /** New components of 8 bytes a row, with numbers in their names. */
    private static List<Component<? extends Record>> components(int from, int to) {
        List<Component<? extends Record>> components = new ArrayList<>();
        for (int i = from; i < to; i++) {
            components.add(Component.builder(CopyLoader.copyOf(Eight.class))
                    .name("component" + i)
                    .build());
        }
        return components;
    }

    /** The record of a component of 8 bytes. */
    private static Record value(Component<? extends Record> component, long value) {
        try {
            Constructor<? extends Record> constructor = component.type().getDeclaredConstructor(long.class);
            constructor.setAccessible(true);
            return constructor.newInstance(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void require(boolean isTrue, String what) {
        if (!isTrue) {
            throw new AssertionError(what);
        }
    }

    @Test
    void shouldHoldThousandsOfComponentsAndLargeRows() {
        Map<String, Long> measured = measure(ManyComponents.class);
        long reserved = measured.get("shared");
        assertTrue(reserved <= 400 * MB, () -> "100 templates of 20 rows reserve " + reserved);
        long others = measured.get("allocated") - reserved; // the frame's
        assertTrue(others < MB, () -> "memory that blocks have moved out of is freed: " + others);
        long peak = measured.get("peak");
        assertTrue(peak <= 2 * reserved, () -> "only while a block moves, it is there twice: " + peak);
        assertEquals(2000, measured.get("rows"));
        assertEquals(0, measured.get("outstanding"));
    }

    /** 2,000 components of 8 bytes, and one of 16 KiB. */
    static final class ManyComponents {
        public static void main(String[] arguments) {
            List<Component<? extends Record>> components = components(0, 2000);
            shareBlocks(components);
            Component<Huge> huge = Component.of(Huge.class);
            require(huge.bytesPerRow() == 16 * 1024, "bytes: " + huge.bytesPerRow());
            components.addAll(components(2000, 2001));
            try (World world = World.create()) {
                long entity = world.spawn();
                double[] numbers = new double[256];
                numbers[255] = 7;
                world.add(entity, new Huge(numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers));
                for (int i = 0; i < components.size(); i++) {
                    world.add(entity, value(components.get(i), i));
                }
                for (int i = 0; i < components.size(); i++) {
                    Component<? extends Record> component = components.get(i);
                    require(value(component, i).equals(world.get(entity, component)), "component " + i);
                }
                require(world.get(entity, huge).h()[255] == 7, "the large row");
                try (Query last = world.query().all(components.get(2000), huge).build()) {
                    require(last.count() == 1, "rows: " + last.count());
                }
            }
        }

        /** 100 templates of 20 rows, each with 20 components, some low and some high. */
        private static void shareBlocks(List<Component<? extends Record>> components) {
            CountingMemory memory = new CountingMemory(MemorySource.direct());
            try (World world = World.builder().memory(memory).build()) {
                for (int i = 0; i < 100; i++) {
                    TemplateBuilder builder = world.template();
                    for (int j = 0; j < 20; j++) {
                        builder.with(components.get(20 * i + j));
                    }
                    builder.build().spawn(20);
                }
                print("shared", world.statistics().memory().reservedBytes());
                print("allocated", memory.allocatedBytes());
                print("peak", memory.peakBytes());
                print("rows", world.entityCount());
            }
            print("outstanding", memory.outstanding());
        }
    }

    @Test
    void shouldReserveLittleMoreThanIsInUse() {
        Map<String, Long> measured = measure(FullBlocks.class);
        long used = measured.get("columns");
        long reserved = measured.get("reserved");
        long blocks = measured.get("blocks");
        assertEquals(4, blocks);
        assertTrue(used >= blocks * ROWS * 256, () -> "in use: " + used);
        assertTrue(reserved <= 1.25 * used + blocks * 64 * KIB, () -> reserved + " reserved, in use: " + used);
    }

    /** A template with all components of the process, 256 bytes a row. */
    static final class FullBlocks {
        public static void main(String[] arguments) {
            List<Component<? extends Record>> components = components(0, 32);
            try (World world = World.create()) {
                world.template()
                        .with(components.toArray(new Component<?>[0]))
                        .build()
                        .spawn(4 * ROWS);
                print("columns", world.statistics().memory().columnBytes());
                print("reserved", world.statistics().memory().reservedBytes());
                print("blocks", world.statistics().memory().blocks());
            }
        }
    }

    @Test
    void shouldReserveOneBlockForManySmallTemplates() {
        Map<String, Long> measured = measure(SmallTemplates.class);
        long reserved = measured.get("reserved");
        assertEquals(1, measured.get("blocks"));
        assertEquals(6000, measured.get("rows"));
        assertTrue(reserved <= 4 * MB, () -> "300 templates of 20 rows reserve " + reserved);
    }

    /** 300 templates of 20 rows, half of them spawned one by one, of 26 components. */
    static final class SmallTemplates {
        public static void main(String[] arguments) {
            List<Component<? extends Record>> components = components(0, 26);
            try (World world = World.create()) {
                for (int i = 0; i < 300; i++) {
                    Template template = world.template()
                            .with(components.get(i % 26), components.get((i % 26 + 1 + i / 26) % 26))
                            .build();
                    if (i % 2 == 0) {
                        template.spawn(20);
                    }
                    for (int row = 0; i % 2 != 0 && row < 20; row++) {
                        template.spawn();
                    }
                }
                print("blocks", world.statistics().memory().blocks());
                print("rows", world.entityCount());
                print("reserved", world.statistics().memory().reservedBytes());
            }
        }
    }
}
