package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.sends;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.inspect.view.ComponentNames;
import basalt.query.Query;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The names of components in overviews, for records in a class and for components with a name of their own. */
class ShortNamesTest {
    @Test
    void shouldBeThoseOfTheSource() {
        assertEquals("Pos", Pos.TYPE.shortName());
        assertEquals("speed", Vel.TYPE.shortName());
        assertEquals(ShortNamesTest.class.getName() + "$Pos", Pos.TYPE.name());
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
            String explained = query.kernel(row -> row.set(Pos.X, row.get(Vel.X)))
                    .explain()
                    .toString();
            assertTrue(explained.contains("Pos.x") && explained.contains("speed.x"), explained);
            try (Schedule schedule = Schedule.builder(world)
                    .add("move", () -> {}, reads(Vel.TYPE), writes(Pos.X), sends(Bump.TYPE))
                    .add("stop", () -> {}, writes(Vel.TYPE), reads(Pos.TYPE))
                    .build()) {
                String graph = schedule.graph().toString() + schedule.graph().implicitOrder();
                assertTrue(graph.contains("reads(speed), writes(Pos.x), sends(Bump)"), graph);
                assertFalse(graph.contains("$"), graph);
            }
        }
        ComponentNames names = ComponentNames.of(List.of(Pos.TYPE, Vel.TYPE));
        assertEquals("Pos", names.shortName(Pos.TYPE));
        assertEquals("speed", names.shortName(Vel.TYPE));
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
