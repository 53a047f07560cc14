package basalt.examples.tutorial;

import basalt.component.Entity;
import basalt.examples.tutorial.Step1Entities.Look;
import basalt.examples.tutorial.Step1Entities.Position;
import basalt.examples.tutorial.Step2Kernels.Velocity;
import basalt.examples.tutorial.Step4Commands.Shot;
import basalt.query.NeighbourKernel;
import basalt.query.RowKernel;
import basalt.query.SpatialGrid;
import basalt.world.Template;
import basalt.world.World;

/** Step 5: space. Rocks push each other apart, and shots hit the rocks that are near them. */
final class Step5Space {
    private Step5Space() {}

    /** How the rocks near a rock push it in a tick. */
    record Push(float x, float y) {
        static final Push NONE = new Push(0, 0);
    }

    /** An event: a rock was hit. */
    record Hit(float x, float y) {}

    public static void main(String... args) {
        try (World world = World.create()) {
            Template rocks = rocks(world);
            for (int i = 0; i < 12; i++) {
                rocks.spawn(new Position(30 + 0.3f * (i % 3), 2 + 0.2f * (i / 3)));
            }
            Step4Commands.shots(world).spawn(new Position(2, 2));
            SpatialGrid grid = grid(world);
            RowKernel drift = Step2Kernels.drift(world);
            NeighbourKernel push = push(grid);
            RowKernel part = part(world);
            RowKernel hit = hit(world, grid);
            System.out.println(Step1Entities.picture(world));
            for (int tick = 0; tick < 12; tick++) {
                world.time().advance(0.25);
                drift.run();
                grid.rebuild(); // with the positions of this tick
                push.run();
                part.run();
                hit.run();
            }
            System.out.print(Step1Entities.picture(world));
            System.out.println(world.query(Push.class).count() + " rocks");
        }
    }

    /** As in step 3, with a push. */
    static Template rocks(World world) {
        return world.template()
                .with(new Position(0, 0), new Velocity(-2, 0), new Look('o'), Push.NONE)
                .build();
    }

    static SpatialGrid grid(World world) {
        return world.query(Position.class, Push.class)
                .grid(Position::x, Position::y)
                .radius(2);
    }

    static NeighbourKernel push(SpatialGrid grid) {
        return grid.neighbours(Position.class).accumulate(Push.NONE, (sum, mine, other) -> {
            float dx = mine.x() - other.x(), dy = mine.y() - other.y();
            float weight = 0.1f * (1 - (dx * dx + dy * dy) / 4); // 0 at the radius
            return new Push(sum.x() + dx * weight, sum.y() + dy * weight);
        });
    }

    static RowKernel part(World world) {
        return world.query(Position.class, Push.class).update((at, push) -> at.plus(push.x(), push.y()));
    }

    static RowKernel hit(World world, SpatialGrid rocks) {
        return world.query(Position.class).with(Shot.class).each((entity, at, commands) -> {
            long rock = rocks.nearest(at.x(), at.y(), 1);
            if (rock != Entity.NULL) {
                commands.destroy(rock);
                commands.destroy(entity);
                commands.send(new Hit(at.x(), at.y()));
            }
        });
    }
}
