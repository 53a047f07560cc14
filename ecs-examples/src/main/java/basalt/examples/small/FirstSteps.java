package basalt.examples.small;

import static basalt.system.Access.restructures;

import basalt.examples.framework.inspect.Inspected;
import basalt.query.RecordQuery;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.World;
import java.io.PrintStream;

/** First steps: components, entities, a template, queries, kernels and a schedule. Balls are thrown, fly, and fall. */
final class FirstSteps {
    private static final float GRAVITY = 9.81f; // metres per second squared
    private static final float SPEED = 20; // metres per second

    private FirstSteps() {}

    /** A position in metres. A record is both the schema and a value of a component; its class names the component. */
    record Position(float x, float y) {
        Position plus(Velocity velocity, float seconds) {
            return new Position(x + velocity.x * seconds, y + velocity.y * seconds);
        }
    }

    /** A velocity in metres per second. */
    record Velocity(float x, float y) {}

    /** A tag for balls that lie on the ground. It costs one bit per row. */
    record Fallen() {}

    /** A bundle: components that a kernel reads and writes together. */
    record Ball(Position position, Velocity velocity) {
        Ball after(float seconds) {
            Velocity next = new Velocity(velocity.x, velocity.y - GRAVITY * seconds);
            return new Ball(position.plus(next, seconds), next);
        }
    }

    public static void main(String... args) {
        try (World world = World.create()) {
            play(world, System.out, args);
        }
    }

    static void play(World world, PrintStream out, String... args) {
        // An entity is a long: its handle. Its components are set, read and updated as values.
        long ball = world.spawn(new Position(0, 0), new Velocity(12, 0));
        world.update(ball, Velocity.class, velocity -> new Velocity(velocity.x, 16));
        out.println("one ball: " + world.get(ball, Position.class) + ", " + world.get(ball, Velocity.class));

        // A template spawns entities that have the same components. Eight more balls are thrown, at 10, 20, ... 80
        // degrees.
        Template balls = world.template().with(Position.class, Velocity.class).build();
        for (int degrees = 10; degrees <= 80; degrees += 10) {
            double angle = Math.toRadians(degrees);
            balls.spawn(new Velocity((float) (SPEED * Math.cos(angle)), (float) (SPEED * Math.sin(angle))));
        }

        // A query selects entities by their components. Build it once, and use it each tick.
        RecordQuery.Of1<Ball> flying = world.query(Ball.class).without(Fallen.class);
        RecordQuery.Of1<Position> fallen = world.query(Position.class).with(Fallen.class);

        // A kernel is a loop over the rows of a query. Build it once. This one runs as fast as a loop over arrays: the
        // JIT makes none of the records.
        Time time = world.time();
        RowKernel fly = flying.update(flown -> flown.after(time.deltaSeconds()));

        // A kernel records structural changes as commands, which are applied when its system has ended.
        RowKernel land = flying.each((entity, flown, commands) -> {
            if (flown.position().y() <= 0) {
                commands.add(entity, Fallen.class);
            }
        });

        // A schedule runs systems. What their kernels read and write decides which systems can run in parallel.
        try (Schedule schedule = Schedule.builder(world)
                .add("fly", fly)
                .add("land", land, restructures(Fallen.class))
                .build()) {
            Inspected.ticks(schedule, 1 / 120f, 0, args); // with --inspect, until Enter is pressed
            while (!flying.isEmpty()) {
                schedule.tick(1 / 120f);
                if (time.tick() % 120 == 0) {
                    out.printf("after %.0f s: %d in the air%n", time.elapsedSeconds(), flying.count());
                }
            }
        }

        // A body can also run once; a reduction computes the sum, minimum or maximum of a value.
        fallen.forEach(position -> out.printf("a ball fell at %.1f m%n", position.x()));
        out.printf("the farthest: %.1f m%n", fallen.max(Position.class, Position::x, 0));
    }
}
