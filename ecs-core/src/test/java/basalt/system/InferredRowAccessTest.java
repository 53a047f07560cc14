package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.writes;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.eachFrame;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Column;
import basalt.component.FloatColumn;
import basalt.memory.Soak;
import basalt.query.Commands;
import basalt.query.Kernel;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels over rows are found to read and write columns, by their bytecode. */
class InferredRowAccessTest extends ScheduleFixture {
    private static final String UNKNOWN = "reads(Frozen), writes(Position, Velocity) assumed";

    private final Query moving = world.query()
            .all(Position.TYPE, Velocity.TYPE)
            .optional(Frozen.TYPE)
            .build();

    /** The declarations of a system of a new schedule. */
    private String declared(Kernel kernel, SystemOption... options) {
        build(systems().add("s", kernel, options));
        return schedule.graph().declarations("s");
    }

    // ---- bodies

    static List<Arguments> bodies() {
        Map<String, RowBody> bodies = new LinkedHashMap<>();
        addKnown(bodies);
        addUnknown(bodies);
        return bodies.entrySet().stream()
                .map(body -> Arguments.of(
                        body.getKey().split(": ", 2)[0], body.getKey().split(": ", 2)[1], body.getValue()))
                .toList();
    }

    private static void addKnown(Map<String, RowBody> bodies) {
        bodies.put("nothing: ", row -> {});
        bodies.put("lambda: reads(Velocity.dx), writes(Position.x)", row -> row.set(Position.X, row.get(Velocity.DX)));
        bodies.put("both: writes(Position.x)", row -> row.set(Position.X, row.get(Position.X) + 1));
        bodies.put("reference: writes(Position.y)", InferredRowAccessTest::fall);
        bodies.put("class: writes(Velocity.dx)", new Body(Velocity.DX));
        bodies.put("bound: writes(Velocity.dy)", new Body(Velocity.DY)::accept);
        bodies.put("helpers: reads(Velocity.dy), writes(Position.y)", row -> {
            Row same = itself(row);
            fall(same);
            look(same, 1L, Velocity.DY);
        });
        bodies.put("loop: reads(Velocity.dx), writes(Position.x)", row -> {
            for (int i = 0; i < 3; i++) {
                row.set(Position.X, i);
                while (row.get(Velocity.DX) > 1_000_000) {
                    i++;
                }
            }
        });
        bodies.put("try: reads(Velocity.dx, Velocity.dy), writes(Position.x, Position.y)", row -> {
            try {
                row.set(Position.X, row.get(Velocity.DX));
            } catch (IllegalStateException e) {
                row.set(Position.Y, 2);
            } finally {
                row.get(Velocity.DY);
            }
        });
        bodies.put("switch: writes(Position.y, Velocity.dx, Velocity.dy)", row -> {
            switch (row.index() & 7) {
                case 0 -> row.set(Velocity.DX, 1);
                case 5 -> row.set(Velocity.DY, 1);
                default -> fall(row);
            }
        });
        bodies.put("sparse switch: reads(Position.x), writes(Velocity.dx, Velocity.dy)", row -> {
            switch (row.index()) {
                case -5 -> row.set(Velocity.DX, 1);
                case 100_000 -> row.set(Velocity.DY, 1);
                default -> row.get(Position.X);
            }
        });
        FloatColumn captured = Position.X;
        long wide = 3;
        double wider = 4;
        bodies.put("captured: reads(Position.y), writes(Position.x)", row -> {
            FloatColumn local = Position.Y;
            row.set(captured, (float) (wide * wider) + row.get(local));
        });
        Consumer<Row> called = row -> row.set(Velocity.DX, 0);
        bodies.put("known lambda: writes(Velocity.dx)", row -> called.accept(row));
        bodies.put("recursion: writes(Position.x)", row -> recursive(row, 3));
        bodies.put("asks: reads(Frozen), writes(Position.x)", row -> {
            if (row.has(Frozen.TYPE) || row.isEnabled(Frozen.class) || row.has(Velocity.class)) {
                row.set(Position.X, 1);
            }
        });
        bodies.put("elsewhere: writes(Position.x)", row -> {
            float[] values = new float[2];
            String text = "row " + row.entity();
            Object lock = values;
            synchronized (lock) {
                values[text.length() & 1] += Math.max(1, text.hashCode());
            }
            List.of(text, "b").forEach(one -> values[0] += one.length());
            if (text.isEmpty()) {
                throw new IllegalStateException(text);
            }
            row.set(Position.X, values[1]);
        });
    }

    private static void addUnknown(Map<String, RowBody> bodies) {
        FloatColumn[] columns = {Position.X};
        bodies.put("array of columns: " + UNKNOWN, row -> row.set(columns[0], 1));
        bodies.put("two columns: " + UNKNOWN, row -> row.set(row.index() > 3 ? Position.X : Position.Y, 1));
        bodies.put("new lambda: " + UNKNOWN, row -> List.of(1).forEach(one -> row.set(Position.X, one)));
        bodies.put("array of rows: " + UNKNOWN, row -> {
            Row[] rows = {row};
            rows[0].set(Position.X, 1);
        });
        bodies.put("row or null: " + UNKNOWN, row -> {
            Row same = row.index() >= 0 ? row : null;
            same.set(Position.X, 1);
        });
        bodies.put("field: " + UNKNOWN, row -> new Kept().keep(row));
        bodies.put("record: " + UNKNOWN, row -> new Holder(row).row().set(Position.X, 1));
        bodies.put("class library: " + UNKNOWN, row -> List.of(row).get(0).set(Position.X, 1));
        bodies.put("overridable: " + UNKNOWN, row -> open(row.index()).write(row));
        bodies.put("opaque: " + UNKNOWN, opaque(row -> row.set(Position.X, 1)));
    }

    private static void fall(Row row) {
        row.set(Position.Y, -1);
    }

    private static Row itself(Row row) {
        return row;
    }

    private static float look(Row row, long ignored, FloatColumn column) {
        return row.get(column) + ignored;
    }

    private static void recursive(Row row, int depth) {
        if (depth > 0) {
            recursive(row, depth - 1);
        }
        row.set(Position.X, depth);
    }

    private static Open open(int index) {
        return index < 0 ? new Open() : new Open() {};
    }

    /** A body with a column of its own. */
    private record Body(FloatColumn column) implements RowBody {
        @Override
        public void accept(Row row) {
            row.set(column, 7);
        }
    }

    private record Holder(Row row) {}

    private static final class Kept {
        private Row kept;

        void keep(Row row) {
            kept = row;
            kept.set(Position.X, 1);
        }
    }

    private static class Open {
        void write(Row row) {
            row.set(Position.X, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void shouldFindWhatABodyUses(String name, String expected, RowBody body) {
        assertEquals(
                InferredAccessTest.declarations(expected),
                InferredAccessTest.declarations(declared(moving.kernel(body)).replaceAll(", selects by .*", "")),
                name);
        world.spawn(new Position(1, 1), new Velocity(1, 1));
        tick(1, 1); // strict mode finds no other use
    }

    @Test
    void shouldFindWhatABodyWithCommandsUses() {
        Commands.Body body = (row, commands) -> {
            if (row.get(Position.X) > 0) {
                commands.add(row.entity(), Frozen.TYPE);
            }
        };
        world.spawn(new Position(1, 1), new Velocity(1, 1));
        assertEquals(
                "reads(Position.x), restructures(Frozen), selects by Velocity",
                declared(moving.kernel(body), restructures(Frozen.TYPE)));
        tick(1, 1);
        assertEquals(1, all(Frozen.TYPE).count());
    }

    @Test
    void shouldFindColumnsOfEachKind() {
        Query kinds = all(Kinds.TYPE);
        assertEquals(
                InferredAccessTest.declarations(
                        "reads(Kinds.i64, Kinds.f64), writes(Kinds.i8, Kinds.flag, Kinds.target, Kinds.name)"),
                InferredAccessTest.declarations(declared(kinds.kernel(row -> {
                    row.set(Kinds.I8, (byte) row.get(Kinds.I64));
                    row.set(Kinds.FLAG, row.get(Kinds.F64) > 1);
                    row.set(Kinds.TARGET, row.entity());
                    row.set(Kinds.NAME, "name");
                }))));
    }

    // ---- other entities

    @Test
    void shouldFindWhatABodyReadsOfOthers() {
        long other = world.spawn(new Position(1, 1), new Velocity(2, 2), new Health(9));
        Query positions = all(Position.TYPE);
        assertEquals(
                "reads(Velocity.dx, Health.points), writes(Position.x)",
                sortedByKind(declared(positions.kernel(
                        row -> row.set(Position.X, world.get(other, Velocity.DX) + world.get(other, Health.POINTS))))));
        assertEquals("reads(Velocity), writes(Position.x)", sortedByKind(declared(positions.kernel(row -> {
            if (world.has(other, Velocity.class) && world.get(other, Velocity.DX) > 0) {
                row.set(Position.X, fast(row, other));
            }
        }))));
        assertEquals(
                "reads(Health, Velocity.dy), writes(Position)",
                sortedByKind(declared(world.query(Position.class)
                        .update((entity, at) -> world.has(other, Health.TYPE)
                                ? new Position(world.get(other, Velocity.DY), entity)
                                : at))));
        tick(1, 1); // strict mode finds no other use
    }

    private float fast(Row row, long other) {
        return row.index() + world.get(other, Velocity.class).dx();
    }

    @Test
    void shouldNotFindWhatIsNoConstant() {
        long other = world.spawn(new Position(1, 1), new Velocity(2, 2));
        FloatColumn[] columns = {Velocity.DX};
        Kernel kernel = all(Position.TYPE).kernel(row -> row.set(Position.X, world.get(other, columns[0])));
        assertEquals("writes(Position.x)", declared(kernel));
        assertEquals("reads(Velocity), writes(Position.x)", sortedByKind(declared(kernel, reads(Velocity.TYPE))));
    }

    // ---- with declarations

    @Test
    void shouldAddWhatIsNotDeclared() {
        Kernel kernel = moving.kernel(row -> row.set(Position.X, row.get(Velocity.DX)));
        assertEquals(
                "writes(Position), reads(Velocity)",
                sorted(declared(kernel, writes(Position.TYPE), reads(Velocity.TYPE))));
        assertEquals(
                "writes(Velocity.dx, Position.x)",
                declared(kernel, writes(Velocity.DX)).split(", selects")[0]);
        assertEquals(
                "reads(Velocity.dx), writes(Position.y, Position.x)",
                sortedByKind(declared(kernel, writes(Position.Y))));
        assertEquals(
                "reads(Position, Velocity.dx), writes(Position.x)",
                declared(kernel, reads(Position.TYPE), writes(Position.X)));
        assertRejects(
                () -> declared(kernel, reads(Position.TYPE)),
                "system \"s\" declares reads(" + Position.class.getName()
                        + "), but its kernel writes Position.x; drop");
        assertRejects(
                () -> declared(kernel, reads((Column) Position.X)),
                "system \"s\" declares reads(Position.x), but its kernel writes it; drop");
        assertRejects(() -> declared(kernel, eachFrame()), "system \"s\" runs each frame", "writes(Position.x)");
    }

    private static String sorted(String declarations) {
        return declarations.startsWith("reads")
                ? declarations.replaceAll("(reads\\(.*?\\)), (writes\\(.*?\\))", "$2, $1")
                : declarations;
    }

    private static String sortedByKind(String declarations) {
        return declarations.replaceAll("^(writes\\(.*?\\)), (reads\\(.*?\\))", "$2, $1");
    }

    @Test
    void shouldReadWhatItSelectsRowsBy() {
        assertEquals(
                "reads(Health.points), writes(Position.x)",
                sortedByKind(declared(
                        all(Position.TYPE).where(Health.POINTS).atMost(3).kernel(row -> row.set(Position.X, 1)))));
        assertEquals(
                "reads(Position), writes(Position.x)",
                sortedByKind(declared(world.query()
                        .changed(Position.TYPE)
                        .build()
                        .kernel(row -> row.set(Position.X, row.get(Position.Y))))));
    }

    @Test
    void shouldRunKernelsOfDifferentColumnsSideBySide() {
        world.spawn(new Position(1, 1), new Velocity(2, 3));
        build(systems(2)
                .add("x", moving.kernel(row -> row.set(Position.X, row.get(Velocity.DX))))
                .add("y", moving.kernel(row -> row.set(Position.Y, row.get(Velocity.DY))))
                .add("z", moving.kernel(row -> row.set(Velocity.DX, row.get(Position.X)))));
        assertEquals(List.of(List.of("x", "y", "z")), schedule.graph().stages());
        assertEquals(
                List.of("x"),
                schedule.graph().edges().stream()
                        .map(ScheduleGraph.SystemEdge::first)
                        .toList(),
                "only z waits, for x");
        tick(1, 1);
        assertEquals(new Position(2, 3), world.get(moving.single(), Position.TYPE));
    }

    /** Otherwise a change would be found of what no kernel has written. */
    @Test
    void shouldChangeOnlyWhatItWrites() {
        world.spawn(new Position(1, 1), new Velocity(2, 3));
        Query positions = world.query().changed(Position.TYPE).build();
        Query velocities = world.query().changed(Velocity.TYPE).build();
        Kernel kernel = moving.kernel(row -> row.set(Position.X, row.get(Velocity.DX)));
        Kernel unknown = moving.kernel(opaque(row -> row.set(Position.X, row.get(Velocity.DX))));
        for (boolean inSchedule : new boolean[] {false, true}) {
            assertChanged(1, 0, kernel, inSchedule, positions, velocities);
            assertChanged(1, 1, unknown, inSchedule, positions, velocities);
        }
    }

    private void assertChanged(
            int positions, int velocities, Kernel kernel, boolean inSchedule, Query ofPositions, Query ofVelocities) {
        ofPositions.forEach(row -> {});
        ofVelocities.forEach(row -> {});
        if (inSchedule) {
            tick(systems().add("s", kernel), 1);
        } else {
            kernel.run();
        }
        assertEquals(positions, ofPositions.count());
        assertEquals(velocities, ofVelocities.count());
    }

    /** The same world after each tick as with all that is used declared. */
    @Test
    void shouldBeAsDeclaredInRandomSchedules() {
        int count = Soak.times(12, 200);
        for (int seed = 0; seed < count; seed++) {
            RandomSchedule random = new RandomSchedule(seed, false);
            long[] hashes = new long[RandomSchedule.TICKS];
            for (int workers = 0; workers <= 3; workers++) {
                try (Playground place = new Playground(seed);
                        RandomSchedule.Run run = workers == 0
                                ? random.open(place, builder(place, 1), random::declared)
                                : random.open(place, builder(place, workers), random::inferredOfRows)) {
                    for (int tick = 0; tick < RandomSchedule.TICKS; tick++) {
                        long hash = run.tick();
                        hashes[tick] = workers == 0 ? hash : hashes[tick];
                        assertEquals(hashes[tick], hash, "seed " + seed + ", " + workers + " workers:" + random);
                    }
                }
            }
        }
    }

    private ScheduleBuilder builder(Playground place, int workers) {
        return Schedule.builder(place.world)
                .workers(workers)
                .executor(threads())
                .thresholds(0, 0);
    }
}
