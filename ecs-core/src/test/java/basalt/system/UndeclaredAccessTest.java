package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** In strict mode a system that touches undeclared data fails, and the message names the system and the data. */
@EnabledIfSystemProperty(named = "basalt.strict", matches = "true")
class UndeclaredAccessTest extends ScheduleFixture {
    private final long entity = world.spawn(new Position(1, 2), new Velocity(3, 4), new Health(5), new Rare(6, "rare"));
    private final Query positions = all(Position.TYPE);
    private final Query healthy =
            world.query().all(Health.TYPE).optional(Velocity.TYPE).build();
    private final EventChannel<Blow> events = world.events(Blow.TYPE);
    private final EventReader<Blow> reader = events.reader();

    private void assertRejected(ScheduleBuilder builder, Class<?> named, String did, String remedy) {
        SystemException failure = failure(builder);
        String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                .getMessage();
        assertEquals("wild", failure.system());
        assertMentions(message, "system 'wild' ", did + " ", named.getName(), "add " + remedy);
        StoreInvariants.check(world);
        assertEquals(0, world.frame().usedBytes());
        assertEquals(1, healthy.count());
    }

    private void assertRejected(Runnable body, Class<?> named, String did, String remedy, SystemOption... options) {
        assertRejected(systems().add("wild", body, options), named, did, remedy);
    }

    private void assertReadRejected(Runnable body, Class<?> named, SystemOption... options) {
        assertRejected(body, named, "read component", "reads(" + named.getSimpleName() + ".class)", options);
    }

    private void assertWriteRejected(Runnable body, Class<?> named, SystemOption... options) {
        assertRejected(body, named, "wrote component", "writes(" + named.getSimpleName() + ".class)", options);
    }

    private void assertQuestionRejected(Runnable body, Class<?> named, SystemOption... options) {
        assertRejected(
                body,
                named,
                "checked which entities have component",
                "reads(" + named.getSimpleName() + ".class)",
                options);
    }

    @Test
    void shouldRejectUndeclaredAccessOfAKernel() {
        RowKernel reads = positions.kernel(opaque(row -> row.get(Health.POINTS)));
        RowKernel writes = positions.kernel(opaque(row -> row.set(Position.Y, 1)));
        RowKernel asks = positions.kernel(opaque(row -> row.has(Velocity.TYPE)));
        RowKernel others = positions.kernel(row -> world.set(entity, Health.POINTS, 1));

        assertRejected(schedule().add("wild", reads), Health.class, "read component", "reads(Health.class)");
        assertRejected(
                schedule().add("wild", writes, reads(Position.TYPE)),
                Position.class,
                "wrote component",
                "writes(Position.class)");
        assertRejected(
                schedule().add("wild", asks),
                Velocity.class,
                "checked which entities have component",
                "reads(Velocity.class)");
        assertRejected(
                schedule().add("wild", others, reads(Health.TYPE)),
                Health.class,
                "wrote component",
                "writes(Health.class)");
        assertEquals(new Position(1, 1), world.get(entity, Position.TYPE), "as it was written");
    }

    /** An undeclared call takes place, and leaves nothing open; commands are dropped. */
    @Test
    void shouldGoOnAfterUndeclaredAccess() {
        RemovedComponents removed = world.removed(Rare.TYPE);
        Query changed = world.query().changed(Position.TYPE).build();
        RowKernel kernel = positions.kernel(row -> row.get(Position.X));
        world.set(entity, Position.X, 1);
        world.remove(entity, Rare.TYPE);
        List<Runnable> undeclared = List.of(
                () -> assertEquals(1, changed.count()),
                () -> assertTrue(removed.next()),
                kernel::run,
                () -> positions.cursor().close(),
                () -> assertEquals(1, positions.reduce().sum(Position.X)),
                () -> Selection.of(positions).collect(),
                () -> world.commands().add(entity, Frozen.TYPE),
                () -> world.commands().set(entity, Position.X, 7));
        SystemException failure =
                failure(systems().add("wild", () -> undeclared.forEach(Runnable::run), reads(Health.TYPE)));
        assertMentions(
                failure.getMessage(),
                "add reads(Position.class, Rare.class), restructures(Frozen.class, Position.class) to the system");
        StoreInvariants.check(world);
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE), "commands of a failed system are dropped");
        assertFalse(world.has(entity, Frozen.TYPE));
        assertFalse(removed.next());
    }

    /** Undeclared components of the query count as written, so they may be used. */
    @Test
    void shouldAllowAKernelTheComponentsOfItsQuery() {
        RowKernel writes = positions.kernel(row -> row.set(Position.X, 8));
        tick(schedule().add("tame", writes));
        assertEquals(8f, world.get(entity, Position.X));
    }

    private ScheduleBuilder schedule() {
        return systems(2);
    }

    @Test
    void shouldRejectReadsOfABody() {
        assertReadRejected(() -> world.get(entity, Position.X), Position.class, reads(Health.TYPE));
        assertReadRejected(() -> world.get(entity, Position.TYPE), Position.class);
        assertReadRejected(() -> world.row(entity).get(Position.X), Position.class);
        assertReadRejected(() -> world.get(entity, Rare.NOTE), Rare.class);
        assertReadRejected(() -> healthy.forEach(row -> row.get(Velocity.DX)), Velocity.class, reads(Health.TYPE));
    }

    @Test
    void shouldRejectWritesOfABody() {
        assertWriteRejected(() -> world.set(entity, Position.X, 1), Position.class, reads(Position.TYPE));
        assertWriteRejected(() -> world.set(entity, new Position(7, 7)), Position.class);
        assertWriteRejected(() -> world.row(entity).set(Position.X, 1), Position.class, reads(Position.TYPE));
        assertWriteRejected(() -> world.set(entity, Rare.NOTE, "x"), Rare.class);
        assertWriteRejected(
                () -> positions.forEach(row -> row.set(Position.X, 1)), Position.class, reads(Position.TYPE));
        assertEquals(new Position(1, 7), world.get(entity, Position.TYPE), "as it was written");
        assertEquals("x", world.get(entity, Rare.NOTE));
    }

    @Test
    void shouldRejectPresenceChecksOfABody() {
        assertQuestionRejected(() -> world.has(entity, Position.TYPE), Position.class);
        assertQuestionRejected(() -> world.isEnabled(entity, Position.TYPE), Position.class);
        assertQuestionRejected(() -> world.row(entity).has(Frozen.TYPE), Frozen.class);
        assertQuestionRejected(() -> world.row(entity).isEnabled(Frozen.TYPE), Frozen.class);
        assertQuestionRejected(positions::count, Position.class, reads(Health.TYPE));
        assertQuestionRejected(positions::first, Position.class);
        assertQuestionRejected(positions::isEmpty, Position.class);
        assertQuestionRejected(positions::single, Position.class);
        assertQuestionRejected(() -> positions.cursor().close(), Position.class);
        assertQuestionRejected(() -> positions.forEach(row -> {}), Position.class);
        assertQuestionRejected(() -> positions.forEachSpan(span -> {}), Position.class);
        assertQuestionRejected(() -> positions.reduce().sum(Position.X), Position.class);
        Query warm = world.query().all(Position.TYPE).none(Frozen.TYPE).build();
        assertQuestionRejected(warm::count, Frozen.class, reads(Position.TYPE));
        RowKernel kernel = positions.kernel(row -> {});
        assertQuestionRejected(kernel::run, Position.class);
    }

    @Test
    void shouldRejectResources() {
        world.resources().put(String.class, "a resource");
        String remedy = "readsResource(String.class)";
        assertRejected(
                () -> world.resources().get(String.class),
                String.class,
                "used resource",
                remedy,
                readsResource(Integer.class));
        assertRejected(() -> world.resources().tryGet(String.class), String.class, "used resource", remedy);
    }

    @Test
    void shouldRejectReceiving() {
        events.send(new Blow(1));
        assertReceivingRejected(reader::next);
        assertReceivingRejected(reader::remaining);
        assertReceivingRejected(() -> reader.forEachNumber(event -> {}));
        assertReceivingRejected(() -> events.get(0, Blow.WEIGHT));
        assertReceivingRejected(() -> events.get(0));
        assertReceivingRejected(events::sent);
        assertReceivingRejected(events::reader);
    }

    private void assertReceivingRejected(Runnable body) {
        assertRejected(
                body,
                Blow.class,
                "read events of type",
                "receives(Blow.class)",
                receives(Spark.TYPE),
                sends(Blow.TYPE));
    }

    @Test
    void shouldAllowDeclaredUses() {
        RowKernel kernel = healthy.kernel((row, commands) -> {
            if (row.has(Velocity.TYPE) && row.get(Velocity.DX) > 0) {
                commands.add(row.entity(), Frozen.TYPE);
            }
        });
        Query query = world.query()
                .all(Position.TYPE)
                .any(Health.TYPE, Rare.TYPE)
                .none(Frozen.TYPE)
                .build();
        tick(schedule()
                .add("kernel", kernel, restructures(Frozen.TYPE))
                .add(
                        "body",
                        () -> query.forEach(row -> row.set(Position.X, row.has(Rare.TYPE) ? 8 : 9)),
                        writes(Position.TYPE),
                        reads(Health.TYPE, Rare.TYPE, Frozen.TYPE)));
        assertEquals(1f, world.get(entity, Position.X), "it is frozen by then");
    }
}
