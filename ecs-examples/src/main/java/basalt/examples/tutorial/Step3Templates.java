package basalt.examples.tutorial;

import basalt.examples.tutorial.Step1Entities.Look;
import basalt.examples.tutorial.Step1Entities.Position;
import basalt.examples.tutorial.Step2Kernels.Velocity;
import basalt.query.SpawnKernel;
import basalt.world.Randoms;
import basalt.world.Template;
import basalt.world.World;

/** Step 3: templates. Many rocks are spawned at once, at random places. */
final class Step3Templates {
    static final int PLACE_X = 1, PLACE_Y = 2; // streams of random numbers

    private Step3Templates() {}

    public static void main(String... args) {
        try (World world = World.builder().seed(7).build()) {
            Template rocks = rocks(world);
            rocks.spawn();
            rocks.spawn(new Position(4, 2), new Look('O'));

            Randoms random = world.random();
            SpawnKernel scattered = rocks.kernel(
                    Position.class,
                    (i, at) -> new Position(
                            random.nextFloat(i, PLACE_X, 10, Step1Entities.WIDTH),
                            random.nextFloat(i, PLACE_Y, 0, Step1Entities.HEIGHT)));
            scattered.spawn(20);

            System.out.print(Step1Entities.picture(world));
            System.out.println(world.query(Velocity.class).count() + " rocks");
        }
    }

    /** What rocks begin with. */
    static Template rocks(World world) {
        return world.template()
                .with(new Position(0, 0), new Velocity(-2, 0), new Look('o'))
                .build();
    }
}
