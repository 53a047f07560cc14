package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.match.MatchedRows;
import basalt.memory.ChildJvm;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork;
import basalt.runtime.RowContext;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;

/** Compares the specialised loop with the ordinary one, and checks which one is used. */
class SpecialisationTest extends WorldFixture {
    private static final RowBody MOVE = row -> {
        row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX));
        row.set(Position.Y, Math.min(row.get(Position.Y) - row.get(Velocity.DY), 3));
    };
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();

    @Test
    void shouldDefineAClassForEachKernel() {
        KernelDriver driver = RowDriver.specialised(MOVE);

        assertTrue(driver.isSpecialised());
        assertNotSame(RowDriver.class, driver.getClass());
        assertTrue(moving.kernel(MOVE).isSpecialised());
        assertTrue(world.template().build().kernel(MOVE).isSpecialised());
    }

    @Test
    void shouldNotMixUpBodiesOfOneClass() {
        List<RowBody> bodies = new ArrayList<>();
        int[] sum = new int[1];
        for (int i = 0; i < 5; i++) {
            int value = 1 << 4 * i;
            bodies.add(row -> sum[0] += value);
        }
        world.spawn(new Position(0, 0), new Velocity(0, 0));
        List<RowKernel> kernels = bodies.stream().map(moving::kernel).toList();
        kernels.forEach(RowKernel::run);
        kernels.get(2).run();

        assertEquals(0x11211, sum[0]);
    }

    @Test
    void shouldUseTheClassOfARecordBodyWithoutStateAgain() {
        RecordBody.Update1<Position, Position> still = p -> p;
        Object other = new Object();
        RecordBody.Update1<Position, Position> capturing = p -> other == null ? null : p;

        assertSame(
                RowDriver.specialised(adapter(still, Position.class)),
                RowDriver.specialised(adapter(still, Position.class)));
        assertNotSame(
                RowDriver.specialised(adapter(still, Position.class)),
                RowDriver.specialised(adapter(still, Velocity.class)));
        assertNotSame(
                RowDriver.specialised(adapter(capturing, Position.class)),
                RowDriver.specialised(adapter(capturing, Position.class)));
        assertNotSame(
                adapter(capturing, Position.class).getClass(),
                adapter(capturing, Position.class).getClass());
    }

    @Test
    void shouldWriteOneClassForBodiesOfAClassThatRunOnce() {
        List<RecordAdapter.Read> reads = List.of(new RecordAdapter.Read(RecordShape.of(Position.class), false));
        int[] sum = new int[1];
        world.spawn(new Position(1, 0));
        List<RecordBody.Each1<Position>> bodies = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int value = 1 << 4 * i;
            bodies.add(p -> sum[0] += value);
        }
        bodies.forEach(world.query(Position.class)::forEach);

        assertEquals(0x11111, sum[0]);
        assertSame(
                RecordAdapter.once(RecordBody.Each1.class, bodies.get(0), reads).getClass(),
                RecordAdapter.once(RecordBody.Each1.class, bodies.get(4), reads).getClass());
    }

    private static RowBody adapter(Object body, Class<? extends Record> record) {
        RecordShape shape = RecordShape.of(record);
        return RecordAdapter.of(
                RecordBody.Update1.class,
                body,
                List.of(new RecordAdapter.Read(shape, false)),
                new RecordAdapter.Write(shape, Set.of()));
    }

    @Test
    void shouldDetectInheritedState() {
        int[] seen = new int[2];
        world.spawn(new Position(0, 0), new Velocity(0, 0));
        moving.kernel(new Inheriting(seen, 0)).run();
        moving.kernel(new Inheriting(seen, 1)).run();

        assertEquals(List.of(1, 1), List.of(seen[0], seen[1]));
    }

    @Test
    void shouldKeepTheClassOfABodyThatRecordsCommandsToo() {
        List<Commands.Body> bodies = new ArrayList<>();
        int[] sum = new int[1];
        for (int i = 0; i < 3; i++) {
            bodies.add((row, commands) -> commands.destroy(row.entity()));
            int value = 1 << 4 * i;
            bodies.add((row, commands) -> sum[0] += value);
        }
        List<KernelDriver> drivers = bodies.stream()
                .map(body -> RowDriver.specialised(Commands.AsRowBody.of(body)))
                .toList();

        drivers.forEach(driver -> assertTrue(driver.isSpecialised()));
        assertSame(drivers.get(0), drivers.get(2));
        assertSame(drivers.get(0), drivers.get(4));
        assertNotSame(drivers.get(1), drivers.get(3), "they differ by what they capture");
        world.spawn(new Position(0, 0), new Velocity(0, 0));
        moving.kernel(bodies.get(1)).run();
        moving.kernel(bodies.get(3)).run();
        moving.kernel(bodies.get(3)).run();
        moving.kernel(bodies.get(5)).run();
        assertEquals(0x121, sum[0]);
        moving.kernel(bodies.get(4)).run();
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldRunABodyWithCommandsThatIsARowBodyToo() {
        world.spawn(new Position(0, 0), new Velocity(0, 0));
        WithAndWithout both = new WithAndWithout();
        moving.kernel((RowBody) both).run();
        moving.kernel((Commands.Body) both).run();
        moving.kernel((RowBody) both).run();

        assertEquals(2 + 100, WithAndWithout.count);
    }

    @Test
    void shouldFallBackIfSwitchedOff() {
        RowDriver fallback = new RowDriver(MOVE);

        assertSame(fallback, Specialisation.define(RowDriver.class, MOVE, fallback, false));
        assertFalse(fallback.isSpecialised());
    }

    @Test
    void shouldFallBackIfAClassCannotBeDefined() {
        RowDriver fallback = new RowDriver(MOVE);

        assertSame(
                fallback,
                Specialisation.define(WithoutConstructor.class, MOVE, fallback, true),
                "no constructor that takes the body");
        KernelDriver lambda = (context, matches, entry, from, to) -> {};
        assertSame(
                fallback, Specialisation.define(lambda.getClass(), MOVE, fallback, true), "no class file to be found");
    }

    @Test
    void shouldFallBackForAnyErrorOfTheRuntime() {
        RowDriver fallback = new RowDriver(MOVE);

        assertSame(fallback, Specialisation.define(Unsupported.class, MOVE, fallback, true));
        assertThrows(OutOfMemoryError.class, () -> Specialisation.define(WithoutMemory.class, MOVE, fallback, true));
    }

    @Tag("slow")
    @Test
    void shouldComputeTheSameInAProcessWithoutSpecialisation() {
        ChildJvm specialised = child("true");
        ChildJvm plain = child("false");

        assertEquals(0, specialised.exitCode(), specialised::output);
        assertEquals(0, plain.exitCode(), plain::output);
        assertTrue(specialised.output().contains("specialised=true"), specialised::output);
        assertTrue(plain.output().contains("specialised=false"), plain::output);
        assertEquals(specialised.output().replace("specialised=true", "specialised=false"), plain.output());
    }

    private static ChildJvm child(String specialise) {
        return ChildJvm.run(
                List.of(
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-Dbasalt.kernels.specialise=" + specialise,
                        "-Dbasalt.strict=" + System.getProperty("basalt.strict"),
                        "-cp",
                        ChildJvm.pathOf(
                                World.class,
                                Position.class,
                                UnsafeApi.class,
                                Executable.class,
                                AssertionFailedError.class)),
                SpecialisationTest.class);
    }

    /** In the child: prints whether kernels are specialised, and their results. */
    public static void main(String[] arguments) {
        try (World world = World.create()) {
            fill(world);
            Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
            RowKernel move = moving.kernel(MOVE);
            RowKernel undo = moving.kernel(row -> row.set(Position.X, row.get(Position.X) - 1));
            for (int tick = 0; tick < 30; tick++) {
                move.run();
                undo.run();
                move.run();
            }
            Template template = world.template().with(new Position(5, 5)).build();
            template.kernel(row -> row.set(Position.X, row.index())).spawn(1000);
            long whole = world.spawn(Kinds.ODD, Vectors.sample(3), new Position(1, 2));
            world.set(whole, Kinds.HIGHEST);
            world.commands().add(whole, new Velocity(3, 4));
            world.applyCommands();
            System.out.println(world.get(whole, Kinds.TYPE) + " " + world.get(whole, Velocity.TYPE));
            Vectors.assertSame(Vectors.sample(3), world.get(whole, Vectors.TYPE));
            System.out.println("specialised=" + move.isSpecialised());
            System.out.println("x=" + moving.reduce().sum(Position.X) + " y="
                    + moving.reduce().sum(Position.Y) + " all=" + sumOfAll(world, Position.TYPE));
        }
    }

    private static double sumOfAll(World world, Component<?> component) {
        return world.query().all(component).build().reduce().sum(Position.X);
    }

    /** Full words, holes, dead rows and rows that do not match. */
    private static void fill(World world) {
        Random random = new Random(11);
        world.template()
                .with(new Position(1, 2), new Velocity(3, 4))
                .build()
                .spawn(20_000, row -> row.set(Velocity.DX, random.nextFloat()));
        for (int i = 0; i < 500; i++) {
            world.tryDestroy(Entity.of(random.nextInt(20_000), 1));
            long entity = Entity.of(random.nextInt(20_000), 1);
            if (world.isAlive(entity)) {
                world.remove(entity, Velocity.TYPE);
            }
        }
    }

    private List<Position> positions() {
        List<Position> positions = new ArrayList<>();
        moving.forEach(row -> positions.add(new Position(row.get(Position.X), row.get(Position.Y))));
        return positions;
    }

    private abstract static class Stateful implements RowBody {
        final int[] seen;
        final int index;

        Stateful(int[] seen, int index) {
            this.seen = seen;
            this.index = index;
        }
    }

    private static final class Inheriting extends Stateful {
        Inheriting(int[] seen, int index) {
            super(seen, index);
        }

        @Override
        public void accept(Row row) {
            seen[index]++;
        }
    }

    private static final class WithoutConstructor implements KernelDriver {
        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int from, int to) {}
    }

    /** Stands for a runtime without hidden classes, such as a native image, which throws an error of its own. */
    private static final class Unsupported implements KernelDriver {
        static {
            refuse();
        }

        private static void refuse() {
            throw new Error("Defining hidden classes at runtime is not supported");
        }

        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int from, int to) {}
    }

    private static final class WithoutMemory implements KernelDriver {
        static {
            refuse();
        }

        private static void refuse() {
            throw new OutOfMemoryError("on purpose");
        }

        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int from, int to) {}
    }

    private static final class WithAndWithout implements RowBody, Commands.Body {
        private static int count;

        @Override
        public void accept(Row row) {
            count++;
        }

        @Override
        public void accept(Row row, Commands commands) {
            count += 100;
        }
    }

    private static void run(Query query, KernelDriver driver) {
        KernelWork.of(query.rowQuery(), null, driver, KernelWork.Touched::unknown, null)
                .run();
    }
}
