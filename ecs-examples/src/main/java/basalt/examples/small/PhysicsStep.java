package basalt.examples.small;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.examples.framework.inspect.Inspected;
import basalt.memory.frame.FrameFloatList;
import basalt.memory.frame.FrameIntList;
import basalt.memory.frame.FrameLongList;
import basalt.query.NeighbourKernel;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.query.SpatialGrid;
import basalt.world.World;

/**
 * Balls fall into a box. A spatial grid finds contacts and ray hits. These, manifolds and impulses lie in the frame
 * arena until the next step. Uses columns, as the solver reads and writes a few values of two rows at a time.
 */
final class PhysicsStep {
    static final int WIDTH = 40, HEIGHT = 24; // of the box, in radii of a ball
    static final float GRAVITY = 20, STEP_SECONDS = 1 / 120f;

    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x"), Y = TYPE.float32("y");
    }

    /** A velocity and an inverse mass. The box has an inverse mass of 0 and never moves. */
    record Velocity(float x, float y, float lightness) {
        static final Component<Velocity> TYPE = Component.of(Velocity.class);
        static final FloatColumn DX = TYPE.float32("x"), DY = TYPE.float32("y");
        static final FloatColumn LIGHTNESS = TYPE.float32("lightness");
    }

    final Query balls;
    final long box;
    FrameLongList bodies; // two per contact
    FrameFloatList shapes; // three per contact: x and y of the normal, from the second body to the first; depth
    FrameFloatList impulses; // one per contact
    FrameIntList manifolds; // all contacts of two bodies form a manifold: index of its first contact
    private final World world;
    private final SpatialGrid grid;
    private final RowKernel move;
    private final NeighbourKernel touch;

    PhysicsStep(World world, int count) {
        this.world = world;
        for (int i = 0; i < count; i++) {
            world.spawn(new Position(3 * (i % 6) + 11 + i % 7 * 0.1f, 3 * (i / 6) + 2), new Velocity(0, 0, 1));
        }
        box = world.spawn(new Velocity(0, 0, 0));
        balls = world.query().all(Position.TYPE, Velocity.TYPE).build();
        grid = SpatialGrid.of(balls, Position.X, Position.Y).radius(2);
        touch = grid.pairs().once().kernel((ball, other) -> {
            float right = ball.get(Position.X) - other.get(Position.X);
            float up = ball.get(Position.Y) - other.get(Position.Y);
            float distance = (float) Math.sqrt(right * right + up * up);
            touch(ball.entity(), other.entity(), right / distance, up / distance, 2 - distance);
        });
        move = balls.kernel(row -> {
            row.set(Velocity.DY, row.get(Velocity.DY) - GRAVITY * STEP_SECONDS);
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * STEP_SECONDS);
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * STEP_SECONDS);
        });
    }

    void step() {
        world.frame().reset(); // frees the results of the last step
        move.run();
        grid.rebuild();
        int count = grid.count();
        bodies = FrameLongList.in(world.frame(), 16 * count);
        shapes = FrameFloatList.in(world.frame(), 24 * count);
        impulses = FrameFloatList.in(world.frame(), 8 * count);
        manifolds = FrameIntList.in(world.frame(), 8 * count);
        balls.forEach(row -> {
            float x = row.get(Position.X), y = row.get(Position.Y);
            touch(row.entity(), box, x < 1 ? 1 : -1, 0, Math.max(1 - x, x + 1 - WIDTH)); // the left or the right wall
            touch(row.entity(), box, 0, 1, 1 - y);
        });
        touch.run();
        for (int i = 0; i < 10 * impulses.size(); i++) {
            solve(i % impulses.size()); // ten iterations, as contacts affect each other
        }
    }

    private void touch(long ball, long other, float nx, float ny, float depth) {
        if (depth > 0) {
            int end = bodies.size();
            if (end == 0 || bodies.get(end - 2) != ball || bodies.get(end - 1) != other) {
                manifolds.add(end / 2);
            }
            bodies.add(ball);
            bodies.add(other);
            shapes.add(nx);
            shapes.add(ny);
            shapes.add(depth);
            impulses.add(0);
        }
    }

    /** Pushes two bodies apart, the faster the deeper they overlap. The accumulated impulse never becomes a pull. */
    private void solve(int contact) {
        float nx = shapes.get(3 * contact), ny = shapes.get(3 * contact + 1), depth = shapes.get(3 * contact + 2);
        Row a = world.row(bodies.get(2 * contact)), b = world.row(bodies.get(2 * contact + 1));
        float dx = a.get(Velocity.DX) - b.get(Velocity.DX), dy = a.get(Velocity.DY) - b.get(Velocity.DY);
        float missing = 4 * Math.max(0, depth - 0.02f) - dx * nx - dy * ny;
        float both = a.get(Velocity.LIGHTNESS) + b.get(Velocity.LIGHTNESS);
        float impulse = Math.max(-impulses.get(contact), missing / both);
        impulses.set(contact, impulses.get(contact) + impulse);
        a.set(Velocity.DX, a.get(Velocity.DX) + nx * impulse * a.get(Velocity.LIGHTNESS));
        a.set(Velocity.DY, a.get(Velocity.DY) + ny * impulse * a.get(Velocity.LIGHTNESS));
        b.set(Velocity.DX, b.get(Velocity.DX) - nx * impulse * b.get(Velocity.LIGHTNESS));
        b.set(Velocity.DY, b.get(Velocity.DY) - ny * impulse * b.get(Velocity.LIGHTNESS));
    }

    /** Casts vertical rays from above, side by side. Returns what each ray hits: a ball or the box. */
    FrameLongList look(int rays) {
        FrameLongList hits = FrameLongList.in(world.frame(), rays);
        for (int ray = 0; ray < rays; ray++) {
            float x = (ray + 0.5f) * WIDTH / rays;
            long ball = grid.firstAlong(x, 3 * HEIGHT, x, 0, 1);
            hits.add(ball == Entity.NULL ? box : ball);
        }
        return hits;
    }

    /** The box, seen from the side. A ball is drawn as [] if a ray hits it, else as (). */
    String picture() {
        FrameLongList hits = look(WIDTH);
        StringBuilder picture = new StringBuilder((" ".repeat(WIDTH) + "\n").repeat(HEIGHT / 2));
        balls.forEach(row -> {
            int at = (int) (HEIGHT - row.get(Position.Y)) / 2 * (WIDTH + 1) + Math.round(row.get(Position.X));
            picture.replace(at - 1, at + 1, hits.contains(row.entity()) ? "[]" : "()");
        });
        return "%s%d contacts in %d manifolds; rays hit each []".formatted(picture, impulses.size(), manifolds.size());
    }

    public static void main(String... args) {
        try (World world = World.create()) {
            PhysicsStep physics = new PhysicsStep(world, 78);
            Inspected.steps(world, 1 / 60f, 240, physics::step, args); // with --inspect, until Enter is pressed
            System.out.println(physics.picture());
        }
    }
}
