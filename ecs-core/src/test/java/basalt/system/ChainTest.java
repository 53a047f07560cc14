package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static basalt.system.Order.after;
import static basalt.system.Order.inSet;
import static basalt.system.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainTest {
    @Test
    void shouldRunSystemsInTheOrderOfTheChain() {
        List<String> ran = new ArrayList<>();
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world)
                        .chain("input", "physics", "draw")
                        .add("draw", () -> ran.add("draw"))
                        .add("move", () -> ran.add("move"), inSet("physics"))
                        .add("turn", () -> ran.add("turn"), inSet("physics"))
                        .add("input", () -> ran.add("input"))
                        .workers(1)
                        .build()) {
            schedule.tick(1);
        }
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
        assertTrue(text.contains("b -> c: chain(\"b\", \"c\", ...)\n"), text);
        assertTrue(text.contains("c -> a: chain(..., \"c\", \"a\")\n"), text);
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
        assertRejects(() -> ExplicitOrder.requireChain("a"), "at least two names: names=[a]");
        assertRejects(() -> ExplicitOrder.requireChain((String[]) null), "names=null");
        assertRejects(() -> ExplicitOrder.requireChain("a", null), "name=null");
        assertRejects(() -> ExplicitOrder.requireChain("a", " "), "name=\" \"");
        assertRejects(() -> ExplicitOrder.requireChain("a", "b", "a"), "\"a\" twice");
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
}
