package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EntityLink;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.OnTargetDestroy;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.component.TreeType;
import basalt.internal.Internal;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.WorldFixture;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemOption;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A kernel over records leaves the same world as a kernel over their columns that does the same: the same state, and
 * the same changes for queries. At once, in a schedule that finds out what it reads and writes, and divided among
 * workers.
 */
class RecordKernelTest {
    private static final List<Component<?>> ALL = List.of(
            Component.of(Two.class),
            Component.of(Three.class),
            Kinds.TYPE,
            Vectors.TYPE,
            Component.of(Six.class),
            Component.of(Twelve.class));

    private static final Component<Two> TWO = Component.of(Two.class);
    private static final Component<Three> THREE = Component.of(Three.class);
    private static final FloatColumn TWO_A = TWO.float32("a");
    private static final IntColumn THREE_A = THREE.int32("a");
    private static final IntColumn THREE_B = THREE.int32("b");
    private static final IntColumn THREE_C = THREE.int32("c");
    private static final DoubleColumn SIX_F = Component.of(Six.class).float64("f");
    private static final FloatColumn TWELVE_L = Component.of(Twelve.class).float32("l");
    private static final EntityColumn LINK_TARGET = Component.of(Link.class).entity("target");

    /** What a row points at. */
    private record Link(@EntityHandle long target) {}

    /** What a body with commands has read. */
    private record Mark(double sum) {}

    private record Mover(Two two, Three three) {
        Mover next(long number) {
            long seed = seed(of(two) + of(three)) + number;
            return new Mover(two.next(seed), three.next(seed + 1));
        }
    }

    private record Known(Two two, @EntityHandle long entity, Three three) {}

    private record Two(float a, float b) {
        Two next(long seed) {
            return new Two(step(a, seed), step(b, seed));
        }
    }

    private record Three(int a, int b, int c) {
        Three next(long seed) {
            return new Three(step(a, seed), step(b, seed), step(c, seed));
        }
    }

    private record Six(double a, double b, double c, double d, double e, double f) {
        Six next(long seed) {
            return new Six(step(a, seed), step(b, seed), step(c, seed), step(d, seed), step(e, seed), step(f, seed));
        }
    }

    private record Twelve(
            float a,
            float b,
            float c,
            float d,
            float e,
            float f,
            float g,
            float h,
            float i,
            float j,
            float k,
            float l) {
        Twelve next(long seed) {
            return new Twelve(
                    step(a, seed),
                    step(b, seed),
                    step(c, seed),
                    step(d, seed),
                    step(e, seed),
                    step(f, seed),
                    step(g, seed),
                    step(h, seed),
                    step(i, seed),
                    step(j, seed),
                    step(k, seed),
                    step(l, seed));
        }
    }

    private static Kinds next(Kinds k, long seed) {
        return new Kinds(
                step(k.f32(), seed),
                step(k.f64(), seed),
                step(k.i8(), seed),
                step(k.i16(), seed),
                step(k.i32(), seed),
                step(k.i64(), seed),
                step(k.flag(), seed),
                step(k.target(), seed),
                step(k.name(), seed));
    }

    private static Vectors next(Vectors v, long seed) {
        for (int i = 0; i < 7; i++) { // the arrays are the body's own
            v.flags()[i] = step(v.flags()[i], seed);
            if (i < 5) {
                v.i8()[i] = step(v.i8()[i], seed);
            }
            if (i < 4) {
                v.f32()[i] = step(v.f32()[i], seed);
            }
            if (i < 3) {
                v.i16()[i] = step(v.i16()[i], seed);
                v.i64()[i] = step(v.i64()[i], seed);
            }
            if (i < 2) {
                v.f64()[i] = step(v.f64()[i], seed);
                v.i32()[i] = step(v.i32()[i], seed);
                v.targets()[i] = step(v.targets()[i], seed);
            }
        }
        return v;
    }

    private static float step(float value, long seed) {
        return value * 0.5f + seed;
    }

    private static double step(double value, long seed) {
        return value * 0.25 - seed;
    }

    private static byte step(byte value, long seed) {
        return (byte) (value * 3 + seed);
    }

    private static short step(short value, long seed) {
        return (short) (value * 5 + seed);
    }

    private static int step(int value, long seed) {
        return value * 7 + (int) seed;
    }

    private static long step(long value, long seed) {
        return value * 11 - seed;
    }

    private static boolean step(boolean value, long seed) {
        return value ^ (seed & 1) != 0;
    }

    private static String step(String value, long seed) {
        return (seed & 3) == 0 ? null : "n" + (value == null ? 0 : value.length()) + seed % 10;
    }

    /** The twin of {@code next}, by columns: from the values of a row to those of another, or the same. */
    private static void next(Row from, Row to, Component<?> component, long seed) {
        for (Column column : component.columns()) {
            if (column.length() == 1) {
                nextScalar(from, to, column, seed);
            } else {
                for (int lane = 0; lane < column.length(); lane++) {
                    nextLane(from, to, column, lane, seed);
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // the only references are names
    private static void nextScalar(Row from, Row to, Column column, long seed) {
        if (column instanceof FloatColumn x) {
            to.set(x, step(from.get(x), seed));
        } else if (column instanceof DoubleColumn x) {
            to.set(x, step(from.get(x), seed));
        } else if (column instanceof ByteColumn x) {
            to.set(x, step(from.get(x), seed));
        } else if (column instanceof ShortColumn x) {
            to.set(x, step(from.get(x), seed));
        } else if (column instanceof IntColumn x) {
            to.set(x, step(from.get(x), seed));
        } else if (column instanceof LongColumn x) {
            to.set(x, step(from.get(x), seed));
        } else if (column instanceof BooleanColumn x) {
            to.set(x, step(from.get(x), seed));
        } else if (column instanceof EntityColumn x) {
            to.set(x, step(from.get(x), seed));
        } else {
            ReferenceColumn<String> x = (ReferenceColumn<String>) column;
            to.set(x, step(from.get(x), seed));
        }
    }

    private static void nextLane(Row from, Row to, Column column, int lane, long seed) {
        if (column instanceof FloatColumn x) {
            to.set(x, lane, step(from.get(x, lane), seed));
        } else if (column instanceof DoubleColumn x) {
            to.set(x, lane, step(from.get(x, lane), seed));
        } else if (column instanceof ByteColumn x) {
            to.set(x, lane, step(from.get(x, lane), seed));
        } else if (column instanceof ShortColumn x) {
            to.set(x, lane, step(from.get(x, lane), seed));
        } else if (column instanceof IntColumn x) {
            to.set(x, lane, step(from.get(x, lane), seed));
        } else if (column instanceof LongColumn x) {
            to.set(x, lane, step(from.get(x, lane), seed));
        } else if (column instanceof BooleanColumn x) {
            to.set(x, lane, step(from.get(x, lane), seed));
        } else {
            EntityColumn x = (EntityColumn) column;
            to.set(x, lane, step(from.get(x, lane), seed));
        }
    }

    private static double of(Two two) {
        return two.a();
    }

    private static double of(Three three) {
        return three.b();
    }

    private static double of(Kinds kinds) {
        return kinds.i32();
    }

    private static double of(Vectors vectors) {
        return vectors.i16()[1];
    }

    private static double of(Six six) {
        return six.f();
    }

    private static double of(Twelve twelve) {
        return twelve.l();
    }

    /** The twin of the sum of {@code of}, by columns. */
    private static double sum(Row row, int components) {
        return (double) row.get(TWO_A)
                + (components > 1 ? row.get(THREE_B) : 0)
                + (components > 2 ? row.get(Kinds.I32) : 0)
                + (components > 3 ? row.get(Vectors.I16, 1) : 0)
                + (components > 4 ? row.get(SIX_F) : 0)
                + (components > 5 ? row.get(TWELVE_L) : 0);
    }

    private static long seed(double sum) {
        return (long) sum;
    }

    private static long seed(double sum, long entity) {
        return (long) sum + (int) entity;
    }

    /** How a kernel runs. */
    private enum Way {
        AT_ONCE,
        SCHEDULED,
        SPLIT;

        void run(World world, Kernel kernel, SystemOption... options) {
            if (this == AT_ONCE) {
                for (int i = 0; i < 2; i++) {
                    world.time().advance(0);
                    kernel.run();
                }
                return;
            }
            try (Schedule schedule = Schedule.builder(world)
                    .workers(this == SPLIT ? 3 : 1)
                    .add("form", kernel, options)
                    .build()) {
                if (this == SPLIT) {
                    Internal.of(schedule).use(3, true);
                }
                schedule.tick(0);
                schedule.tick(0);
            }
        }
    }

    /**
     * A kernel over records, and its twin over columns.
     *
     * @param options of its system in a schedule
     */
    record Form(String name, Function<World, Kernel> records, Consumer<World> columns, SystemOption... options) {
        /**
         * With a twin that is a kernel too, which counts as writing what its system declares.
         *
         * @param access what the twin reads and writes
         */
        Form(
                String name,
                Function<World, Kernel> records,
                Function<World, Kernel> columns,
                List<SystemOption> access,
                SystemOption... options) {
            this(
                    name,
                    records,
                    world -> Way.SCHEDULED.run(
                            world,
                            columns.apply(world),
                            Stream.concat(access.stream(), Stream.of(options)).toArray(SystemOption[]::new)),
                    options);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Form> FORMS = Stream.of(updates(), recordings(), others(), pairs(), trees())
            .flatMap(List::stream)
            .toList();

    private static Query all(World world, int components) {
        return world.query()
                .all(ALL.subList(0, components).toArray(Component<?>[]::new))
                .build();
    }

    /** What a twin that gets some of the components, and writes one, declares. */
    private static List<SystemOption> access(int components, int written) {
        List<Component<?>> read = new ArrayList<>(ALL.subList(0, components));
        read.remove(written);
        Access writes = writes(new Component<?>[] {ALL.get(written)});
        return read.isEmpty() ? List.of(writes) : List.of(reads(read.toArray(Component<?>[]::new)), writes);
    }

    /** Three kernels that write one of their components: of records, with the entity, and with commands. */
    private static void add(List<Form> forms, int components, int written, List<Function<World, Kernel>> kernels) {
        for (int i = 0; i < 3; i++) {
            boolean isByEntity = i > 0;
            Component<?> changed = ALL.get(written);
            forms.add(new Form(
                    components + " records, writes " + changed.shortName() + ", form " + i,
                    kernels.get(i),
                    world -> all(world, components).kernel(row -> {
                        double sum = sum(row, components);
                        next(row, row, changed, isByEntity ? seed(sum, row.entity()) : seed(sum));
                    }),
                    access(components, written)));
        }
    }

    private static List<Form> updates() {
        List<Form> forms = new ArrayList<>();
        add(
                forms,
                1,
                0,
                List.of(
                        w -> w.query(Two.class).update((a) -> a.next(seed(of(a)))),
                        w -> w.query(Two.class).update((entity, a) -> a.next(seed(of(a), entity))),
                        w -> w.query(Two.class).update((entity, a, commands) -> a.next(seed(of(a), entity)))));
        add(
                forms,
                1,
                0,
                List.of(
                        w -> w.query(Two.class).update(Two.class, (a) -> a.next(seed(of(a)))),
                        w -> w.query(Two.class).update(Two.class, (entity, a) -> a.next(seed(of(a), entity))),
                        w -> w.query(Two.class)
                                .update(Two.class, (entity, a, commands) -> a.next(seed(of(a), entity)))));
        add(
                forms,
                2,
                0,
                List.of(
                        w -> w.query(Two.class, Three.class).update((a, b) -> a.next(seed(of(a) + of(b)))),
                        w -> w.query(Two.class, Three.class)
                                .update((entity, a, b) -> a.next(seed(of(a) + of(b), entity))),
                        w -> w.query(Two.class, Three.class)
                                .update((entity, a, b, commands) -> a.next(seed(of(a) + of(b), entity)))));
        add(
                forms,
                2,
                1,
                List.of(
                        w -> w.query(Two.class, Three.class).update(Three.class, (a, b) -> b.next(seed(of(a) + of(b)))),
                        w -> w.query(Two.class, Three.class)
                                .update(Three.class, (entity, a, b) -> b.next(seed(of(a) + of(b), entity))),
                        w -> w.query(Two.class, Three.class)
                                .update(Three.class, (entity, a, b, commands) -> b.next(seed(of(a) + of(b), entity)))));
        add(
                forms,
                3,
                0,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class)
                                .update((a, b, c) -> a.next(seed(of(a) + of(b) + of(c)))),
                        w -> w.query(Two.class, Three.class, Kinds.class)
                                .update((entity, a, b, c) -> a.next(seed(of(a) + of(b) + of(c), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class)
                                .update((entity, a, b, c, commands) -> a.next(seed(of(a) + of(b) + of(c), entity)))));
        add(
                forms,
                3,
                2,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class)
                                .update(Kinds.class, (a, b, c) -> next(c, seed(of(a) + of(b) + of(c)))),
                        w -> w.query(Two.class, Three.class, Kinds.class)
                                .update(Kinds.class, (entity, a, b, c) -> next(c, seed(of(a) + of(b) + of(c), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class)
                                .update(
                                        Kinds.class,
                                        (entity, a, b, c, commands) -> next(c, seed(of(a) + of(b) + of(c), entity)))));
        add(
                forms,
                4,
                0,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .update((a, b, c, d) -> a.next(seed(of(a) + of(b) + of(c) + of(d)))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .update((entity, a, b, c, d) -> a.next(seed(of(a) + of(b) + of(c) + of(d), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .update((entity, a, b, c, d, commands) ->
                                        a.next(seed(of(a) + of(b) + of(c) + of(d), entity)))));
        add(
                forms,
                4,
                3,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .update(Vectors.class, (a, b, c, d) -> next(d, seed(of(a) + of(b) + of(c) + of(d)))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .update(
                                        Vectors.class,
                                        (entity, a, b, c, d) -> next(d, seed(of(a) + of(b) + of(c) + of(d), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .update(
                                        Vectors.class,
                                        (entity, a, b, c, d, commands) ->
                                                next(d, seed(of(a) + of(b) + of(c) + of(d), entity)))));
        add(
                forms,
                5,
                0,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .update((a, b, c, d, e) -> a.next(seed(of(a) + of(b) + of(c) + of(d) + of(e)))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .update((entity, a, b, c, d, e) ->
                                        a.next(seed(of(a) + of(b) + of(c) + of(d) + of(e), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .update((entity, a, b, c, d, e, commands) ->
                                        a.next(seed(of(a) + of(b) + of(c) + of(d) + of(e), entity)))));
        add(
                forms,
                5,
                4,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .update(
                                        Six.class,
                                        (a, b, c, d, e) -> e.next(seed(of(a) + of(b) + of(c) + of(d) + of(e)))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .update(
                                        Six.class,
                                        (entity, a, b, c, d, e) ->
                                                e.next(seed(of(a) + of(b) + of(c) + of(d) + of(e), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .update(
                                        Six.class,
                                        (entity, a, b, c, d, e, commands) ->
                                                e.next(seed(of(a) + of(b) + of(c) + of(d) + of(e), entity)))));
        add(
                forms,
                6,
                0,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .update((a, b, c, d, e, f) ->
                                        a.next(seed(of(a) + of(b) + of(c) + of(d) + of(e) + of(f)))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .update((entity, a, b, c, d, e, f) ->
                                        a.next(seed(of(a) + of(b) + of(c) + of(d) + of(e) + of(f), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .update((entity, a, b, c, d, e, f, commands) ->
                                        a.next(seed(of(a) + of(b) + of(c) + of(d) + of(e) + of(f), entity)))));
        add(
                forms,
                6,
                5,
                List.of(
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .update(
                                        Twelve.class,
                                        (a, b, c, d, e, f) ->
                                                f.next(seed(of(a) + of(b) + of(c) + of(d) + of(e) + of(f)))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .update(
                                        Twelve.class,
                                        (entity, a, b, c, d, e, f) ->
                                                f.next(seed(of(a) + of(b) + of(c) + of(d) + of(e) + of(f), entity))),
                        w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .update(
                                        Twelve.class,
                                        (entity, a, b, c, d, e, f, commands) ->
                                                f.next(seed(of(a) + of(b) + of(c) + of(d) + of(e) + of(f), entity)))));
        return forms;
    }

    /** Kernels that write nothing, and record what they have read. */
    private static List<Form> recordings() {
        List<Function<World, Kernel>> kernels = List.of(
                w -> w.query(Two.class).each((entity, a, commands) -> commands.add(entity, new Mark(of(a)))),
                w -> w.query(Two.class, Three.class)
                        .each((entity, a, b, commands) -> commands.add(entity, new Mark(of(a) + of(b)))),
                w -> w.query(Two.class, Three.class, Kinds.class)
                        .each((entity, a, b, c, commands) -> commands.add(entity, new Mark(of(a) + of(b) + of(c)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                        .each((entity, a, b, c, d, commands) ->
                                commands.add(entity, new Mark(of(a) + of(b) + of(c) + of(d)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                        .each((entity, a, b, c, d, e, commands) ->
                                commands.add(entity, new Mark(of(a) + of(b) + of(c) + of(d) + of(e)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                        .each((entity, a, b, c, d, e, f, commands) ->
                                commands.add(entity, new Mark(of(a) + of(b) + of(c) + of(d) + of(e) + of(f)))));
        return IntStream.rangeClosed(1, 6)
                .mapToObj(components -> new Form(
                        components + " records, with commands",
                        kernels.get(components - 1),
                        world -> all(world, components)
                                .kernel((row, commands) -> commands.add(row.entity(), new Mark(sum(row, components)))),
                        List.of(reads(ALL.subList(0, components).toArray(Component<?>[]::new))),
                        restructures(Mark.class)))
                .toList();
    }

    private static void nextTwoAndThree(Row row) {
        long seed = seed(sum(row, 2));
        next(row, row, TWO, seed);
        next(row, row, THREE, seed + 1);
    }

    /** Bundles, and conditions on records. */
    private static List<Form> others() {
        List<SystemOption> both = List.of(writes(Two.class, Three.class));
        Function<World, Kernel> bundle = w -> all(w, 2).kernel(row -> nextTwoAndThree(row));
        return List.of(
                new Form("bundle to bundle", w -> w.query(Mover.class).update(m -> m.next(0)), bundle, both),
                new Form(
                        "records to bundle",
                        w -> w.query(Three.class, Two.class).update(Mover.class, (b, a) -> new Mover(a, b).next(0)),
                        bundle,
                        both),
                new Form(
                        "bundle with entity to a record",
                        w -> w.query(Known.class).update(Two.class, k -> k.two().next(seed(of(k.two()), k.entity()))),
                        w -> all(w, 2).kernel(row -> next(row, row, TWO, seed(sum(row, 1), row.entity()))),
                        access(2, 0)),
                new Form(
                        "where",
                        w -> w.query(Two.class)
                                .where(Three.class, three -> three.b() < 0)
                                .update(a -> a.next(seed(of(a)))),
                        w -> all(w, 2).where(THREE_B).lessThan(0).kernel(row -> next(row, row, TWO, seed(sum(row, 1)))),
                        access(2, 0)),
                new Form(
                        "where of a bundle",
                        w -> w.query(Two.class)
                                .where(Known.class, known -> known.three().b() < 0 && known.entity() != 0)
                                .with(Three.class, Kinds.class)
                                .update(Three.class, a -> new Three(seed(of(a)) > 3 ? 1 : 2, 3, 4)),
                        w -> all(w, 3).where(THREE_B).lessThan(0).kernel(row -> {
                            row.set(THREE_A, seed(sum(row, 1)) > 3 ? 1 : 2);
                            row.set(THREE_B, 3);
                            row.set(THREE_C, 4);
                        }),
                        access(3, 1)));
    }

    /** Rows and the rows that they point at. */
    private static List<Form> pairs() {
        List<Form> forms = new ArrayList<>();
        for (Function<World, EntityLink> link : List.<Function<World, EntityLink>>of(
                w -> LINK_TARGET, w -> w.relation(LINK_TARGET, OnTargetDestroy.CLEAR))) {
            Function<World, RecordQuery.Of3<Two, Three, Kinds>> records = w -> w.query(Two.class)
                    .with(Link.class)
                    .pairs(link.apply(w), w.query(Three.class, Kinds.class).without(Six.class));
            Function<World, PairQuery> columns = w -> w.query()
                    .all(Two.class, Link.class)
                    .build()
                    .pairs(
                            link.apply(w),
                            w.query()
                                    .all(Three.class, Kinds.class)
                                    .none(Six.class)
                                    .build());
            String name = "pairs " + forms.size();
            forms.add(new Form(
                    name + ", own",
                    w -> records.apply(w).update((a, b, c) -> a.next(seed(of(a) + of(b) + of(c)))),
                    w -> columns.apply(w).kernel((row, other) -> next(row, row, TWO, seed(sum(row, other)))),
                    List.of(reads(Link.class, Three.class, Kinds.class), writes(Two.class))));
            forms.add(new Form(
                    name + ", partner",
                    w -> records.apply(w)
                            .update(Kinds.class, (entity, a, b, c) -> next(c, seed(of(a) + of(b) + of(c), entity))),
                    w -> {
                        PairQuery twin = columns.apply(w);
                        for (int i = 0; i < 2; i++) { // by rows that record their writes exactly
                            w.time().advance(0);
                            twin.forEach((row, other) ->
                                    next(other, other, Kinds.TYPE, seed(sum(row, other), row.entity())));
                        }
                    }));
            forms.add(new Form(
                    name + ", recorded",
                    w -> records.apply(w)
                            .each((entity, a, b, c, commands) -> commands.add(entity, new Mark(of(a) + of(b) + of(c)))),
                    w -> columns.apply(w)
                            .kernel((row, other) -> w.commands().add(row.entity(), new Mark(sum(row, other)))),
                    List.of(reads(Link.class, Two.class, Three.class, Kinds.class)),
                    restructures(Mark.class)));
        }
        return forms;
    }

    private static double sum(Row row, Row other) {
        return sum(row, 1) + other.get(THREE_B) + other.get(Kinds.I32);
    }

    /** Cascades to the children of so many records, and back to the parents. */
    private static List<Form> trees() {
        List<Function<World, Kernel>> down = List.of(
                w -> w.query(Two.class, Three.class)
                        .cascade(TreeType.DEFAULT, null, (a, parent) -> parent.next(seed(of(a)))),
                w -> w.query(Two.class, Three.class, Kinds.class)
                        .cascade(TreeType.DEFAULT, null, (a, b, parent) -> next(parent, seed(of(a) + of(b)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                        .cascade(
                                TreeType.DEFAULT, null, (a, b, c, parent) -> next(parent, seed(of(a) + of(b) + of(c)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                        .cascade(
                                TreeType.DEFAULT,
                                null,
                                (a, b, c, d, parent) -> parent.next(seed(of(a) + of(b) + of(c) + of(d)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                        .cascade(
                                TreeType.DEFAULT,
                                null,
                                (a, b, c, d, e, parent) -> parent.next(seed(of(a) + of(b) + of(c) + of(d) + of(e)))));
        List<Function<World, Kernel>> up = List.of(
                w -> w.query(Two.class).cascadeUp(TreeType.DEFAULT, (a, parent) -> parent.next(seed(of(a)))),
                w -> w.query(Two.class, Three.class)
                        .cascadeUp(TreeType.DEFAULT, (a, b, parent) -> parent.next(seed(of(a) + of(b)))),
                w -> w.query(Two.class, Three.class, Kinds.class)
                        .cascadeUp(TreeType.DEFAULT, (a, b, c, parent) -> next(parent, seed(of(a) + of(b) + of(c)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                        .cascadeUp(
                                TreeType.DEFAULT,
                                (a, b, c, d, parent) -> next(parent, seed(of(a) + of(b) + of(c) + of(d)))),
                w -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                        .cascadeUp(
                                TreeType.DEFAULT,
                                (a, b, c, d, e, parent) -> parent.next(seed(of(a) + of(b) + of(c) + of(d) + of(e)))));
        List<Form> forms = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int own = i + 1;
            forms.add(new Form(
                    "down, " + own + " records of the row",
                    down.get(i),
                    w -> all(w, own + 1)
                            .cascade(
                                    TreeType.DEFAULT,
                                    (row, parent) -> next(parent, row, ALL.get(own), seed(sum(row, own)))),
                    access(own + 1, own)));
            forms.add(new Form(
                    "up, " + own + " records of the row",
                    up.get(i),
                    w -> all(w, own)
                            .cascadeUp(
                                    TreeType.DEFAULT,
                                    (row, parent) -> next(parent, parent, ALL.get(own - 1), seed(sum(row, own)))),
                    access(own, own - 1)));
        }
        forms.add(new Form(
                "down, with roots",
                w -> w.query(Two.class, Three.class)
                        .cascade(
                                TreeType.DEFAULT,
                                a -> new Three((int) a.a(), 1, 2),
                                (a, parent) -> parent.next(seed(of(a)))),
                w -> all(w, 2)
                        .cascade(
                                TreeType.DEFAULT,
                                row -> {
                                    row.set(THREE_A, (int) row.get(TWO_A));
                                    row.set(THREE_B, 1);
                                    row.set(THREE_C, 2);
                                },
                                (row, parent) -> next(parent, row, THREE, seed(sum(row, 1)))),
                access(2, 1)));
        return forms;
    }

    static Stream<Arguments> formsAndCounts() {
        return FORMS.stream()
                .flatMap(form ->
                        Stream.of(63, 700, 1, 64).limit(Soak.times(2, 4)).map(count -> Arguments.of(form, count)));
    }

    @ParameterizedTest
    @MethodSource("formsAndCounts")
    void shouldDoWhatColumnsDo(Form form, int count) {
        int percentHoles = count == 63 || count == 700 ? 20 : 0;
        Seen expected = seen(count, percentHoles, form.columns()::accept);
        for (Way way : count == 700 ? Way.values() : new Way[] {Way.AT_ONCE}) {
            Seen found = seen(
                    count, percentHoles, world -> way.run(world, form.records().apply(world), form.options()));
            assertEquals(expected, found, way::name);
        }
    }

    @ParameterizedTest
    @MethodSource("ends")
    void shouldDoSoAroundTheEndOfABlock(Form form, int count) {
        assertEquals(
                seen(count, 20, form.columns()::accept),
                seen(count, 20, world -> Way.SPLIT.run(world, form.records().apply(world), form.options())));
    }

    static Stream<Arguments> ends() {
        return Stream.of(FORMS.get(0), FORMS.get(14), FORMS.get(35))
                .flatMap(form -> Stream.of(ROWS - 1, ROWS, ROWS + 1).map(count -> Arguments.of(form, count)));
    }

    /**
     * What a run has left.
     *
     * @param changed the rows that queries for changes of each component find
     */
    private record Seen(long hash, List<List<Long>> changed) {}

    private static Seen seen(int count, int percentHoles, Consumer<World> run) {
        try (World world = World.create()) {
            fill(world, count, percentHoles);
            List<Query> queries = new ArrayList<>();
            for (Component<?> component : ALL) {
                queries.add(world.query().changed(component).build());
            }
            queries.forEach(WorldFixture::rows);
            run.accept(world);
            return new Seen(
                    Saves.stateHash(world),
                    queries.stream().map(WorldFixture::rows).toList());
        }
    }

    /** A forest with holes: dead rows, missing and disabled components. Rows point at others, at dead ones and none. */
    private static void fill(World world, int count, int percentHoles) {
        Random random = new Random(count);
        long[] entities = new long[count];
        world.template()
                .with(new Two(0, 0), new Three(0, 0, 0), Kinds.ODD, Vectors.sample(5), new Link(Entity.NULL))
                .with(new Six(1, 2, 3, 4, 5, 6), new Twelve(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
                .build()
                .spawn(entities);
        for (int i = 0; i < count; i++) {
            long entity = entities[i];
            world.set(entity, new Two(random.nextInt(1000), random.nextFloat()));
            world.set(entity, new Three(random.nextInt(), random.nextInt(), random.nextInt()));
            world.set(entity, Kinds.SAMPLES.get(random.nextInt(5)));
            world.set(entity, Vectors.sample(random.nextInt()));
            world.set(entity, new Link(random.nextInt(4) == 0 ? Entity.NULL : entities[random.nextInt(count)]));
            if (i > 0 && random.nextInt(3) > 0) {
                world.hierarchy().attach(entity, entities[random.nextInt(i)]);
            }
            if (random.nextInt(4) == 0) {
                world.remove(entity, ALL.get(4));
            }
        }
        for (long entity : entities) {
            if (random.nextInt(100) < percentHoles && world.isAlive(entity)) {
                switch (random.nextInt(3)) {
                    case 0 -> world.destroy(entity);
                    case 1 -> world.remove(entity, ALL.get(random.nextInt(6)));
                    default -> {
                        Component<?> component = ALL.get(random.nextInt(6));
                        if (world.has(entity, component)) {
                            world.disable(entity, component);
                        }
                    }
                }
            }
        }
    }

    /** Bodies that only read, once over records: all kinds of loops without commands. */
    private static List<BiConsumer<World, DoubleConsumer>> readers(int components) {
        return switch (components) {
            case 1 ->
                List.of(
                        (w, sink) -> w.query(Two.class)
                                .each((a) -> sink.accept(of(a)))
                                .run(),
                        (w, sink) -> w.query(Two.class).forEach((a) -> sink.accept(of(a))),
                        (w, sink) -> w.query(Two.class)
                                .each((entity, a) -> sink.accept(of(a) + (int) entity))
                                .run(),
                        (w, sink) -> w.query(Two.class).forEach((entity, a) -> sink.accept(of(a) + (int) entity)));
            case 2 ->
                List.of(
                        (w, sink) -> w.query(Two.class, Three.class)
                                .each((a, b) -> sink.accept(of(a) + of(b)))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class).forEach((a, b) -> sink.accept(of(a) + of(b))),
                        (w, sink) -> w.query(Two.class, Three.class)
                                .each((entity, a, b) -> sink.accept(of(a) + of(b) + (int) entity))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class)
                                .forEach((entity, a, b) -> sink.accept(of(a) + of(b) + (int) entity)));
            case 3 ->
                List.of(
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class)
                                .each((a, b, c) -> sink.accept(of(a) + of(b) + of(c)))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class)
                                .forEach((a, b, c) -> sink.accept(of(a) + of(b) + of(c))),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class)
                                .each((entity, a, b, c) -> sink.accept(of(a) + of(b) + of(c) + (int) entity))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class)
                                .forEach((entity, a, b, c) -> sink.accept(of(a) + of(b) + of(c) + (int) entity)));
            case 4 ->
                List.of(
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .each((a, b, c, d) -> sink.accept(of(a) + of(b) + of(c) + of(d)))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .forEach((a, b, c, d) -> sink.accept(of(a) + of(b) + of(c) + of(d))),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .each((entity, a, b, c, d) -> sink.accept(of(a) + of(b) + of(c) + of(d) + (int) entity))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class)
                                .forEach((entity, a, b, c, d) ->
                                        sink.accept(of(a) + of(b) + of(c) + of(d) + (int) entity)));
            case 5 ->
                List.of(
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .each((a, b, c, d, e) -> sink.accept(of(a) + of(b) + of(c) + of(d) + of(e)))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .forEach((a, b, c, d, e) -> sink.accept(of(a) + of(b) + of(c) + of(d) + of(e))),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .each((entity, a, b, c, d, e) ->
                                        sink.accept(of(a) + of(b) + of(c) + of(d) + of(e) + (int) entity))
                                .run(),
                        (w, sink) -> w.query(Two.class, Three.class, Kinds.class, Vectors.class, Six.class)
                                .forEach((entity, a, b, c, d, e) ->
                                        sink.accept(of(a) + of(b) + of(c) + of(d) + of(e) + (int) entity)));
            case 6 ->
                List.of(
                        (w, sink) -> w.query(
                                        Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .each((a, b, c, d, e, f) -> sink.accept(of(a) + of(b) + of(c) + of(d) + of(e) + of(f)))
                                .run(),
                        (w, sink) -> w.query(
                                        Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .forEach((a, b, c, d, e, f) ->
                                        sink.accept(of(a) + of(b) + of(c) + of(d) + of(e) + of(f))),
                        (w, sink) -> w.query(
                                        Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .each((entity, a, b, c, d, e, f) ->
                                        sink.accept(of(a) + of(b) + of(c) + of(d) + of(e) + of(f) + (int) entity))
                                .run(),
                        (w, sink) -> w.query(
                                        Two.class, Three.class, Kinds.class, Vectors.class, Six.class, Twelve.class)
                                .forEach((entity, a, b, c, d, e, f) ->
                                        sink.accept(of(a) + of(b) + of(c) + of(d) + of(e) + of(f) + (int) entity)));
            default -> throw new AssertionError();
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void shouldReadWhatColumnsHave(int components) {
        for (int count : new int[] {0, 1, 63, 64, 65, 700}) {
            try (World world = World.create()) {
                fill(world, count, 20);
                List<Double> expected = new ArrayList<>();
                List<Double> byEntity = new ArrayList<>();
                all(world, components).forEach(row -> {
                    expected.add(sum(row, components));
                    byEntity.add(sum(row, components) + (int) row.entity());
                });
                List<List<Double>> found = new ArrayList<>();
                for (BiConsumer<World, DoubleConsumer> reader : readers(components)) {
                    List<Double> read = new ArrayList<>();
                    reader.accept(world, read::add);
                    found.add(read);
                }
                assertEquals(List.of(expected, expected, byEntity, byEntity), found);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 700, ROWS + 1})
    void shouldSpawnWhatColumnsDo(int count) {
        int[] next = new int[1];
        RowBody ofTwo = row -> next(row, row, TWO, next[0]++);
        RowBody ofBoth = row -> {
            long seed = seed(sum(row, 2)) + next[0]++;
            next(row, row, TWO, seed);
            next(row, row, THREE, seed + 1);
        };
        assertEquals(
                spawned(count, next, Template::kernel, ofTwo),
                spawned(count, next, (template, body) -> template.kernel(Two.class, (i, two) -> two.next(i)), ofTwo));
        assertEquals(
                spawned(count, next, Template::kernel, ofBoth).hash(),
                spawned(count, next, (template, body) -> template.kernel(Mover.class, (i, m) -> m.next(i)), ofBoth)
                        .hash());
    }

    private static Seen spawned(int count, int[] next, BiFunction<Template, RowBody, SpawnKernel> maker, RowBody body) {
        return seen(1, 0, world -> {
            SpawnKernel kernel = maker.apply(
                    world.template()
                            .with(new Two(3, 4), new Three(5, 6, 7), Kinds.ODD)
                            .build(),
                    body);
            for (int i = 0; i < 2; i++) {
                next[0] = 0;
                kernel.spawn(count);
            }
        });
    }
}
