package basalt.examples.tutorial;

import static basalt.system.Access.*;
import static basalt.system.RunCondition.*;

import basalt.component.Entity;
import basalt.examples.tutorial.Step1Entities.Look;
import basalt.examples.tutorial.Step1Entities.Position;
import basalt.examples.tutorial.Step4Commands.Gone;
import basalt.examples.tutorial.Step5Space.Hit;
import basalt.examples.tutorial.Step6Trees.Place;
import basalt.query.RowKernel;
import basalt.query.SpatialGrid;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.World;
import org.agrona.concurrent.CachedNanoClock;

/** Step 7: schedule and loop. All systems make a game, whose boat steers itself. */
final class Step7Loop {
    static final int ROW = 3; // a stream of random numbers

    private Step7Loop() {}

    /** Steers a boat, and counts the rocks that it has hit. */
    record Crew(int hits) {}

    public static void main(String... args) {
        try (World world = newGame();
                Schedule schedule = schedule(world)) {
            CachedNanoClock clock = new CachedNanoClock(); // without it, a loop takes the time of the machine
            FixedStepLoop loop = FixedStepLoop.builder(schedule)
                    .stepSeconds(0.125)
                    .maxSteps(80)
                    .clock(clock)
                    .build();
            for (int second = 0; second <= 20; second += 10) {
                clock.update(second * 1_000_000_000L);
                loop.frame(); // a game calls loop.run()
            }
        }
    }

    static World newGame() {
        World world = World.create();
        world.add(Step6Trees.boat(world, new Place(2, 2)), new Crew(0));
        return world;
    }

    /** The systems of a new game, or of one that was loaded. */
    static Schedule schedule(World world) {
        Template rocks = Step5Space.rocks(world);
        Template shots = Step4Commands.shots(world);
        SpatialGrid grid = Step5Space.grid(world);
        EventReader<Hit> hits = world.events(Hit.class).reader();
        long boat = world.query(Crew.class).single();
        Runnable wave = () -> rocks.spawn(
                world.commands(),
                new Position(Step1Entities.WIDTH - 1, world.random().nextFloat(0, ROW, 0, Step1Entities.HEIGHT)));
        Runnable count = () -> hits.forEach(hit -> world.update(boat, Crew.class, crew -> new Crew(crew.hits() + 1)));
        var seen = world.query(Position.class, Look.class);
        seen.rows(); // builds the query: systems cannot
        Runnable draw = () -> System.out.print(world.time().elapsedSeconds() + " s: " + world.get(boat, Crew.class)
                + "\n" + Step1Entities.picture(seen));
        return Schedule.builder(world)
                .add("wave", wave, spawns(rocks), every(1))
                .add("drift", Step2Kernels.drift(world))
                .add("grid", grid)
                .add("push", Step5Space.push(grid))
                .add("part", Step5Space.part(world))
                .add("steer", steer(world, grid))
                .add("follow", Step6Trees.follow(world))
                .add("fire", Step4Commands.fire(world, shots))
                .add("hit", Step5Space.hit(world, grid), destroys(rocks, shots), sends(Hit.class))
                .add("leave", Step4Commands.leave(world), destroys(), sends(Gone.class))
                .add("count", count, receives(Hit.class), writes(Crew.class))
                .add("draw", draw, reads(Position.class, Look.class, Crew.class), eachFrame())
                .build();
    }

    /** Steers up or down towards the nearest rock. */
    static RowKernel steer(World world, SpatialGrid rocks) {
        Time time = world.time();
        return world.query(Place.class).with(Crew.class).update(place -> {
            long rock = rocks.nearest(place.x(), place.y(), Step1Entities.WIDTH);
            float way =
                    rock == Entity.NULL ? 0 : world.get(rock, Position.class).y() - place.y();
            return new Place(place.x(), place.y() + Math.max(-1, Math.min(1, way)) * time.deltaSeconds());
        });
    }
}
