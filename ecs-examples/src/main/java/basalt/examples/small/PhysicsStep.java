package basalt.examples.small;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.memory.collection.*;
import basalt.query.*;
import basalt.selection.Selection;
import basalt.world.World;

/**
 * A physics step: balls fall into a box, and rays are cast at them from above. Contacts, manifolds, impulses and ray
 * hits are results of the frame: they lie in the frame arena until the next step begins.
 */
final class PhysicsStep {
    static final int WIDTH = 40, HEIGHT = 24; // of the box, in radii of a ball
    static final float GRAVITY = 20, STEP_SECONDS = 1 / 120f;

    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    /** A velocity and an inverse mass. The box has an inverse mass of 0 and never moves. */
    record Velocity(float x, float y, float lightness) {
        static final Component<Velocity> TYPE = Component.of(Velocity.class);
        static final FloatColumn DX = TYPE.float32("x");
        static final FloatColumn DY = TYPE.float32("y");
        static final FloatColumn LIGHTNESS = TYPE.float32("lightness");
    }

    final Query balls;
    final long box;
    FrameLongList bodies; // two per contact
    FrameFloatList shapes; // three per contact: x and y of the normal, from the second body to the first; depth
    FrameFloatList impulses; // one per contact
    FrameIntList manifolds; // all contacts of two bodies form a manifold: index of its first contact
    private final World world;
    private final Selection byX;
    private final RowKernel move;

    PhysicsStep(World world, int count) {
        this.world = world;
        for (int i = 0; i < count; i++) {
            world.spawn(new Position(3 * (i % 6) + 11 + i % 7 * 0.1f, 3 * (i / 6) + 2), new Velocity(0, 0, 1));
        }
        box = world.spawn(new Velocity(0, 0, 0));
        balls = world.query().all(Position.TYPE, Velocity.TYPE).build();
        byX = Selection.of(balls);
        move = balls.pureKernel(row -> {
            row.set(Velocity.DY, row.get(Velocity.DY) - GRAVITY * STEP_SECONDS);
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * STEP_SECONDS);
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * STEP_SECONDS);
        });
    }

    void step() {
        world.frame().reset(); // frees the results of the last step
        move.run();
        int count = byX.collect().sortBy(Position.X).size();
        bodies = FrameLongList.in(world.frame(), 16 * count);
        shapes = FrameFloatList.in(world.frame(), 24 * count);
        impulses = FrameFloatList.in(world.frame(), 8 * count);
        manifolds = FrameIntList.in(world.frame(), 8 * count);
        for (int i = 0; i < count; i++) {
            float x = byX.row(i).get(Position.X), y = byX.row(i).get(Position.Y);
            touch(i, box, 1, 0, 1 - x);
            touch(i, box, -1, 0, x + 1 - WIDTH);
            touch(i, box, 0, 1, 1 - y);
            for (int j = i + 1; j < count && byX.row(j).get(Position.X) < x + 2; j++) { // sorted by x
                float right = x - byX.row(j).get(Position.X);
                float up = y - byX.row(j).get(Position.Y);
                float distance = (float) Math.sqrt(right * right + up * up);
                touch(i, byX.entity(j), right / distance, up / distance, 2 - distance);
            }
        }
        for (int i = 0; i < 10 * impulses.size(); i++) {
            solve(i % impulses.size()); // ten iterations, as contacts affect each other
        }
    }

    private void touch(int ball, long other, float nx, float ny, float depth) {
        if (depth > 0) {
            int end = bodies.size();
            if (end == 0 || bodies.get(end - 2) != byX.entity(ball) || bodies.get(end - 1) != other) {
                manifolds.add(end / 2);
            }
            bodies.add(byX.entity(ball));
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
        Row first = world.row(bodies.get(2 * contact)), second = world.row(bodies.get(2 * contact + 1));
        float dx = first.get(Velocity.DX) - second.get(Velocity.DX);
        float dy = first.get(Velocity.DY) - second.get(Velocity.DY);
        float missing = 4 * Math.max(0, depth - 0.02f) - dx * nx - dy * ny;
        float both = first.get(Velocity.LIGHTNESS) + second.get(Velocity.LIGHTNESS);
        float impulse = Math.max(-impulses.get(contact), missing / both);
        impulses.set(contact, impulses.get(contact) + impulse);
        first.set(Velocity.DX, first.get(Velocity.DX) + nx * impulse * first.get(Velocity.LIGHTNESS));
        first.set(Velocity.DY, first.get(Velocity.DY) + ny * impulse * first.get(Velocity.LIGHTNESS));
        second.set(Velocity.DX, second.get(Velocity.DX) - nx * impulse * second.get(Velocity.LIGHTNESS));
        second.set(Velocity.DY, second.get(Velocity.DY) - ny * impulse * second.get(Velocity.LIGHTNESS));
    }

    /** Casts vertical rays from above, side by side. Returns what each ray hits: a ball or the box. */
    FrameLongList look(int rays) {
        FrameLongList hits = FrameLongList.in(world.frame(), rays);
        for (int ray = 0; ray < rays; ray++) {
            float highest = 0;
            hits.add(box);
            for (int i = 0; i < byX.size(); i++) {
                float aside = byX.row(i).get(Position.X) - (ray + 0.5f) * WIDTH / rays;
                float height = byX.row(i).get(Position.Y) + (float) Math.sqrt(1 - aside * aside); // NaN: a miss
                if (height > highest) {
                    highest = height;
                    hits.set(ray, byX.entity(i));
                }
            }
        }
        return hits;
    }

    String picture() {
        StringBuilder picture = new StringBuilder((" ".repeat(WIDTH) + "\n").repeat(HEIGHT / 2));
        balls.forEach(row -> {
            int at = (int) (HEIGHT - row.get(Position.Y)) / 2 * (WIDTH + 1) + Math.round(row.get(Position.X));
            picture.replace(at - 1, at + 1, "()");
        });
        return picture.toString();
    }

    public static void main(String... args) {
        try (World world = World.create()) {
            PhysicsStep physics = new PhysicsStep(world, 78);
            for (int step = 0; step < 240; step++) {
                physics.step();
            }
            System.out.printf("%s%d contacts%n", physics.picture(), physics.impulses.size());
        }
    }
}
