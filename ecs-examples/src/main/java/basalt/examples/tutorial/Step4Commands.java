package basalt.examples.tutorial;

import basalt.examples.tutorial.Step1Entities.Look;
import basalt.examples.tutorial.Step1Entities.Position;
import basalt.examples.tutorial.Step2Kernels.Velocity;
import basalt.query.RowKernel;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.World;

/** Step 4: commands and events. The boat shoots, and what leaves the sea is destroyed and reported. */
final class Step4Commands {
    private Step4Commands() {}

    /** A gun, and the seconds until it shoots. */
    record Gun(float seconds) {}

    /** A tag: it destroys the rock that it meets. */
    record Shot() {}

    /** An event: something has left the sea. */
    record Gone(char letter, float y) {}

    public static void main(String... args) {
        try (World world = World.create()) {
            world.spawn(new Position(2, 2), new Look('B'), new Gun(0));
            Template rocks = Step3Templates.rocks(world);
            rocks.spawn(new Position(9, 1));
            rocks.spawn(new Position(36, 4));

            RowKernel drift = Step2Kernels.drift(world);
            RowKernel fire = fire(world, shots(world));
            RowKernel leave = leave(world);
            EventReader<Gone> gone = world.events(Gone.class).reader();
            for (int tick = 0; tick < 24; tick++) {
                world.time().advance(0.25);
                drift.run();
                fire.run(); // at the end of a run its commands are applied
                leave.run();
                gone.forEach(e -> System.out.println(world.time().elapsedSeconds() + " s: " + e));
                world.swapEvents(); // the tick of the events ends
            }
            System.out.print(Step1Entities.picture(world));
        }
    }

    static Template shots(World world) {
        return world.template()
                .with(new Position(0, 0), new Velocity(8, 0), new Look('-'), new Shot())
                .build();
    }

    /** Each gun shoots every two seconds. */
    static RowKernel fire(World world, Template shots) {
        Time time = world.time();
        return world.query(Gun.class, Position.class).update((entity, gun, at, commands) -> {
            if (gun.seconds() > 0) {
                return new Gun(gun.seconds() - time.deltaSeconds());
            }
            shots.spawn(commands, at.plus(1, 0));
            return new Gun(2);
        });
    }

    /** Destroys what has left the sea. */
    static RowKernel leave(World world) {
        return world.query(Position.class, Look.class).each((entity, at, look, commands) -> {
            if (!at.isOnSea()) {
                commands.destroy(entity);
                commands.send(new Gone(look.letter(), at.y()));
            }
        });
    }
}
