package basalt.examples.small;

import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.writes;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.examples.framework.inspect.Inspected;
import basalt.query.Query;
import basalt.query.RowCursor;
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

    /** A position in metres. The record is both the schema and a value of the component; its columns are constants. */
    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    /** A velocity in metres per second. */
    record Velocity(float x, float y) {
        static final Component<Velocity> TYPE = Component.of(Velocity.class);
        static final FloatColumn DX = TYPE.float32("x");
        static final FloatColumn DY = TYPE.float32("y");
    }

    /** A tag for balls that lie on the ground. It costs one bit per row. */
    record Fallen() {
        static final Component<Fallen> TYPE = Component.of(Fallen.class);
    }

    public static void main(String... args) {
        try (World world = World.create()) {
            play(world, System.out, args);
        }
    }

    static void play(World world, PrintStream out, String... args) {
        // An entity is a long: its handle. Components are set as values, or read and written column by column.
        long ball = world.spawn(new Position(0, 0), new Velocity(12, 0));
        world.set(ball, Velocity.DY, 16f);
        out.println("one ball: " + world.get(ball, Position.TYPE) + ", " + world.get(ball, Velocity.TYPE));

        // A template spawns entities that have the same components. Eight more balls are thrown, at 10, 20, ... 80
        // degrees.
        Template balls =
                world.template().with(new Position(0, 0), new Velocity(0, 0)).build();
        for (int degrees = 10; degrees <= 80; degrees += 10) {
            long thrown = balls.spawn();
            world.set(thrown, Velocity.DX, (float) (SPEED * Math.cos(Math.toRadians(degrees))));
            world.set(thrown, Velocity.DY, (float) (SPEED * Math.sin(Math.toRadians(degrees))));
        }

        // A query selects entities by their components. Build it once, and use it each tick.
        Query flying = world.query()
                .all(Position.TYPE, Velocity.TYPE)
                .none(Fallen.TYPE)
                .build();
        Query fallen = world.query().all(Position.TYPE, Fallen.TYPE).build();

        // A kernel is a loop over the rows of a query. Build it once. This one runs as fast as a loop over arrays.
        Time time = world.time();
        RowKernel fly = flying.kernel(row -> {
            row.set(Velocity.DY, row.get(Velocity.DY) - GRAVITY * time.deltaSeconds());
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds());
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * time.deltaSeconds());
        });

        // A kernel records structural changes as commands, which are applied when its system has ended.
        RowKernel land = flying.kernel((row, commands) -> {
            if (row.get(Position.Y) <= 0) {
                commands.add(row.entity(), Fallen.TYPE);
            }
        });

        // A schedule runs systems. What they read and write decides which systems can run in parallel.
        try (Schedule schedule = Schedule.builder(world)
                .add("fly", fly, writes(Position.TYPE, Velocity.TYPE))
                .add("land", land, reads(Position.TYPE), restructures(Fallen.TYPE))
                .build()) {
            Inspected.ticks(schedule, 1 / 120f, 0, args); // with --inspect, until Enter is pressed
            while (!flying.isEmpty()) {
                schedule.tick(1 / 120f);
                if (time.tick() % 120 == 0) {
                    out.printf("after %.0f s: %d in the air%n", time.elapsedSeconds(), flying.count());
                }
            }
        }

        // A cursor visits the rows of a query one by one; a reduction computes the sum, minimum or maximum of a column.
        try (RowCursor rows = fallen.cursor()) {
            while (rows.next()) {
                out.printf("a ball fell at %.1f m%n", rows.row().get(Position.X));
            }
        }
        out.printf("the farthest: %.1f m%n", fallen.reduce().max(Position.X, 0));
    }
}
