package basalt.query;

import static basalt.query.EdgeValues.D;
import static basalt.query.EdgeValues.F;
import static basalt.query.EdgeValues.G;
import static basalt.query.EdgeValues.I;
import static basalt.query.EdgeValues.J;
import static basalt.query.EdgeValues.L;
import static basalt.query.EdgeValues.MOOD;
import static basalt.query.EdgeValues.N;
import static basalt.query.EdgeValues.RD;
import static basalt.query.EdgeValues.RF;
import static basalt.query.EdgeValues.RI;
import static basalt.query.EdgeValues.RL;
import static basalt.query.EdgeValues.RMOOD;
import static basalt.query.EdgeValues.RZ;
import static basalt.query.EdgeValues.VALUES;
import static basalt.query.EdgeValues.Z;
import static basalt.query.EdgeValues.assertSame;
import static basalt.query.EdgeValues.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.internal.Strict;
import basalt.query.BodyParts.Mood;
import basalt.query.BodyParts.Point;
import basalt.query.EdgeValues.Named;
import basalt.query.EdgeValues.Table;
import basalt.storage.fixture.Frozen;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels in vector form: what their bodies are and capture, what rows of them throw and do, and which are refused. */
class TranslatedKernelTest {
    private static int statics = 3;

    // ---- what a body is, and what it captures

    private static final class Counted implements RowBody {
        private final int step;
        private float factor = 2;

        Counted(int step) {
            this.step = step;
        }

        @Override
        public void accept(Row row) {
            row.set(RI, row.get(I) + step);
            row.set(RF, row.get(F) * factor);
        }
    }

    private record RecordBodied(int step) implements RowBody {
        @Override
        public void accept(Row row) {
            row.set(RI, row.get(I) + step);
        }
    }

    private final int own = 41;
    private float changing = 0.5f;

    private void step(Row row) {
        row.set(RI, row.get(I) + own);
        row.set(RF, row.get(F) * changing);
    }

    private static void staticStep(Row row) {
        row.set(RI, row.get(I) * 3);
    }

    private Stream<RowBody> bodies() {
        byte b = -3;
        short s = 300;
        char c = '\uFFF0';
        int i = 70_000;
        long l = 1L << 40;
        float f = 0.1f;
        double d = 1e-3;
        boolean z = true;
        Mood mood = Mood.ANGRY;
        Point point = new Point(3, 4);
        int[] ints = {5, 6};
        long[] longs = {7};
        float[] floats = {8};
        double[] doubles = {9};
        byte[] bytes = {-1};
        short[] shorts = {-2};
        char[] chars = {'\uFFFF'};
        boolean[] booleans = {true};
        BodyParts.Settings settings = new BodyParts.Settings();
        Integer boxed = 12;
        return Stream.of(
                row -> row.set(RI, row.get(I) + b + s + c + i),
                row -> {
                    row.set(RL, row.get(L) + l);
                    row.set(RF, row.get(F) + f);
                    row.set(RD, row.get(D) + d);
                    row.set(RZ, row.get(Z) ^ z);
                    row.set(RMOOD, row.get(MOOD) == mood ? Mood.CALM : mood);
                },
                row -> row.set(RF, point.plus(new Point(row.get(F), 1)).x() + point.lengthSquared()),
                row -> row.set(RI, ints[1] + bytes[0] + shorts[0] + chars[0]),
                row -> {
                    row.set(RL, longs[0]);
                    row.set(RF, floats[0]);
                    row.set(RD, doubles[0]);
                    row.set(RZ, booleans[0]);
                },
                row -> {
                    row.set(RF, row.get(F) * settings.delta() + settings.scaled(row.get(G)));
                    row.set(RI, settings.paused ? 0 : settings.level);
                },
                row -> row.set(RI, row.get(I) + boxed),
                new Counted(5),
                new RecordBodied(6),
                new RowBody() {
                    @Override
                    public void accept(Row row) {
                        row.set(RI, row.get(I) + i);
                    }
                },
                this::step,
                TranslatedKernelTest::staticStep,
                row -> step(row));
    }

    @Test
    void shouldFindTheCodeOfEachKindOfBody() {
        bodies().forEach(EdgeValues::assertSame);
    }

    @Test
    void shouldReadWhatHasChangedBetweenRuns() {
        BodyParts.Settings settings = new BodyParts.Settings();
        float[] array = {1};
        try (Table one = new Table();
                Table other = new Table()) {
            RowBody body = row -> {
                row.set(RF, row.get(F) * settings.delta + array[0] + changing);
                row.set(RI, row.get(I) + statics + (settings.paused ? 1 : 0));
            };
            RowKernel translated = TranslatedKernel.of(other.query, body);
            for (int run = 0; run < 3; run++) {
                settings.delta = run * 0.5f;
                settings.paused = run == 1;
                array[0] = run;
                changing = run * 0.25f;
                statics = run;
                one.query.forEach(body);
                translated.run();
                assertEquals(one.values(), other.values());
            }
        }
    }

    // ---- exceptions and effects

    private static final int AT = 150;

    /** Runs a translated body until it throws; the rows before the one that throws are done, those after it are not. */
    private static void assertThrowsAt(Class<? extends RuntimeException> type, String message, RowBody body) {
        try (Table table = new Table()) {
            RowKernel kernel = TranslatedKernel.of(table.query, body);
            assertEquals(message, assertThrows(type, kernel::run).getMessage());
            List<Integer> done = new ArrayList<>();
            table.everything.forEach(row -> {
                if (row.get(RI) == 1) {
                    done.add(row.get(N));
                }
            });
            List<Integer> expected = new ArrayList<>();
            table.query.forEach(row -> {
                if (row.get(N) < AT) {
                    expected.add(row.get(N));
                }
            });
            assertEquals(expected, done);
        }
        assertSame(body);
    }

    @Test
    void shouldThrowAtTheVeryRow() {
        assertThrowsAt(IllegalStateException.class, "thrown", row -> {
            if (row.get(N) == AT) {
                throw new IllegalStateException("thrown");
            }
            row.set(RI, 1);
        });
        assertThrowsAt(IllegalStateException.class, "row 150", row -> {
            if (row.get(N) >= AT) {
                throw new IllegalStateException("row " + row.get(N));
            }
            row.set(RI, 1);
        });
        assertThrowsAt(ArithmeticException.class, "/ by zero", row -> {
            row.set(RL, row.get(I) / (row.get(N) - AT));
            row.set(RI, 1);
        });
        assertThrowsAt(ArithmeticException.class, "/ by zero", row -> {
            row.set(RL, row.get(I) % (row.get(N) - AT));
            row.set(RI, 1);
        });
    }

    @Test
    void shouldKeepWhatTheRowWroteBeforeItThrew() {
        assertSame((Row row) -> {
            row.set(RI, row.get(N) * 2);
            if (row.get(N) == AT) {
                row.set(RF, 5);
                throw new IllegalStateException("thrown");
            }
            row.set(RL, 4);
        });
    }

    @Test
    void shouldHaveEffectsOnceInEachRowAndInTheirOrder() {
        List<Integer> plain = new ArrayList<>();
        List<Integer> translated = new ArrayList<>();
        assertSame(query -> query.forEach(effects(plain)), query -> query.kernel(effects(translated)));
        assertEquals(plain, translated);
        assertEquals(List.of(7, 8, 9, 70, 140, 210, 280, 350), translated);
    }

    private static RowBody effects(List<Integer> seen) {
        return row -> {
            row.set(RI, row.get(RI) + 1);
            if (row.get(N) % 70 == 0 && row.get(N) > 0 || row.get(N) == 7 || row.get(N) == 8 || row.get(N) == 9) {
                seen.add(row.get(N));
                row.set(RI, row.get(RI) * 3);
            }
            row.set(RF, row.get(RI));
        };
    }

    @Test
    void shouldRecordCommandsOfFewRows() {
        Commands.Body body = (row, commands) -> {
            row.set(RI, row.get(RI) + 1);
            if (row.get(N) % 90 == 0) {
                commands.destroy(row.entity());
            } else if (row.get(N) == 33) {
                commands.add(row.entity(), Frozen.TYPE);
            }
        };
        assertSame(query -> query.forEach(body), query -> query.kernel(body));
    }

    /** A field that is not final is taken for constant during a run. */
    private static final class Replaceable {
        private BodyParts.Settings settings = new BodyParts.Settings();

        RowBody body() {
            return row -> {
                if (row.get(N) == AT || row.get(N) == 40) {
                    BodyParts.Settings next = row.get(N) == 40 ? settings : new BodyParts.Settings();
                    next.level = row.get(N);
                    settings = next;
                }
                row.set(RI, settings.level);
            };
        }
    }

    @Test
    void shouldReadAnObjectThatARowHasReplaced() {
        assertSame(query -> query.forEach(new Replaceable().body()), query -> query.kernel(new Replaceable().body()));
    }

    /** Of what only rows that are left to the body read, nothing need be constant. */
    @Test
    void shouldRunAsVectorsAfterAListHasGrown() {
        List<Integer> seen = new ArrayList<>(1);
        try (Table table = new Table()) {
            RowKernel kernel = TranslatedKernel.of(table.query, effects(seen));
            for (int i = 0; i < 20; i++) {
                kernel.run();
            }
            assertEquals(160, seen.size());
            assertEquals(Strict.ON ? 0 : 1, kernel.explain().isInVectors() ? 1 : 0);
        }
    }

    private static int required;

    private static void requireComponent(Component<?> component) {
        required += component.id() >= 0 ? 1 : 0;
    }

    @Test
    void shouldCallAMethodThatIsNamedAsOneOfTheLibrary() {
        Set<Integer> counts = new HashSet<>();
        RowBody body = row -> {
            requireComponent(EdgeValues.Operands.TYPE);
            row.set(RI, row.get(I) + 1);
        };
        try (Table table = new Table()) {
            required = 0;
            table.query.forEach(body);
            counts.add(required);
            RowKernel kernel = TranslatedKernel.of(table.query, body);
            required = 0;
            kernel.run();
            counts.add(required);
        }
        assertEquals(1, counts.size(), counts::toString);
    }

    private static int initialised;

    private static final class UsedByARow {
        static {
            initialised++;
        }

        static int twice(int x) {
            return 2 * x;
        }
    }

    private static final class MadeByARow {
        private final int value;

        static {
            initialised += 10;
        }

        MadeByARow(int value) {
            this.value = value + 1;
        }
    }

    @Test
    void shouldInitialiseTheClassesThatARowUses() {
        try (Table table = new Table()) {
            RowKernel kernel = TranslatedKernel.of(table.query, row -> {
                if (row.get(N) == 77) {
                    row.set(RI, UsedByARow.twice(row.get(I)) + new MadeByARow(row.get(I)).value);
                }
            });
            kernel.run();
            assertEquals(11, initialised);
        }
    }

    /** A body destroys a row that has been visited, some that have not been, and its own. */
    @Test
    void shouldSkipRowsThatFewRowsDestroy() {
        try (Table one = new Table();
                Table other = new Table()) {
            RowKernel translated = TranslatedKernel.of(other.query, destroying(other));
            one.query.forEach(destroying(one));
            translated.run();
            assertEquals(one.values(), other.values());
            assertEquals(VALUES * VALUES - 5, one.world.entityCount());
        }
    }

    private static RowBody destroying(Table table) {
        World world = table.world;
        List<Long> entities = new ArrayList<>();
        table.query.forEach(row -> entities.add(row.entity()));
        return row -> {
            row.set(RI, row.get(RI) + 1);
            row.set(RL, 3);
            if (row.get(N) == 70) {
                for (int other : new int[] {3, 80, 90, 250}) {
                    world.destroy(entities.get(other));
                }
                world.destroy(row.entity());
            }
        };
    }

    // ---- bodies over records

    private record Moved(
            Point at,
            Point by,
            int steps,
            Mood mood,
            boolean isFast,
            @EntityHandle long target) {
        Moved stepped(float seconds) {
            return new Moved(at.plus(by.scaled(seconds)), by, steps + 1, mood, isFast, target);
        }
    }

    private record Bounded(int value, int most) {
        Bounded {
            if (value > most) {
                throw new IllegalArgumentException(value + " is above " + most);
            }
        }
    }

    private record Wrapped(short value) {
        Wrapped {
            value = (short) (value % 360);
        }
    }

    /** The rows of a world that a kernel over records has run in, as text. */
    private static List<String> records(boolean isTranslated, Function<World, RowKernel> maker) {
        try (World world = World.builder().distinctHandles(false).build()) {
            for (int i = 0; i < 200; i++) {
                Mood mood = i % 5 == 4 ? null : Mood.values()[i % 5];
                Moved moved = new Moved(new Point(i, -i), new Point(0.5f, i % 3), i % 7, mood, i % 2 == 0, i);
                long entity = world.spawn(moved, new Bounded(i, 1000), new Wrapped((short) i));
                if (i % 20 == 7) {
                    world.remove(entity, Wrapped.class);
                } else if (i % 20 == 15) {
                    world.destroy(entity);
                }
            }
            RowKernel kernel = maker.apply(world);
            String reason = isTranslated ? TranslatedKernel.refusal(kernel) : null;
            assertTrue(reason == null || maker == EARLY || maker == NULLS, reason);
            List<String> rows = new ArrayList<>();
            rows.add(outcome(kernel::run));
            world.query().build().forEach(row -> {
                long entity = row.entity();
                rows.add(world.get(entity, Moved.class) + " " + world.get(entity, Bounded.class)
                        + (world.has(entity, Wrapped.class) ? world.get(entity, Wrapped.class) : ""));
            });
            return rows;
        }
    }

    private static Moved turned(Moved moved, Bounded bounded) {
        if (bounded.value() % 4 == 1) {
            return moved;
        }
        Mood next = moved.mood() == Mood.CALM ? Mood.ANGRY : moved.isFast() ? null : moved.mood();
        return new Moved(moved.by(), moved.at(), -moved.steps(), next, !moved.isFast(), moved.target() + 1);
    }

    private static final List<Function<World, RowKernel>> OVER_RECORDS = List.of(
            world -> world.query(Moved.class).update(moved -> moved.stepped(0.5f)),
            world -> world.query(Moved.class).update(moved -> moved),
            world -> world.query(Moved.class, Bounded.class).update(TranslatedKernelTest::turned),
            world -> world.query(Moved.class, Bounded.class)
                    .update(Bounded.class, (moved, bounded) -> new Bounded(bounded.value() * 4, 740)),
            world -> world.query(Moved.class, Wrapped.class)
                    .update(Wrapped.class, (moved, wrapped) -> new Wrapped((short) (wrapped.value() * 7))),
            world -> world.query(Moved.class, Bounded.class).update((entity, moved, bounded) -> {
                if (bounded.value() == 120) {
                    throw new IllegalStateException("row of " + entity);
                }
                return moved.stepped(1);
            }),
            world -> world.query(Moved.class, Bounded.class).update((entity, moved, bounded, commands) -> {
                if (bounded.value() % 50 == 11) {
                    commands.destroy(entity);
                } else if (bounded.value() == 12) {
                    commands.remove(entity, Wrapped.class);
                }
                return moved.stepped(1);
            }),
            world -> world.query(Moved.class).update(moved -> {
                Moved next = moved.stepped(1);
                return new Moved(next.at(), next.by(), next.steps(), null, next.isFast(), next.target());
            }),
            world -> world.query(Moved.class, Bounded.class).update((moved, bounded) -> {
                if (bounded.value() == 120) {
                    return new Moved(moved.at(), null, 1, moved.mood(), true, moved.target());
                }
                return moved.stepped(1);
            }),
            world -> world.query(Bounded.class, Moved.class).update(Pair.class, (bounded, moved) -> {
                Moved next = moved.steps() > 3 ? moved.stepped(1) : moved;
                return new Pair(next, new Bounded(bounded.value(), bounded.most() - 1));
            }));

    private static final Function<World, RowKernel> NULLS =
            world -> world.query(Moved.class).update(moved -> moved.steps() == 6 ? null : moved);

    /** Early returns of records. */
    private static final Function<World, RowKernel> EARLY =
            world -> world.query(Moved.class, Wrapped.class).update((moved, wrapped) -> {
                if (wrapped.value() > 100) {
                    return moved.stepped(2);
                }
                return moved.isFast() ? moved.stepped(1) : moved;
            });

    /** A bundle. */
    private record Pair(Moved moved, Bounded bounded) {}

    @Test
    void shouldDoWithRecordsWhatRowsDo() {
        for (int i = 0; i < OVER_RECORDS.size(); i++) {
            Function<World, RowKernel> maker = OVER_RECORDS.get(i);
            List<String> expected = records(false, maker); // first: both kernels may share a driver, with its form
            assertEquals(expected, records(true, maker), "body " + i);
        }
        for (Function<World, RowKernel> maker : List.of(EARLY, NULLS)) {
            List<String> expected = records(false, maker);
            assertEquals(expected, records(true, maker));
        }
    }

    // ---- refused

    private static final String UNKNOWN_CALL = "it calls";
    private static final String SYNCHRONISED = "synchronized";
    private static final String CATCHES = "try, catch or synchronized";
    private static final String WRITES_A_FIELD = "it writes a ";
    private static final String WRITES_AN_ARRAY = "it writes an element of an array";
    private static final String VARIABLE_INDEX = "an index that is not a constant";
    private static final String REFERENCE = "reference";
    private static final String CONCATENATION = "string";
    private static final String NEW_ARRAY = "it makes an array";

    private static Arguments refused(String name, String reason, RowBody body) {
        return arguments(name, reason, body);
    }

    private static synchronized int locked(int value) {
        return value + 1;
    }

    private static int caught(int value) {
        try {
            return 10 / value;
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    static Stream<Arguments> refused() {
        BodyParts.Settings settings = new BodyParts.Settings();
        int[] array = {1, 2, 3};
        List<Integer> list = new ArrayList<>();
        return Stream.of(
                refused("native method", UNKNOWN_CALL, row -> row.set(RL, System.nanoTime() * 0)),
                refused("method of a list", VARIABLE_INDEX, row -> list.add(row.get(I))),
                refused("synchronised method", SYNCHRONISED, row -> row.set(RI, locked(row.get(I)))),
                refused("synchronised block", SYNCHRONISED, row -> {
                    synchronized (settings) {
                        row.set(RI, 1);
                    }
                }),
                refused("try", CATCHES, row -> row.set(RI, caught(row.get(I)))),
                refused("field of a captured object", WRITES_A_FIELD, row -> settings.level = row.get(I)),
                refused("static field", WRITES_A_FIELD, row -> statics = row.get(I)),
                refused("element of a captured array", WRITES_AN_ARRAY, row -> array[0] *= row.get(I)),
                refused("element by row of a captured array", WRITES_AN_ARRAY, row -> array[row.get(I) & 1]++),
                refused("reference column", REFERENCE, row -> row.set(RZ, row.get(Named.NAME) == null)),
                refused("reference is written", REFERENCE, row -> row.set(Named.NAME, null)),
                refused("concatenation", CONCATENATION, row -> row.set(RI, ("" + row.get(I)).length())),
                refused("new array", NEW_ARRAY, row -> {
                    int[] made = {row.get(I), row.get(J)};
                    row.set(RI, made[0] + made[1]);
                }),
                refused(
                        "boxing",
                        VARIABLE_INDEX,
                        row -> row.set(RI, Integer.valueOf(row.get(I)).hashCode())));
    }

    /** The reason is mentioned, and the kernel runs row by row. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void shouldSayWhyABodyIsRefused(String name, String reason, RowBody body) {
        try (Table one = new Table();
                Table other = new Table()) {
            RowKernel kernel = other.query.kernel(body);
            String found = TranslatedKernel.refusal(kernel);
            assertEquals(reason, found != null && found.contains(reason) ? reason : found);
            String expected = outcome(() -> one.query.forEach(body));
            assertEquals(expected, outcome(kernel::run));
            assertEquals(one.values(), other.values());
        }
    }
}
