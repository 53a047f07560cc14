package basalt.examples.tutorial;

import basalt.examples.tutorial.Step1Entities.Look;
import basalt.examples.tutorial.Step1Entities.Position;
import basalt.query.RowKernel;
import basalt.world.Time;
import basalt.world.World;

/** Step 2: kernels. Rocks drift, but for those that are anchored. */
final class Step2Kernels {
    private Step2Kernels() {}

    /** How far something moves in a second. */
    record Velocity(float dx, float dy) {}

    /** A tag: it does not move. */
    record Anchored() {}

    public static void main(String... args) {
        try (World world = World.create()) {
            world.spawn(new Position(20, 1), new Velocity(-2, 0), new Look('o'));
            world.spawn(new Position(30, 4), new Velocity(-3, -0.5f), new Look('o'));
            world.spawn(new Position(35, 2), new Velocity(-2, 0), new Look('#'), new Anchored());

            RowKernel drift = drift(world);
            for (int tick = 0; tick < 16; tick++) {
                world.time().advance(0.25); // seconds
                drift.run();
            }
            System.out.print(Step1Entities.picture(world));

            var moving = world.query(Position.class, Velocity.class).without(Anchored.class);
            System.out.println(
                    moving.count() + " drift, the leftmost is at x = " + moving.min(Position.class, Position::x, 0));
        }
    }

    /** Moves all that has a velocity. */
    static RowKernel drift(World world) {
        Time time = world.time();
        return world.query(Position.class, Velocity.class)
                .without(Anchored.class)
                .update((at, v) -> at.plus(v.dx() * time.deltaSeconds(), v.dy() * time.deltaSeconds()));
    }
}
