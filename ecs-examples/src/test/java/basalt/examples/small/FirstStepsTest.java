package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.examples.framework.program.Printed;
import basalt.examples.small.FirstSteps.Fallen;
import basalt.examples.small.FirstSteps.Position;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstStepsTest {
    @Test
    void shouldMatchTheRangeOfProjectileMotion() throws Exception {
        try (World world = World.create()) {
            Printed.by(out -> FirstSteps.play(world, out));

            var fallen = world.query(Position.class).with(Fallen.class);
            assertEquals(9, fallen.count());
            int[] degrees = {0};
            fallen.forEach(position -> {
                double angle = degrees[0] == 0 ? Math.atan2(16, 12) : Math.toRadians(degrees[0]);
                assertEquals(20 * 20 * Math.sin(2 * angle) / 9.81, position.x(), 0.8);
                degrees[0] += 10;
            });
            assertEquals(90, degrees[0]);
        }
    }

    @Test
    void shouldPrintTheResult() throws Exception {
        List<String> lines = Printed.toTheConsole(out -> FirstSteps.main());

        assertEquals("one ball: Position[x=0.0, y=0.0], Velocity[x=12.0, y=16.0]", lines.get(0));
        assertEquals("after 1 s: 8 in the air", lines.get(1));
        assertEquals("the farthest: 40.1 m", lines.get(lines.size() - 1).replace(',', '.'));
    }
}
