package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Printed;
import basalt.examples.small.PhysicsStep.Position;
import basalt.examples.small.PhysicsStep.Velocity;
import basalt.memory.frame.FrameLongList;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhysicsStepTest {
    private static final int BALLS = 40;

    @Test
    void shouldChangeMomentumByGravityAndTheBoxOnly() {
        try (World world = World.create()) {
            PhysicsStep physics = new PhysicsStep(world, BALLS);
            boolean haveBallsTouched = false;
            for (int step = 0; step < 240; step++) {
                double x = physics.balls.reduce().sum(Velocity.DX);
                double y = physics.balls.reduce().sum(Velocity.DY);
                physics.step();
                y -= BALLS * PhysicsStep.GRAVITY * PhysicsStep.STEP_SECONDS;
                for (int contact = 0; contact < physics.impulses.size(); contact++) {
                    assertTrue(physics.impulses.get(contact) >= 0, "a contact pulls");
                    if (physics.bodies.get(2 * contact + 1) == physics.box) {
                        x += physics.impulses.get(contact) * physics.shapes.get(3 * contact);
                        y += physics.impulses.get(contact) * physics.shapes.get(3 * contact + 1);
                    } else {
                        haveBallsTouched |= physics.impulses.get(contact) > 0;
                    }
                }
                assertEquals(x, physics.balls.reduce().sum(Velocity.DX), 1e-3);
                assertEquals(y, physics.balls.reduce().sum(Velocity.DY), 1e-3);
            }
            assertTrue(haveBallsTouched);
        }
    }

    @Test
    void shouldNotGainEnergyAndComeToRestInTheBox() {
        try (World world = World.create()) {
            PhysicsStep physics = new PhysicsStep(world, BALLS);
            double atStart = energy(physics);
            for (int step = 0; step < 480; step++) {
                physics.step();
                assertTrue(energy(physics) <= atStart * 1.01, "gains energy in step " + step);
            }
            assertTrue(energy(physics) < atStart / 3, () -> energy(physics) + " of " + atStart);
            physics.balls.forEach(row -> {
                assertEquals(PhysicsStep.WIDTH / 2f, row.get(Position.X), PhysicsStep.WIDTH / 2f - 0.8f);
                assertTrue(row.get(Position.Y) > 0.8f, "sinks into the floor");
            });
        }
    }

    @Test
    void shouldPutTheContactsOfTwoBodiesIntoOneManifold() {
        try (World world = World.create()) {
            PhysicsStep physics = new PhysicsStep(world, BALLS);
            boolean hasTwoContacts = false;
            for (int step = 0; step < 360; step++) {
                physics.step();
                for (int manifold = 0; manifold < physics.manifolds.size(); manifold++) {
                    boolean isLast = manifold == physics.manifolds.size() - 1;
                    int from = physics.manifolds.get(manifold);
                    int to = isLast ? physics.impulses.size() : physics.manifolds.get(manifold + 1);
                    for (int contact = from; contact < to; contact++) {
                        assertEquals(physics.bodies.get(2 * from), physics.bodies.get(2 * contact));
                        assertEquals(physics.bodies.get(2 * from + 1), physics.bodies.get(2 * contact + 1));
                    }
                    if (from > 0) {
                        assertTrue(physics.bodies.get(2 * from) != physics.bodies.get(2 * from - 2)
                                || physics.bodies.get(2 * from + 1) != physics.bodies.get(2 * from - 1));
                    }
                    hasTwoContacts |= to - from == 2; // a ball in a corner
                }
            }
            assertTrue(hasTwoContacts);
        }
    }

    @Test
    void shouldHitTheHighestBall() {
        try (World world = World.create()) {
            PhysicsStep physics = new PhysicsStep(world, 2);
            long[] balls = new long[2];
            int[] found = {0};
            physics.balls.forEach(row -> balls[found[0]++] = row.entity());
            place(world, balls[0], 9.8f, 3);
            place(world, balls[1], 10.8f, 7);
            physics.step();
            FrameLongList hits = physics.look(PhysicsStep.WIDTH); // rays at 0.5, 1.5, and so on
            assertEquals(physics.box, hits.get(8));
            assertEquals(balls[0], hits.get(9)); // beside the upper one
            assertEquals(balls[1], hits.get(10));
            assertEquals(balls[1], hits.get(11));
            assertEquals(physics.box, hits.get(12));
        }
    }

    @Test
    void shouldFreeTheResultsOfAStepWhenTheNextOneBegins() {
        try (World world = World.create()) {
            PhysicsStep physics = new PhysicsStep(world, BALLS);
            physics.step();
            FrameLongList hits = physics.look(8);
            assertNotEquals(0, hits.get(7));
            physics.step();
            assertThrows(IllegalStateException.class, () -> hits.get(7));
        }
    }

    @Test
    void shouldPrintTheBox() throws Exception {
        List<String> lines = Printed.toTheConsole(out -> PhysicsStep.main());

        assertEquals(PhysicsStep.HEIGHT / 2 + 1, lines.size());
        assertTrue(lines.get(PhysicsStep.HEIGHT / 2 - 1).contains("()()()"), () -> String.join("\n", lines));
        String last = lines.get(PhysicsStep.HEIGHT / 2);
        assertTrue(last.matches("[1-9]\\d* contacts in [1-9]\\d* manifolds; rays hit each \\[\\]"), last);
        String highest =
                lines.stream().filter(line -> !line.isBlank()).findFirst().orElseThrow();
        assertTrue(highest.matches("[ \\[\\]]+"), highest); // nothing is above them
    }

    private static void place(World world, long ball, float x, float y) {
        world.set(ball, Position.X, x);
        world.set(ball, Position.Y, y);
    }

    private static double energy(PhysicsStep physics) {
        double[] sum = {0};
        physics.balls.forEach(row -> {
            double speed = Math.hypot(row.get(Velocity.DX), row.get(Velocity.DY));
            sum[0] += speed * speed / 2 + PhysicsStep.GRAVITY * row.get(Position.Y);
        });
        return sum[0];
    }
}
