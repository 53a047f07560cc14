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
import static basalt.system.RunCondition.once;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
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
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.DependencyGraph.Dependency;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Systems that declare which entities they spawn and destroy conflict only with systems that look at such entities. */
class DeclaredPopulationTest {
    private final World world = World.create();
    private final Template shot =
            world.template().with(Position.TYPE, Velocity.TYPE).build();
    private final Template patient = world.template().with(new Health(1)).build();

    @AfterEach
    void close() {
        world.close();
    }

    private static Dependency link(Access first, Access second) {
        return new Systems()
                .add("first", first)
                .add("second", second)
                .graph()
                .order()
                .dependencies()
                .between(0, 1);
    }

    @Test
    void shouldReturnTheComponentsOfATemplate() {
        assertEquals(List.of(Position.TYPE, Velocity.TYPE), shot.components());
        assertThrows(
                UnsupportedOperationException.class, () -> shot.components().clear());
    }

    @Test
    void shouldOrderSystemsThatUseSuchEntities() {
        assertEquals(Dependency.BARRIER, link(spawns(shot), reads(Position.TYPE)));
        assertEquals(Dependency.NONE, link(spawns(shot), reads(Health.TYPE)));
        assertEquals(Dependency.BARRIER, link(spawns(shot, patient), reads(Health.TYPE)));
        assertEquals(Dependency.WEAK, link(writes(Velocity.TYPE), spawns(shot)));
        assertEquals(Dependency.NONE, link(writes(Health.TYPE), spawns(shot)));
        assertEquals(Dependency.BARRIER, link(destroys(shot), reads(Position.TYPE)));
        assertEquals(Dependency.NONE, link(destroys(Position.TYPE, Velocity.TYPE), reads(Health.TYPE)));
        assertEquals(Dependency.WEAK, link(reads(Position.TYPE), destroys(Position.TYPE)));
        assertEquals(Dependency.NONE, link(reads(Burning.TYPE), destroys(Position.TYPE)));
    }

    @Test
    void shouldOrderSpawnsAndDestroys() {
        assertEquals(Dependency.ORDERED, link(spawns(shot), spawns(patient)), "ids are given out in order");
        assertEquals(Dependency.BARRIER, link(destroys(shot), spawns(shot)));
        assertEquals(
                Dependency.BARRIER,
                link(destroys(shot), spawns(patient)),
                "what dies may be in a row of another template");
        assertEquals(Dependency.BARRIER, link(destroys(), spawns(patient)));
        assertEquals(Dependency.BARRIER, link(destroys(patient), spawns()));
        assertEquals(Dependency.WEAK, link(spawns(shot), destroys(shot)));
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
        try (Schedule schedule = Schedule.builder(world)
                .add("end", () -> world.commands().destroy(doomed), destroys(Health.TYPE))
                .add("make", () -> born[0] = shot.spawn(world.commands()), spawns(shot))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(Entity.index(doomed), Entity.index(born[0]), "as in a serial run");
    }

    private List<List<String>> stages(RowKernel second, SystemOption... options) {
        return stages(new SystemOption[] {spawns(shot)}, second, options);
    }

    private List<List<String>> stages(SystemOption[] first, RowKernel second, SystemOption... options) {
        try (Schedule schedule = Schedule.builder(world)
                .add("make", () -> {}, first)
                .add("look", second, options)
                .build()) {
            return schedule.graph().stages();
        }
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
        try (Schedule schedule = Schedule.builder(world)
                .add("make", () -> born[0] = shot.spawn(world.commands()), spawns(shot), once())
                .add("look", look, reads(Health.TYPE, Position.TYPE))
                .build()) {
            schedule.tick(1);
            world.add(born[0], new Health(1));
            schedule.tick(1);
        }
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
        Query owned = world.query().all(Kinds.TYPE).build();
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        Query healthy = world.query().all(Position.TYPE, Health.TYPE).build();
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
            try (Schedule schedule = Schedule.builder(world)
                    .add("make", () -> shot.spawn(world.commands()), spawns(shot))
                    .add("all", kernel, reads(Health.TYPE))
                    .build()) {
                assertEquals(2, schedule.graph().stages().size());
            }
            try (Schedule schedule = Schedule.builder(world)
                    .add("hide", () -> {}, restructures())
                    .add("all", kernel)
                    .build()) {
                assertEquals(2, schedule.graph().stages().size(), "entities that are disabled are not found");
            }
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
        try (Schedule schedule = Schedule.builder(world)
                .add("make", () -> patient.spawn(world.commands()), spawns(patient))
                .add("end", () -> world.commands().destroy(doomed), destroys(Position.TYPE, Velocity.TYPE))
                .add("both", () -> world.commands().destroy(shot.spawn(world.commands())), spawns(shot), destroys(shot))
                .build()) {
            schedule.tick(1);
            schedule.tick(1);
        }
        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldFindOtherEntities() {
        long burning = world.spawn(new Position(0, 0), new Health(1));
        assertUndeclared(true, () -> patient.spawn(world.commands()), "Health", "spawns(...)", spawns(shot));
        assertUndeclared(Strict.ON, () -> world.commands().destroy(burning), "Health", "destroys(...)", destroys(shot));
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
                "spawns(...)",
                spawns(shot));
        assertUndeclared(
                true, () -> world.commands().spawn(), "without components", "spawns() without templates", spawns(shot));
        Commands commands = world.commands();
        for (Access declared : List.of(spawns(same), spawns(), spawns(empty), spawns(patient, shot))) {
            try (Schedule schedule = Schedule.builder(world)
                    .add("make", () -> shot.spawn(world.commands()), declared)
                    .build()) {
                schedule.tick(1);
            }
        }
        try (Schedule schedule = Schedule.builder(world)
                .add("make", () -> world.commands().spawn(), spawns(shot, empty))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(0, commands.count());
        assertEquals(5, world.entityCount());
    }

    /** A kernel that does not wait for spawns finds the new entities by another query. */
    @Test
    void shouldDetectKernelsThatUseOtherQueriesInStrictMode() {
        world.spawn(new Position(1, 1), new Health(1));
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        Query still = world.query().all(Position.TYPE).none(Velocity.TYPE).build();
        Query armed = world.query().all(Position.TYPE, Health.TYPE).build();
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
        Query armed = world.query().all(Position.TYPE, Health.TYPE, Kinds.TYPE).build();
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
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
        ScheduleBuilder builder = Schedule.builder(world).workers(1);
        Runnable make = () -> {};
        if (kernelFirst) {
            builder.add("stage 0", () -> {}, sends(Blow.TYPE))
                    .add("stage 1", () -> {}, receives(Blow.TYPE), writesResource(String.class))
                    .add("look", kernel, all.toArray(new SystemOption[0]))
                    .add("make", make, spawns(shot));
        } else {
            builder.add("make", make, spawns(shot)).add("look", kernel, all.toArray(new SystemOption[0]));
        }
        try (Schedule schedule = builder.build()) {
            if (isWild && Strict.ON) {
                String message = assertThrows(SystemException.class, () -> schedule.tick(1))
                        .getCause()
                        .getMessage();
                assertTrue(message.contains("'look' used another query") && message.contains("'make'"), message);
                assertTrue(
                        message.contains("touchesOthers() or " + (kernelFirst ? "before" : "after") + "(\"make\")"),
                        message);
            } else {
                schedule.tick(1);
            }
        }
    }

    private void assertUndeclared(boolean isFound, Runnable body, String component, String remedy, Access declared) {
        try (Schedule schedule =
                Schedule.builder(world).add("system", body, declared).build()) {
            if (isFound) {
                String message = assertThrows(SystemException.class, () -> schedule.tick(1))
                        .getCause()
                        .getMessage();
                assertTrue(message.contains(component) && message.contains(remedy), message);
            } else {
                schedule.tick(1);
            }
        }
    }
}
