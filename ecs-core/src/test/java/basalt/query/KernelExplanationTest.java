package basalt.query;

import static basalt.memory.Refusal.assertIllegal;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.memory.NativeMemoryException;
import basalt.query.KernelExplanation.Finding;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Explanations of kernels. Times are only checked for plausibility. */
class KernelExplanationTest extends WorldFixture {
    private static final int ROWS = 100;
    private static final RowBody MOVE = row -> {
        row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * 0.25f);
        row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * 0.25f);
    };
    private Query moving;

    @BeforeEach
    void create() {
        moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    }

    private void spawn() {
        for (int i = 0; i < ROWS; i++) {
            world.spawn(new Position(i, -i), new Velocity(3 * i, 1));
        }
    }

    /** Explains in a short time, without reliable findings. */
    private static KernelExplanation explain(RowKernel kernel) {
        return kernel.explain(1_000_000, 2_000_000);
    }

    @Test
    void shouldExplainAFastKernel() {
        spawn();
        KernelExplanation said = moving.kernel(MOVE).explain();

        assertEquals(List.of("Position.x", "Velocity.dx", "Position.y", "Velocity.dy"), said.reads());
        assertEquals(List.of("Position.x", "Position.y"), said.writes());
        assertEquals(6 * Float.BYTES, said.bytesPerRow());
        assertTrue(said.body().contains(getClass().getName()) && said.body().contains("KernelExplanationTest.java:"));
        assertIsPossible(said.nanosPerRow());
        assertIsPossible(said.scalarNanosPerRow());
        assertIsPossible(said.copyNanosPerRow());
        assertEquals(24e9 / said.nanosPerRow(), said.bytesPerSecond(), 1);
        if (Strict.ON) {
            assertEquals(Finding.UNKNOWN, said.vectorised());
            assertEquals(Finding.UNKNOWN, said.inlined());
            assertEquals(1, said.causes().size());
            assertTrue(said.causes().get(0).contains("-Dbasalt.strict=true"));
        } else {
            // The finding itself depends on times, and JDK 17 does not vectorise this body in each JVM.
            assertEquals(said.vectorised() == Finding.YES, said.causes().isEmpty());
        }
        for (String part : List.of(said.body(), "Velocity.dx", "24 bytes", "inlined", "vectorised  ")) {
            assertTrue(said.toString().contains(part), said.toString());
        }
    }

    private static void assertIsPossible(double nanosPerRow) {
        assertTrue(nanosPerRow > 0.0001 && nanosPerRow < 1e6, () -> "nanoseconds a row: " + nanosPerRow);
    }

    @Test
    void shouldLeaveTheWorldAsItWas() {
        spawn();
        Query changed = world.query().changed(Position.TYPE, Velocity.TYPE).build();
        changed.forEach(row -> {});
        for (int i = 0; i < 3; i++) {
            explain(moving.kernel(MOVE)); // so that the frame arena has its first chunk
        }
        long held = counting.allocatedBytes();
        explain(moving.kernel(MOVE));

        assertEquals(ROWS, moving.count());
        assertEquals(0, changed.count());
        assertEquals(0, world.statistics().commands().applied());
        assertEquals(held, counting.allocatedBytes());
        for (int i = 0; i < ROWS; i++) {
            assertEquals(new Position(i, -i), world.get(Entity.of(i, 1), Position.TYPE));
            assertEquals(new Velocity(3 * i, 1), world.get(Entity.of(i, 1), Velocity.TYPE));
        }
    }

    @Test
    void shouldRunOnTheValuesOfRowsThatMatch() {
        for (int i = 0; i < ROWS; i++) {
            world.spawn(new Kinds(i, i, (byte) i, (short) i, i, i, true, i, null));
        }
        world.spawn(new Position(0, 0));
        boolean[] wrong = {false};
        int[] most = {0};
        explain(world.query().all(Kinds.TYPE).optional(Health.TYPE).build().kernel(row -> {
            int i = row.get(Kinds.I32);
            most[0] = Math.max(most[0], i);
            wrong[0] |= row.get(Kinds.F32) != i || row.get(Kinds.F64) != i || row.get(Kinds.I8) != i;
            wrong[0] |= row.get(Kinds.I16) != i || row.get(Kinds.I64) != i || !row.get(Kinds.FLAG);
            wrong[0] |= row.get(Kinds.TARGET) != i || row.get(Health.POINTS) < 1;
        }));

        assertFalse(wrong[0]);
        assertEquals(ROWS - 1, most[0]);
    }

    @Test
    void shouldRunOnSmallNumbersWhereNoRowMatches() {
        float[] least = {100};
        float[] most = {-100};
        KernelExplanation said = explain(moving.kernel(row -> {
            least[0] = Math.min(least[0], row.get(Position.X));
            most[0] = Math.max(most[0], row.get(Velocity.DY));
        }));

        assertTrue(least[0] > 0 && least[0] < most[0] && most[0] <= 1);
        assertEquals(8, said.bytesPerRow());
        assertEquals(List.of(), said.writes());
    }

    @Test
    void shouldCountEachLaneOfAVectorAndEachColumnOnce() {
        KernelExplanation said = explain(world.query()
                .all(Vectors.TYPE)
                .optional(Kinds.TYPE)
                .build()
                .kernel(row -> {
                    for (int lane = 0; lane < 3; lane++) {
                        row.set(Vectors.F32, lane, row.get(Vectors.F32, lane) + row.get(Vectors.F32, lane));
                    }
                    row.set(Kinds.I64, row.get(Kinds.I64) + row.get(Kinds.I64));
                }));

        assertEquals((4 + 3) * Float.BYTES + 2 * Long.BYTES, said.bytesPerRow());
        assertEquals(List.of("Vectors.f32", "Kinds.i64"), said.writes());
        if (!Strict.ON) {
            assertTrue(said.causes().stream().noneMatch(cause -> cause.contains("sparse")));
            assertTrue(said.causes().stream().anyMatch(cause -> cause.contains("[4, 8] bytes")));
        }
    }

    @Test
    void shouldExplainABodyThatAccessesNothing() {
        KernelExplanation said = explain(moving.kernel(row -> {}));

        assertEquals(0, said.bytesPerRow());
        assertEquals(0, said.bytesPerSecond());
        assertTrue(said.body().startsWith(getClass().getName()));
    }

    @Test
    void shouldGiveTheBodyEntitiesThatAreNotAliveInTheWorld() {
        spawn();
        boolean[] alive = {false};
        explain(moving.kernel(row -> alive[0] |= world.isAlive(row.entity()) || row.index() < 0));

        assertFalse(alive[0]);
    }

    @Test
    void shouldRethrowExceptionsOfTheBody() {
        spawn();
        RuntimeException thrown = new ArithmeticException("of the body");
        int[] calls = {0};
        RowKernel late = moving.kernel(row -> {
            if (++calls[0] == 5000) {
                throw thrown;
            }
        });

        assertSame(thrown, assertThrows(ArithmeticException.class, late::explain));
        assertFalse(explain(moving.kernel(MOVE)).toString().isEmpty());
    }

    @Test
    void shouldRefuseWhereItCannotRun() {
        spawn();
        RowKernel kernel = moving.kernel(MOVE);
        Elsewhere.run("another", () -> assertRefused(kernel, "another"));
        try (RowCursor cursor = moving.cursor()) {
            cursor.next();
            assertRefused(kernel, "during an iteration");
        }
        RowKernel[] itself = {null};
        itself[0] = moving.kernel(row -> itself[0].explain());
        assertRefused(itself[0], "during an iteration");
        moving.close();
        assertRefused(kernel, "closed");

        World other = World.create();
        RowKernel orphan = other.query().all(Position.TYPE).build().kernel(row -> {});
        other.close();
        assertRefused(orphan, "closed");
    }

    @Test
    void shouldRefusePartnersCommandsAndStructuralChanges() {
        spawn();
        Query kinds = world.query().all(Kinds.TYPE).build();
        assertRefused(kinds.pairKernel(Kinds.TARGET, moving, (row, target) -> {}), "partners");
        assertRefused(moving.kernel((row, commands) -> commands.destroy(row.entity())), "commands");

        assertRefused(moving.kernel(row -> world.commands().spawn()), "records commands");
        world.applyCommands();

        assertEquals(ROWS, world.query().build().count());

        assertRefused(moving.kernel(row -> world.spawn(new Health(1))), "spawns or destroys entities");

        assertEquals(1, world.query().all(Health.TYPE).build().count());
    }

    @Test
    void shouldRefuseABodyThatAccessesReferences() {
        world.spawn(new Label("kept"), new Frozen());
        Query labels = world.query().all(Label.TYPE).build();
        assertRefused(labels.kernel(row -> row.get(Label.TEXT)), "column text of component ");
        assertRefused(labels.kernel(row -> row.set(Label.TEXT, "other")), "column text of component ");

        assertEquals(new Label("kept"), world.get(labels.single(), Label.TYPE));
    }

    @Test
    void shouldChangeNoReferenceThatABodyAccessesInALaterRow() {
        world.spawn(new Label("kept"));
        Query labels = world.query().all(Label.TYPE).build();
        int[] calls = {0};
        explain(labels.kernel(row -> {
            if (++calls[0] > 8) {
                row.set(Label.TEXT, "other");
            }
        }));

        assertEquals(new Label("kept"), world.get(labels.single(), Label.TYPE));
    }

    @Test
    void shouldLeakNothingWhenMemoryIsRefused() {
        spawn();
        RowKernel kernel =
                world.query().all(Position.TYPE).optional(Vectors.TYPE).build().kernel(row -> row.set(Position.X, 1));
        for (int i = 0; i < 3; i++) {
            explain(kernel);
        }
        long before = memory.allocations();
        explain(kernel);
        long needed = memory.allocations() - before;
        long held = counting.allocatedBytes();

        assertEquals(1, needed, "a block");
        for (long nth = 1; nth <= needed; nth++) {
            memory.failNth(nth);
            assertThrows(NativeMemoryException.class, () -> explain(kernel));
            assertEquals(held, counting.allocatedBytes());
        }
        assertEquals(4, explain(kernel).bytesPerRow());
    }

    @Test
    void shouldNameWhatABodyHasCaptured() {
        spawn();
        Row other = world.row(Entity.of(1, 1));
        assertCause(moving.kernel(row -> row.set(Position.X, other.get(Position.X))), "captured a Row");
        assertCause(
                moving.kernel(row -> row.set(Position.X, world.get(Entity.of(1, 1), Position.X))),
                "column in field column of a captured KernelExplanationTest");
        assertCause(
                moving.kernel(row -> {
                    if (row.get(Position.X) > 10) {
                        row.set(Position.Y, 1);
                    }
                }),
                "a store in some rows only");
        assertCause(moving.kernel(row -> row.has(Velocity.TYPE)), "row.has()");
    }

    @Test
    void shouldNameAccessTypesThatExist() {
        for (String way : KernelTrial.BodyTraits.ACCESS_TYPES) {
            assertDoesNotThrow(() -> Class.forName(way));
        }
    }

    /** Asserts a cause that is found from the fields of captured objects. */
    private final FloatColumn column = Position.X;

    private void assertCause(RowKernel kernel, String part) {
        List<String> causes = explain(kernel).causes();
        if (!Strict.ON) {
            assertTrue(causes.stream().anyMatch(cause -> cause.contains(part)), () -> part + " is not in " + causes);
            assertEquals(column, Position.X);
        }
    }

    private static void assertRefused(RowKernel kernel, String part) {
        assertIllegal(kernel::explain, part);
    }

    @Test
    void shouldFindVectorsAndCallsByTimesAndSizes() {
        assertEquals(Finding.YES, times(0.03, 0.27, 2.3, 0, 0).vectorised());
        assertEquals(Finding.YES, times(0.03, 0.27, 2.3, 0, 0).inlined());
        assertEquals(Finding.NO, times(0.31, 0.32, 2.6, 0, 0).vectorised());
        assertEquals(Finding.YES, times(0.31, 0.32, 2.6, 0, 0).inlined());
        assertEquals(Finding.UNKNOWN, times(0.2, 0.3, 2.3, 0, 0).vectorised());

        assertEquals(Finding.NO, times(9, 9, 11, 3000, 2500).inlined());
        assertEquals(Finding.NO, times(9, 9, 11, 3000, 2500).vectorised());
        assertEquals(Finding.YES, times(2, 2, 4, 1000, 2500).inlined());
        assertEquals(Finding.UNKNOWN, times(9, 9, 9.1, 1000, 2500).inlined());
        assertEquals(Finding.NO, times(9, 9, 9.1, 0, 0).inlined());
        assertEquals(Finding.UNKNOWN, times(9, 9, 10, 0, 0).inlined());

        KernelTrial.TrialTimes early = new KernelTrial.TrialTimes(0.03, 0.27, 2.3, 2, 0.02, 0, 0, false);
        assertEquals(Finding.UNKNOWN, early.vectorised());
        assertEquals(Finding.UNKNOWN, early.inlined());
    }

    private static KernelTrial.TrialTimes times(double own, double scalar, double called, long body, long limit) {
        return new KernelTrial.TrialTimes(own, scalar, called, 2, 0.02, body, limit, true);
    }
}
