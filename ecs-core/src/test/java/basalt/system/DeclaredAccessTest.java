package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static basalt.system.Order.after;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.once;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.component.layout.BlockLayout;
import basalt.internal.Strict;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.SourceCompiler;
import basalt.storage.fixture.Velocity;
import basalt.system.DependencyGraph.Dependency;
import basalt.world.Template;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Systems conflict only with systems that use what they declare: components, columns, or kinds of entities. */
class DeclaredAccessTest extends ScheduleFixture {
    private final Template shot =
            world.template().with(Position.TYPE, Velocity.TYPE).build();
    private final Template patient = world.template().with(new Health(1)).build();
    private final Query positions = all(Position.TYPE);
    private final Query moving = all(Position.TYPE, Velocity.TYPE);
    private final RowKernel move =
            moving.kernel(opaque(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX))));
    private final RowKernel damp = moving.kernel(opaque(row -> row.set(Position.X, row.get(Position.X) * 0.5f)));

    @Test
    void shouldReturnTheComponentsOfATemplate() {
        assertEquals(List.of(Position.TYPE, Velocity.TYPE), shot.components());
        assertThrows(
                UnsupportedOperationException.class, () -> shot.components().clear());
    }

    /** An entity that loses its components and gains others stays in its row. */
    @Test
    void shouldReuseTheRowsOfChangedEntities() {
        long[] full = new long[BlockLayout.ROWS];
        shot.spawn(full);
        long doomed = full[100];
        world.remove(doomed, Position.TYPE);
        world.remove(doomed, Velocity.TYPE);
        world.add(doomed, new Health(1));
        long[] born = new long[1];
        tick(systems()
                .add("end", () -> world.commands().destroy(doomed), destroys(Health.TYPE))
                .add("make", () -> born[0] = shot.spawn(world.commands()), spawns(shot)));
        assertEquals(Entity.index(doomed), Entity.index(born[0]), "as in a serial run");
    }

    private List<List<String>> stages(RowKernel second, SystemOption... options) {
        return stages(new SystemOption[] {spawns(shot)}, second, options);
    }

    private List<List<String>> stages(SystemOption[] first, RowKernel second, SystemOption... options) {
        build(systems().add("make", () -> {}, first).add("look", second, options));
        return schedule.graph().stages();
    }

    private RowKernel kernel(QueryBuilder query) {
        return query.build().kernel(row -> {});
    }

    private void assertWaits(QueryBuilder query, SystemOption... options) {
        assertEquals(List.of(List.of("make"), List.of("look")), stages(kernel(query), options));
    }

    private void assertRunsBeside(QueryBuilder query, SystemOption... options) {
        assertEquals(List.of(List.of("make", "look")), stages(kernel(query), options));
    }

    @Test
    void shouldNotDelayKernelsForEntitiesThatTheyCannotMatch() {
        assertWaits(world.query().all(Position.TYPE));
        assertWaits(world.query().all(Position.TYPE, Velocity.TYPE).optional(Health.TYPE));
        assertRunsBeside(world.query().all(Position.TYPE, Health.TYPE));
        assertRunsBeside(world.query().all(Position.TYPE).none(Velocity.TYPE));
        assertWaits(world.query().all(Position.TYPE).none(Health.TYPE));
        assertRunsBeside(world.query().none(Velocity.TYPE), reads(Position.TYPE));
        assertRunsBeside(world.query().all(Position.TYPE).any(Health.TYPE, Burning.TYPE));
        assertWaits(world.query().all(Position.TYPE).any(Health.TYPE, Velocity.TYPE));
        assertWaits(world.query().added(Position.TYPE));
        assertRunsBeside(world.query().all(Health.TYPE), reads(Position.TYPE, Velocity.TYPE));
    }

    /**
     * A run sees all changes, also of rows that do not match. Rows that match later must not be found by these changes.
     */
    @Test
    void shouldShowSpawnsToKernelsWithChangeQueries() {
        assertWaits(world.query().all(Health.TYPE).added(Position.TYPE));
        long[] born = new long[1];
        List<Long> found = new ArrayList<>();
        RowKernel look =
                world.query().all(Health.TYPE).added(Position.TYPE).build().kernel(row -> found.add(row.entity()));
        build(systems()
                .add("make", () -> born[0] = shot.spawn(world.commands()), spawns(shot), once())
                .add("look", look, reads(Health.TYPE, Position.TYPE)));
        schedule.tick(1);
        world.add(born[0], new Health(1));
        schedule.tick(1);

        assertEquals(List.of(), found, "as in a serial run");
    }

    @Test
    void shouldDelaySystemsThatMayUseOtherEntities() {
        assertWaits(world.query().all(Position.TYPE, Health.TYPE), touchesOthers());
        assertRunsBeside(world.query().all(Health.TYPE), touchesOthers());
        RowKernel kernel = kernel(world.query().all(Position.TYPE, Health.TYPE));
        for (SystemOption[] first : new SystemOption[][] {
            {spawns()},
            {spawns(shot, patient), restructures(Health.TYPE)},
            {destroys(shot)},
            {spawns(shot), destroys(shot)}
        }) {
            assertEquals(2, stages(first, kernel).size(), List.of(first)::toString);
        }
        assertEquals(
                1, stages(new SystemOption[] {spawns(shot, patient)}, kernel).size());
    }

    @Test
    void shouldIncludePartners() {
        Query owned = all(Kinds.TYPE);
        Query moving = all(Position.TYPE, Velocity.TYPE);
        Query healthy = all(Position.TYPE, Health.TYPE);
        assertEquals(
                2,
                stages(owned.pairKernel(Kinds.TARGET, moving, (row, partner) -> {}))
                        .size());
        assertEquals(
                1,
                stages(owned.pairKernel(Kinds.TARGET, healthy, (row, partner) -> {}))
                        .size());
    }

    /** A kernel over all entities looks at all spawned entities. */
    @Test
    void shouldOrderKernelsOverAllEntities() {
        RowKernel all = world.query().build().kernel(row -> {});
        RowKernel none = world.query().none(Health.TYPE).build().kernel(row -> {});
        for (RowKernel kernel : List.of(all, none)) {
            build(systems()
                    .add("make", () -> shot.spawn(world.commands()), spawns(shot))
                    .add("all", kernel, reads(Health.TYPE)));
            assertEquals(2, schedule.graph().stages().size());

            build(systems().add("hide", () -> {}, restructures()).add("all", kernel));
            assertEquals(2, schedule.graph().stages().size(), "entities that are disabled are not found");
        }
    }

    @Test
    void shouldRejectNullTemplatesAndComponents() {
        Rejection.assertRejects(() -> spawns((Template) null), "spawns() got a null template");
        Rejection.assertRejects(() -> spawns((Template[]) null), "spawns() got null instead of templates");
        Rejection.assertRejects(() -> destroys((Template) null), "destroys() got a null template");
        Rejection.assertRejects(() -> destroys(shot, (Template[]) null), "destroys() got null instead of templates");
        Rejection.assertRejects(() -> destroys((Component<?>) null), "destroys() got a null component");
    }

    @Test
    void shouldAllowDeclaredCommands() {
        long doomed = shot.spawn();
        build(systems()
                .add("make", () -> patient.spawn(world.commands()), spawns(patient))
                .add("end", () -> world.commands().destroy(doomed), destroys(Position.TYPE, Velocity.TYPE))
                .add(
                        "both",
                        () -> world.commands().destroy(shot.spawn(world.commands())),
                        spawns(shot),
                        destroys(shot)));
        tick(2, 1);

        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldFindOtherEntities() {
        long burning = world.spawn(new Position(0, 0), new Health(1));
        assertUndeclared(true, () -> patient.spawn(world.commands()), "Health", "spawns(Health.class", spawns(shot));
        assertUndeclared(Strict.ON, () -> world.commands().destroy(burning), "Health", "destroys(", destroys(shot));
    }

    /** Another template may lack what a query excludes. */
    @Test
    void shouldOnlyAllowTheNamedTemplates() {
        Template part = world.template().with(Position.TYPE).build();
        Template same = world.template().with(Velocity.TYPE, Position.TYPE).build();
        Template empty = world.template().build();
        assertUndeclared(
                true,
                () -> part.spawn(world.commands()),
                "components " + Position.class.getName(),
                "spawns(Position.class",
                spawns(shot));
        assertUndeclared(true, () -> world.commands().spawn(), "without components", "spawns()", spawns(shot));
        Commands commands = world.commands();
        for (Access declared : List.of(spawns(same), spawns(), spawns(empty), spawns(patient, shot))) {
            tick(systems().add("make", () -> shot.spawn(world.commands()), declared));
        }
        tick(systems().add("make", () -> world.commands().spawn(), spawns(shot, empty)));
        assertEquals(0, commands.count());
        assertEquals(5, world.entityCount());
    }

    /** A kernel that does not wait for spawns finds the new entities by another query. */
    @Test
    void shouldDetectKernelsThatUseOtherQueriesInStrictMode() {
        world.spawn(new Position(1, 1), new Health(1));
        Query moving = all(Position.TYPE, Velocity.TYPE);
        Query still = world.query().all(Position.TYPE).none(Velocity.TYPE).build();
        Query armed = all(Position.TYPE, Health.TYPE);
        List<Consumer<Row>> looks = List.of(
                row -> moving.count(),
                row -> moving.reduce().max(Velocity.DX, 0),
                row -> moving.cursor().close(),
                row -> moving.forEach(found -> {}));
        for (Consumer<Row> look : looks) {
            RowKernel wild = armed.kernel(look::accept);
            assertLooks(false, true, wild);
            assertLooks(true, true, wild);
            assertLooks(false, false, wild, after("make"));
            assertLooks(false, false, wild, touchesOthers());
            assertLooks(true, false, wild, touchesOthers());
        }
        assertLooks(false, false, armed.kernel(row -> still.count()));
        assertLooks(true, false, armed.kernel(row -> armed.count()));
    }

    /** A kernel in one piece may use a selection, whose partners are found by another query. */
    @Test
    void shouldDetectKernelsThatJoinOtherQueriesInStrictMode() {
        long first = world.spawn(new Position(1, 1), new Health(1));
        world.add(first, new Kinds(1, 2, (byte) 3, (short) 4, 5, 6, true, first, "kinds"));
        Query armed = all(Position.TYPE, Health.TYPE, Kinds.TYPE);
        Query moving = all(Position.TYPE, Velocity.TYPE);
        Selection joining = Selection.of(armed);
        RowKernel kernel = armed.kernel(row -> joining.collect().join(Kinds.TARGET, moving));
        assertLooks(false, true, kernel, reads(Kinds.TYPE), writesResource(Integer.class));
        assertLooks(false, false, kernel, reads(Kinds.TYPE), writesResource(Integer.class), after("make"));
    }

    /**
     * The kernel is before or after the system that spawns entities; a body between them puts one of them into an
     * earlier stage.
     */
    private void assertLooks(boolean kernelFirst, boolean isWild, RowKernel kernel, SystemOption... options) {
        List<SystemOption> all =
                new ArrayList<>(List.of(reads(Position.TYPE, Velocity.TYPE, Health.TYPE), readsResource(String.class)));
        all.addAll(List.of(options));
        ScheduleBuilder builder = systems().workers(1);
        Runnable make = () -> {};
        if (kernelFirst) {
            builder.add("stage 0", () -> {}, sends(Blow.TYPE))
                    .add("stage 1", () -> {}, receives(Blow.TYPE), writesResource(String.class))
                    .add("look", kernel, all.toArray(new SystemOption[0]))
                    .add("make", make, spawns(shot));
        } else {
            builder.add("make", make, spawns(shot)).add("look", kernel, all.toArray(new SystemOption[0]));
        }
        if (isWild && Strict.ON) {
            assertMentions(
                    rejection("look", builder),
                    "'look' used another query",
                    "'make'",
                    "touchesOthers() to the system; " + (kernelFirst ? "before" : "after") + "(\"make\") does too");
        } else {
            tick(builder);
        }
    }

    private void assertUndeclared(boolean isFound, Runnable body, String component, String remedy, Access declared) {
        ScheduleBuilder builder = systems().add("system", body, declared);
        if (isFound) {
            assertMentions(rejection("system", builder), component, remedy);
        } else {
            tick(builder);
        }
    }

    private static ScheduleGraph graph(SystemOption first, SystemOption second) {
        return new Systems().add("a", first).add("b", second).graph();
    }

    @Test
    void shouldLetSystemsOfDifferentColumnsRunSideBySide() {
        for (SystemOption option : List.of(
                writes(Position.Y),
                reads(Position.Y),
                writes(Velocity.DX),
                reads(Velocity.TYPE),
                writes(Health.TYPE))) {
            assertEquals(List.of(), graph(writes(Position.X), option).implicitOrder(), option::toString);
            assertEquals(List.of(), graph(option, writes(Position.X)).implicitOrder(), option::toString);
        }
        assertEquals(
                List.of(),
                graph(reads(Position.X, Position.Y), reads(Position.TYPE)).implicitOrder());
    }

    @Test
    void shouldOrderSystemsThatUseTheSameColumn() {
        assertEquals("both write Position.x", why(writes(Position.X, Velocity.DX), writes(Position.X)));
        assertEquals("both write Position.x", why(writes(Position.X), writes(Position.TYPE)));
        assertEquals("both write Position", why(writes(Position.TYPE), writes(Position.TYPE)));
        assertEquals("written, then read Position.x", why(writes(Position.TYPE), reads(Position.X)));
        assertEquals("written, then read Position.x", why(writes(Position.X), reads(Position.TYPE)));
        assertEquals("read, then written Position.y", why(reads(Position.X, Position.Y), writes(Position.Y)));
    }

    private static String why(SystemOption first, SystemOption second) {
        ScheduleGraph graph = graph(first, second);
        assertEquals(1, graph.implicitOrder().size());
        return graph.implicitOrder().get(0).why();
    }

    @Test
    void shouldShowColumnsInTheText() {
        assertEquals(
                "writes(Position.x, Velocity.dy)",
                writes(Position.X, Velocity.DY).toString());
        assertMentions(
                new Systems()
                        .add("a", reads(Position.TYPE), writes(Position.X), reads(Velocity.DX))
                        .graph()
                        .toString(),
                "a: reads(Position, Velocity.dx), writes(Position.x)\n");
    }

    @Test
    void shouldRejectDuplicateDeclarations() {
        assertSpecRejected("reads(Position.x) twice", reads(Position.X), reads(Position.X));
        assertSpecRejected("writes(Position.x) twice", writes(Position.X, Position.X));
        assertSpecRejected("reads(Position.x) beside writes() of it", reads(Position.X), writes(Position.X));
        assertSpecRejected("reads(Position.x) beside writes() of its", reads(Position.X), writes(Position.TYPE));
        assertSpecRejected("writes(Position.x) beside writes() of its", writes(Position.X), writes(Position.TYPE));
        assertSpecRejected("reads(Position.x) beside reads() of its", reads(Position.TYPE), reads(Position.X));
        assertRejects(() -> reads(new Column[0]), "reads() needs at least one column");
        assertRejects(() -> writes((Column[]) null), "writes() needs at least one column");
        assertRejects(() -> writes(Position.X, null), "writes() got a null column");
    }

    private static void assertSpecRejected(String text, SystemOption... options) {
        assertRejects(
                () -> SystemSpec.of("a", 0, List.of(), true, options), "system \"a\" declares " + text, "drop one");
    }

    /**
     * A kernel whose query names a component does not count as writing the columns that its system does not declare.
     */
    @Test
    void shouldAssumeNothingForComponentsWithDeclaredColumns() {
        RowKernel x = positions.kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
        RowKernel y = positions.kernel(row -> row.set(Position.Y, row.get(Position.Y) + 2));
        long entity = world.spawn(new Position(0, 0));
        build(systems().add("x", x, writes(Position.X)).add("y", y, writes(Position.Y)));
        assertEquals(List.of(), schedule.graph().implicitOrder());
        schedule.tick(1);

        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
    }

    private String rejection(RowKernel kernel, SystemOption... options) {
        assumeTrue(Strict.ON, "strict mode is off");
        SystemException failure = failure(systems().add("wild", kernel, options));
        return assertInstanceOf(IllegalStateException.class, failure.getCause()).getMessage();
    }

    @Test
    void shouldRejectColumnsThatAreNotDeclared() {
        long entity = world.spawn(new Position(1, 2), new Kinds(1, 2, (byte) 3, (short) 4, 5, 6, true, 7, "kinds"));
        Query both = all(Position.TYPE, Kinds.TYPE);
        SystemOption[] options = {reads(Position.TYPE), writes(Position.X), reads(Kinds.I64), writes(Kinds.I32)};
        String y = "column y of component " + Position.TYPE.name();
        assertColumnRejected("wrote " + y, both.kernel(opaque(row -> row.set(Position.Y, 1))), options);
        assertColumnRejected(
                "wrote " + y,
                both.kernel(opaque(row -> {
                    row.set(Position.X, row.get(Position.X) + row.get(Position.Y));
                    row.set(Position.Y, 1);
                })),
                options);
        assertColumnRejected("wrote " + y, both.kernel(opaque(row -> world.set(entity, Position.Y, 1))), options);
        assertColumnRejected(
                "wrote " + y, both.kernel(opaque(row -> world.row(entity).set(Position.Y, 1))), options);
        assertColumnRejected(
                "wrote component " + Position.TYPE.name(),
                both.kernel(row -> world.set(entity, new Position(1, 1))),
                options);
        assertColumnRejected("read column i8", both.kernel(opaque(row -> row.get(Kinds.I8))), options);
        assertColumnRejected("read column name", both.kernel(opaque(row -> row.get(Kinds.NAME))), options);
        assertColumnRejected("wrote column i64", both.kernel(opaque(row -> row.set(Kinds.I64, 1))), options);
        assertColumnRejected("read component", both.kernel(opaque(row -> world.get(entity, Kinds.TYPE))), options);
        assertColumnRejected(
                "read column i16", both.kernel(opaque(row -> both.reduce().sum(Kinds.I16))), options);
        assertEquals(1, world.get(entity, Position.Y));
    }

    private void assertColumnRejected(String text, RowKernel kernel, SystemOption... options) {
        assertMentions(rejection(kernel, options), "system 'wild' " + text);
    }

    /** A kernel may read the columns that it does not write of any entity. */
    @Test
    void shouldCompareOtherEntitiesByColumn() {
        long first = world.spawn(new Position(1, 2));
        long second = world.spawn(new Position(3, 4));
        RowKernel allowed = positions.kernel(row -> row.set(Position.X, world.get(second, Position.Y)));
        tick(systems().add("tame", allowed, writes(Position.X), reads(Position.Y)));
        assertEquals(4f, world.get(first, Position.X));
        RowKernel wild = positions.kernel(row -> row.set(Position.X, world.get(second, Position.X)));
        assertMentions(rejection(wild, writes(Position.X), reads(Position.Y)), "add touchesOthers()");
    }

    @Test
    void shouldRequireReadsOfTheWholeComponentForChangeQueries() {
        RowKernel kernel =
                world.query().changed(Position.TYPE).build().kernel(row -> row.set(Position.X, row.get(Position.Y)));
        ScheduleBuilder builder = systems();
        assertRejects(
                () -> builder.add("a", kernel, writes(Position.X), reads(Velocity.TYPE)),
                "system \"a\" looks for changes of component " + Position.TYPE.name(),
                "add reads(...) of the component");
        builder.add("a", kernel, writes(Position.X), reads(Position.TYPE))
                .build()
                .close();
        Query changed = world.query().changed(Position.TYPE).build();
        Query added = world.query().added(Position.TYPE).build();
        tick(systems().add("body", () -> assertEquals(0, added.count()), reads(Position.X)));
        RowKernel looks = all(Velocity.TYPE).kernel(row -> changed.count());
        world.spawn(new Velocity(1, 1));
        assertMentions(
                rejection(looks, reads(Velocity.TYPE, Health.TYPE), reads(Position.X)),
                "looked for changes of component " + Position.TYPE.name());
    }

    /** Two threads mark the same words of the same readers at once; each column is written in every second entity. */
    @TestOfWorkers
    void shouldMarkAComponentWhoseColumnsAreWrittenSideBySide(int workers) {
        int rows = 20_000;
        long[] entities = new long[rows];
        for (int i = 0; i < rows; i++) {
            entities[i] = world.spawn(new Position(0, 0));
        }
        Query changed = world.query().changed(Position.TYPE).build();
        Query again = world.query().changed(Position.TYPE).build();
        build(systems(workers)
                .add("x", () -> write(entities, Position.X, 0), writes(Position.X))
                .add("y", () -> write(entities, Position.Y, 1), writes(Position.Y)));
        for (int i = 0; i < 5; i++) {
            schedule.tick(1);
            assertEquals(rows / 2, changed.count());
            assertEquals(rows / 2, again.count());
            changed.cursor().close();
            again.cursor().close();
        }
    }

    private void write(long[] entities, FloatColumn column, int firstWord) {
        EagerThreads.note();
        for (int i = firstWord; i < entities.length; i += 4) {
            world.set(entities[i], column, 7);
        }
    }

    /** The dependency of the second system on the first one. */
    private static Dependency assumedLink(ScheduleBuilder builder) {
        try (Schedule schedule = builder.build()) {
            return schedule.graph().dependencies().between(0, 1);
        }
    }

    @Test
    void shouldOrderKernelsThatDeclareNothing() {
        long entity = world.spawn(new Position(1, 1), new Velocity(3, 0));
        ScheduleBuilder builder = systems().add("move", move).add("damp", damp);
        assertEquals(Dependency.ORDERED, assumedLink(builder));
        tick(builder);
        assertEquals(2f, world.get(entity, Position.X));
    }

    @Test
    void shouldAssumeAllComponentsThatTheQueryNames() {
        RowKernel some = world.query()
                .all(Position.TYPE)
                .any(Velocity.TYPE)
                .optional(Health.TYPE)
                .none(Frozen.TYPE)
                .build()
                .kernel(opaque(row -> {}));
        build(systems()
                .add("some", some, reads(Velocity.TYPE))
                .add("other", damp, writes(Velocity.TYPE), writes(Position.TYPE)));
        assertMentions(
                schedule.graph().toString(),
                "some: reads(Velocity), writes(Position, Health) assumed, selects by Frozen\n",
                "other: writes(Velocity, Position)\n");
        assertMentions(
                schedule.graph().toDot(), "[label=\"some\\nwrites(Position, Health) assumed\"]", "[label=\"other\"]");
    }

    @Test
    void shouldRunKernelsThatDeclareReadsSideBySide() {
        SystemOption[] readsOnly = {reads(Position.TYPE, Velocity.TYPE)};
        assertEquals(
                Dependency.NONE, assumedLink(systems().add("a", move, readsOnly).add("b", damp, readsOnly)));
        assertEquals(
                Dependency.ORDERED,
                assumedLink(systems().add("a", move, readsOnly).add("b", damp, reads(Position.TYPE))));
    }

    /** A tag has no values to write. */
    @Test
    void shouldTreatATagAsRead() {
        RowKernel frozen = all(Frozen.TYPE).kernel(row -> {});
        ScheduleBuilder builder = systems().add("a", frozen).add("b", frozen);
        assertEquals(Dependency.NONE, assumedLink(builder));
        build(builder);
        assertFalse(schedule.graph().toString().contains("assumed"));
    }

    @Test
    void shouldMarkAssumedWritesAsChanged() {
        world.spawn(new Position(1, 1), new Velocity(3, 0));
        Query changed = world.query().changed(Position.TYPE).build();
        tick(systems().add("move", move));
        assertEquals(1, changed.count());
    }

    /** A call that names nothing does not compile where that makes no sense. */
    @Test
    void shouldNotCompileWithoutComponents(@TempDir Path folder) throws IOException {
        List<String> empty = List.of("reads()", "writes()", "sends()", "receives()");
        List<String> all = List.of("restructures()", "destroys()", "spawns()");
        for (String call : Stream.concat(empty.stream(), all.stream()).toList()) {
            String source = "class Empty { Object option = basalt.system.Access." + call + "; }";
            String messages = SourceCompiler.compile("Empty", source, folder);
            assertEquals(empty.contains(call), messages.contains("is ambiguous"), call + ": " + messages);
        }
        for (String call : List.of("all()", "any()", "none()", "optional()", "added()", "changed()")) {
            String source =
                    "class Empty { Object query(basalt.query.QueryBuilder query) { return query." + call + "; } }";
            String messages = SourceCompiler.compile("Empty", source, folder);
            assertTrue(messages.contains("is ambiguous"), call + ": " + messages);
        }
    }
}
