package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Order.after;
import static basalt.system.Order.before;
import static basalt.system.Order.inSet;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.ScheduleGraph.ImplicitOrder;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScheduleGraphTest extends ScheduleFixture {
    @Test
    void shouldHaveNoStageWithoutSystems() {
        ScheduleGraph graph = new Systems().graph();
        assertEquals(List.of(), graph.stages());
        assertEquals(0, graph.stageCount());
        assertEquals(List.of(), graph.implicitOrder());
        assertTrue(graph.toDot().startsWith("digraph schedule {"));
    }

    @Test
    void shouldPutABarrierWhereStructureChanges() {
        ScheduleGraph graph = new Systems()
                .add("steer", writes(Velocity.TYPE))
                .add("light", reads(Velocity.TYPE), restructures(Burning.TYPE))
                .add("burn", reads(Burning.TYPE), writes(Health.TYPE))
                .add("draw", reads(Health.TYPE, Velocity.TYPE))
                .graph();
        assertEquals(List.of(List.of("steer", "light"), List.of("burn", "draw")), graph.stages());
        assertEquals(2, graph.stageCount());
        assertArrayEquals(new int[] {0, 1}, graph.stage(0));
        assertArrayEquals(new int[] {2, 3}, graph.stage(1));
        assertEquals(1, graph.stageOf(2));
        assertEquals("burn", graph.systems().get(2).name());
    }

    /** Conditions are evaluated, and changed rows are found, at the start of a stage. */
    @Test
    void shouldPutABarrierBeforeSystemsThatActAtTheStartOfTheirStage() {
        List<SystemSpec> specs = List.of(
                SystemSpec.of("move", 0, List.of(), true, writes(Position.TYPE)),
                SystemSpec.of("far", 1, List.of(), true, reads(Position.TYPE), when(() -> true)),
                SystemSpec.of("index", 2, List.of(), true, reads(Position.TYPE)).over(List.of(), false, true),
                SystemSpec.of("draw", 3, List.of(), true, reads(Position.TYPE)),
                SystemSpec.of("menu", 4, List.of(), true, reads(Velocity.TYPE), when(() -> true)));
        assertEquals(
                List.of(List.of("move", "draw", "menu"), List.of("far", "index")),
                ScheduleGraph.of(specs, Set.of(), List.of()).stages());
    }

    @Test
    void shouldObeyExplicitOrderOfSets() {
        ScheduleGraph graph = new Systems()
                .add("draw", after("physics"))
                .add("move", inSet("physics"))
                .add("collide", inSet("physics", "slow"))
                .add("input", before("physics"))
                .add("rest", after("slow"))
                .graph();
        assertEquals(List.of(List.of("input", "move", "collide", "draw", "rest")), graph.stages());
    }

    @Test
    void shouldPreferIndirectExplicitOrderToDeclarationOrder() {
        ScheduleGraph graph = new Systems()
                .add("draw", reads(Position.TYPE), after("sort"))
                .add("sort", after("move"))
                .add("move", writes(Position.TYPE))
                .graph();
        assertEquals(List.of(List.of("move", "sort", "draw")), graph.stages());
        assertEquals(List.of(), graph.implicitOrder());
        assertTrue(graph.toString().contains("sort -> draw: \"draw\" says after(\"sort\")\n"), graph::toString);
        assertFalse(graph.toString().contains("move -> draw"), graph::toString);
    }

    @Test
    void shouldReportImplicitlyOrderedPairs() {
        ScheduleGraph graph = new Systems()
                .add("a", writes(Position.TYPE))
                .add("b", writes(Position.TYPE), after("a"))
                .add("c", writes(Position.TYPE), reads(Velocity.TYPE), after("b"))
                .add("d", writes(Velocity.TYPE))
                .add("e", restructures(Velocity.TYPE))
                .graph();
        assertEquals(
                List.of(
                        new ImplicitOrder("c", "d", "read, then written Velocity"),
                        new ImplicitOrder("c", "e", "seen, then restructured Velocity"),
                        new ImplicitOrder("d", "e", "seen, then restructured Velocity")),
                graph.implicitOrder(),
                "a and c are ordered by way of b");
        assertEquals(
                "\"c\" before \"d\", as the order of adding decides: read, then written Velocity",
                graph.implicitOrder().get(0).toString());
    }

    @Test
    void shouldReportPairsThatUseTheSameDataFirst() {
        ScheduleGraph graph = new Systems()
                .add("a", spawns(), reads(Velocity.TYPE))
                .add("b", spawns(), writes(Position.TYPE))
                .add("c", spawns(), writes(Velocity.TYPE))
                .graph();
        assertEquals(
                List.of("ac", "ab", "bc"),
                graph.implicitOrder().stream()
                        .map(pair -> pair.first() + pair.second())
                        .toList());
    }

    @Test
    void shouldReportPairsThatShareAStageButTakeEffectInOrder() {
        ScheduleGraph graph = new Systems()
                .add("light", restructures(Burning.TYPE))
                .add("quench", restructures(Burning.TYPE))
                .add("freeze", restructures(Frozen.TYPE))
                .add("say", sends(Bell.TYPE))
                .add("shout", sends(Bell.TYPE))
                .graph();
        assertEquals(1, graph.stageCount());
        assertEquals(
                List.of("\"light\" before \"quench\"", "\"say\" before \"shout\""),
                graph.implicitOrder().stream()
                        .map(pair -> pair.toString().replaceFirst(",.*", ""))
                        .toList());
        assertTrue(
                graph.implicitOrder().get(0).why().contains("both restructure Burning"),
                graph.implicitOrder()::toString);
    }

    @Test
    void shouldRejectCycleOfExplicitOrder() {
        Systems systems = new Systems()
                .add("a", before("b"))
                .add("x")
                .add("b", before("c"))
                .add("c", before("set"))
                .add("y", inSet("set"))
                .add("a2", inSet("set"), before("a"));
        assertEquals("""
            the order of systems must not have a cycle; drop or turn one of these:
              "a" before "b": "a" says before("b")
              "b" before "c": "b" says before("c")
              "c" before "a2": "c" says before("set")
              "a2" before "a": "a2" says before("a")\
            """, assertRejects(systems::graph).getMessage());
    }

    @Test
    void shouldRejectTwoSystemsBeforeEachOther() {
        Systems systems = new Systems().add("a", before("b")).add("b", before("a"));
        assertRejects(systems::graph, "\"a\" before \"b\": \"a\" says", "\"b\" before \"a\": \"b\" says");
    }

    @Test
    void shouldRejectCycleWithDeclarationOrder() {
        Systems systems = new Systems()
                .add("a", writes(Position.TYPE))
                .add("b", reads(Position.TYPE), destroys())
                .add("c", spawns(), before("a"));
        assertEquals("""
            the order of systems must not have a cycle; drop or turn one of these:
              "a" before "b": written, then read Position; added first
              "b" before "c": entities destroyed, then spawned in their rows; added first
              "c" before "a": "c" says before("a"); entities spawned, then seen\
            """, assertRejects(systems::graph).getMessage());
    }

    @Test
    void shouldRejectUnknownNames() {
        Systems systems =
                new Systems().add("move", inSet("physics")).add("input").add("draw", after("mvoe"));
        assertRejects(
                systems::graph,
                "system \"draw\" says after(\"mvoe\")",
                "there are \"draw\", \"input\", \"move\", \"physics\"");
        assertRejects(new Systems().add("a", before("b"))::graph, "system \"a\" says before(\"b\")");
    }

    @Test
    void shouldRejectClashesOfNames() {
        assertRejects(new Systems().add("a").add("b").add("a")::graph, "two systems are called \"a\"");
        assertRejects(
                new Systems().add("a").add("b", inSet("a"))::graph,
                "a system and a set are called \"a\"",
                "system \"b\" is in set(\"a\", ...)");
        assertRejects(new Systems().add("b", inSet("a")).add("a")::graph, "a system and a set are called \"a\"");
    }

    @Test
    void shouldPrintItself() {
        ScheduleGraph graph = new Systems()
                .add("steer", writes(Velocity.TYPE), restructures())
                .add("move", List.of(Frozen.TYPE), reads(Velocity.TYPE), writes(Position.TYPE), once())
                .add("idle")
                .add("reap\n2", destroys(), after("move"))
                .graph();
        assertEquals("""
            stage 0
              steer: writes(Velocity), restructures()
              idle
            stage 1
              move: reads(Velocity), writes(Position), once(), selects by Frozen
              reap?2: destroys(), after("move")
            order (=> in a later stage, -> starts when the first has ended, ~> its commands are applied later)
              steer => move: written, then read Velocity; any component restructured, then some seen; added first
              move -> reap?2: "reap?2" says after("move"); entities seen, then destroyed
            """, graph.toString());
    }

    @Test
    void shouldPrintItselfAsDot() {
        ScheduleGraph graph = new Systems()
                .add("steer \"fast\" \\", writes(Velocity.TYPE))
                .add("move", reads(Velocity.TYPE), writes(Position.TYPE))
                .add("look", reads(Velocity.TYPE))
                .add("draw\n", reads(Position.TYPE, Velocity.TYPE))
                .add("reap", destroys())
                .add("count", reads(Health.TYPE))
                .graph();
        assertEquals("""
            digraph schedule {
              rankdir=LR;
              node [shape=box];
              subgraph cluster_0 {
                label="stage 0";
                s0 [label="steer \\"fast\\" \\\\"];
                s1 [label="move"];
                s2 [label="look"];
                s3 [label="draw?"];
                s4 [label="reap"];
              }
              subgraph cluster_1 {
                label="stage 1";
                s5 [label="count"];
              }
              s0 -> s1 [label="written, then read Velocity; added first"];
              s0 -> s2 [label="written, then read Velocity; added first"];
              s1 -> s3 [label="written, then read Position; added first"];
              s2 -> s4 [label="entities seen, then destroyed; added first", style=dashed];
              s3 -> s4 [label="entities seen, then destroyed; added first", style=dashed];
              s4 -> s5 [label="entities destroyed, then seen; added first", style=bold];
            }
            """, graph.toDot());
    }

    @Test
    void shouldOrderManySystems() {
        Systems systems = new Systems();
        int count = Soak.times(100, 1_000);
        for (int i = 0; i < count; i++) {
            systems.add("s" + i, List.of(Position.TYPE), writes(Position.TYPE), restructures(), inSet("all"));
        }
        ScheduleGraph graph = systems.graph();
        assertEquals(count, graph.stageCount());
        assertEquals(count * (count - 1) / 2, graph.implicitOrder().size());
        assertEquals(
                count - 1,
                graph.toDot().lines().filter(line -> line.contains(" -> ")).count());
        systems.add("last", before("all"), sends(Bell.TYPE));
        assertEquals(List.of("last"), systems.graph().stages().get(0));
        systems.add("first", after("s0"), before("last"));
        assertRejects(systems::graph, "\"first\" before \"last\"", "\"last\" before \"s0\"", "\"s0\" before \"first\"");
    }

    @Test
    void shouldNotChange() {
        ScheduleGraph graph = new Systems()
                .add("a", restructures(Position.TYPE))
                .add("b", reads(Position.TYPE))
                .graph();
        graph.stage(0)[0] = 1;
        assertArrayEquals(new int[] {0}, graph.stage(0));
        assertThrows(UnsupportedOperationException.class, () -> graph.stages().clear());
        assertThrows(
                UnsupportedOperationException.class, () -> graph.stages().get(0).clear());
        assertThrows(
                UnsupportedOperationException.class, () -> graph.implicitOrder().clear());
        List<SystemSpec> specs = new ArrayList<>(graph.systems());
        ScheduleGraph copy = ScheduleGraph.of(specs, Set.of(), List.of());
        specs.clear();
        assertEquals(2, copy.systems().size());
    }

    /** Events live for two ticks: a system that runs less often is marked. */
    @Test
    void shouldNameSystemsThatMayMissEvents() {
        String note = ", may miss events: they stay for two ticks\n";
        assertMentions(
                new Systems()
                        .add("seconds", receives(Blow.TYPE), every(0.5f))
                        .add("ticks", receives(Blow.TYPE), everyTicks(3))
                        .add("second", receives(Blow.TYPE), everyTicks(2))
                        .add("each", receives(Blow.TYPE))
                        .add("deaf", every(0.5f))
                        .graph()
                        .toString(),
                "seconds: receives(Blow), every(0.5)" + note,
                "ticks: receives(Blow), everyTicks(3)" + note,
                "second: receives(Blow), everyTicks(2)\n",
                "each: receives(Blow)\n",
                "deaf: every(0.5)\n");
    }

    @Test
    void shouldRunSystemsInTheOrderOfTheChain() {
        List<String> ran = new ArrayList<>();
        tick(systems()
                .chain("input", "physics", "draw")
                .add("draw", () -> ran.add("draw"))
                .set(
                        "physics",
                        physics -> physics.add("move", () -> ran.add("move")).add("turn", () -> ran.add("turn")))
                .add("input", () -> ran.add("input"))
                .workers(1));
        assertEquals(List.of("input", "move", "turn", "draw"), ran);
    }

    @Test
    void shouldStateTheReasonAndReplaceImplicitOrder() {
        Systems systems = new Systems()
                .add("a", writes(Position.TYPE))
                .add("b", reads(Position.TYPE))
                .add("c");
        assertEquals(1, systems.graph().implicitOrder().size());
        ScheduleGraph graph = systems.chain("b", "c", "a").graph();
        assertEquals(List.of(), graph.implicitOrder());
        String text = graph.toString();
        assertMentions(text, "b -> c: chain(\"b\", \"c\", ...)\n", "c -> a: chain(..., \"c\", \"a\")\n");
        assertFalse(text.contains("b -> a"), "which follows from the others: " + text);
    }

    @Test
    void shouldPrintALongChainWithOneLineForEachPair() {
        Systems systems = new Systems();
        String[] names = "abcdefghij".split("");
        for (String name : names) {
            systems.add(name, writes(Position.TYPE));
        }
        String text = systems.chain(names).graph().toString();
        assertEquals(9, text.lines().filter(line -> line.contains(" -> ")).count() - 1, text);
        assertTrue(text.contains("e -> f: chain(..., \"e\", \"f\", ...); both write Position"), text);
    }

    @Test
    void shouldRejectInvalidOrders() {
        assertRejects(() -> Order.requireChain("a"), "at least two names: names=[a]");
        assertRejects(() -> Order.requireChain((String[]) null), "names=null");
        assertRejects(() -> Order.requireChain("a", null), "name=null");
        assertRejects(() -> Order.requireChain("a", " "), "name=\" \"");
        assertRejects(() -> Order.requireChain("a", "b", "a"), "\"a\" twice");
        assertRejects(
                new Systems().add("a").chain("a", "b")::graph,
                "chain(\"a\", \"b\"), but no system or set is called \"b\"",
                "there are \"a\"");
        assertRejects(
                new Systems().add("a", inSet("x", "y")).chain("x", "y")::graph,
                "system \"a\" is in \"x\" and in \"y\"");
        assertRejects(
                new Systems().add("a").add("b", after("c")).add("c").chain("a", "b", "c")::graph,
                "cycle",
                "\"b\" before \"c\": chain(..., \"b\", \"c\")",
                "\"b\" says after(\"c\")");
        assertRejects(
                new Systems().add("a").add("b").chain("a", "b").chain("b", "a")::graph,
                "chain(\"a\", \"b\")",
                "chain(\"b\", \"a\")");
    }

    @Test
    void shouldBeThoseOfTheSource() {
        assertEquals("Pos", Pos.TYPE.shortName());
        assertEquals("speed", Vel.TYPE.shortName());
        assertEquals(ScheduleGraphTest.class.getName() + "$Pos", Pos.TYPE.name());
    }

    @Test
    void shouldBeTheSameEverywhere() {
        try (World world = World.create()) {
            Query query = world.query()
                    .all(Pos.TYPE, Vel.TYPE)
                    .where(Vel.X)
                    .greaterThan(0)
                    .build();
            world.spawn(new Pos(0), new Vel(1));
            assertEquals("all(Pos, speed), where(speed.x > 0.0)", query.stats().query());
            assertMentions(
                    query.kernel(row -> row.set(Pos.X, row.get(Vel.X)))
                            .explain()
                            .toString(),
                    "Pos.x",
                    "speed.x");
            try (Schedule schedule = Schedule.builder(world)
                    .add("move", () -> {}, reads(Vel.TYPE), writes(Pos.X), sends(Bump.TYPE))
                    .add("stop", () -> {}, writes(Vel.TYPE), reads(Pos.TYPE))
                    .build()) {
                String graph = schedule.graph().toString() + schedule.graph().implicitOrder();
                assertTrue(graph.contains("reads(speed), writes(Pos.x), sends(Bump)"), graph);
                assertFalse(graph.contains("$"), graph);
            }
        }
    }

    record Pos(float x) {
        static final Component<Pos> TYPE = Component.of(Pos.class);
        static final FloatColumn X = TYPE.float32("x");
    }

    record Vel(float x) {
        static final Component<Vel> TYPE =
                Component.builder(Vel.class).name("acme.speed").build();
        static final FloatColumn X = TYPE.float32("x");
    }

    record Bump(float force) {
        static final EventType<Bump> TYPE = EventType.of(Bump.class);
    }
}
