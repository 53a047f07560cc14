package basalt.examples.small;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.TreeType;
import basalt.examples.framework.inspect.Inspected;
import basalt.examples.framework.render.Sketch;
import basalt.examples.transform.Affine2D;
import basalt.examples.transform.Global2D;
import basalt.examples.transform.Local2D;
import basalt.examples.transform.Transforms2D;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A solar system of parents and children: a cascade places moons by their planets, and the links of an arm by those
 * before them. The spacecraft is attached to planet after planet, and keeps its place. The camera is the root. Uses
 * columns, as kernels write some values of large components, and the picture is drawn from rows that a column sorts.
 * No system declares access: each counts as writing what its query names, and all use local transforms anyway.
 */
final class SolarSystem {
    static final int WIDTH = 480, HEIGHT = 270, VISIT_TICKS = 28, FLIGHT_TICKS = 20; // a visit begins with a flight
    private static final float ZOOM = 27, TICK_SECONDS = 0.1f;

    /** A ball, and its orbit around the parent: in radians, and radians per tick. */
    record Body(float orbit, float angle, float speed, float radius, int rgb) {
        static final Component<Body> TYPE = Component.of(Body.class);
        static final FloatColumn ORBIT = TYPE.float32("orbit"), ANGLE = TYPE.float32("angle");
        static final FloatColumn SPEED = TYPE.float32("speed"), RADIUS = TYPE.float32("radius");
        static final IntColumn RGB = TYPE.int32("rgb");
    }

    /** A link of an arm, and where it begins in its parent. */
    record Link(float x, float phase) {
        static final Component<Link> TYPE = Component.of(Link.class);
        static final FloatColumn X = TYPE.float32("x"), PHASE = TYPE.float32("phase");
    }

    final World world;
    final Transforms2D transforms;
    final List<Long> planets = new ArrayList<>();
    final long sun, ship;
    private final Schedule schedule;
    private final Query links;
    private final Selection farToNear;
    private Affine2D start; // of the flight, in the coordinates of the planet that it leads to
    private int ticks;

    SolarSystem(World world, int workers) {
        this.world = world;
        transforms = Transforms2D.of(world, TreeType.DEFAULT);
        Local2D tilted = Local2D.of(WIDTH / 2, HEIGHT / 2, -0.16f, ZOOM, 0.5f * ZOOM);
        sun = child(world.spawn(tilted, Global2D.IDENTITY), new Body(0, 0, 0, 0.8f, 0xffd36b));
        planets.add(child(sun, new Body(1.7f, 2.0f, -0.165f, 0.15f, 0xb9a08a)));
        planets.add(child(sun, new Body(2.7f, 0.6f, -0.102f, 0.24f, 0xf0b060)));
        planets.add(child(sun, new Body(4.0f, 3.3f, -0.066f, 0.30f, 0x4aa3ff)));
        planets.add(child(sun, new Body(5.3f, 5.0f, -0.048f, 0.24f, 0xff6a4a)));
        planets.add(child(sun, new Body(8.0f, 2.7f, -0.024f, 0.58f, 0xe0b48c)));
        child(planets.get(2), new Body(0.7f, 0, -0.36f, 0.09f, 0xd8dde6));
        for (int i = 0; i < 3; i++) {
            child(planets.get(4), new Body(0.95f + 0.32f * i, 2.5f * i, -0.3f + 0.08f * i, 0.08f, 0xcfd8ff));
        }
        for (int i = 0; i < 350; i++) {
            child(sun, new Body(6.1f + 0.002f * (i * 97 % 350), 2.4f * i, -0.036f, 0.03f, 0x505058 + i % 9 * 0x0a0a0a));
        }
        ship = child(planets.get(2), Local2D.IDENTITY);
        for (long link = ship, i = 0; i < 3; i++) {
            link = child(link, new Link(i == 0 ? 0.25f : 0.4f, 1.3f * i));
        }
        links = world.query().all(Link.TYPE, Local2D.TYPE, Global2D.TYPE).build();
        farToNear = Selection.of(world.query().all(Body.TYPE, Global2D.TYPE).build());
        RowKernel orbit = world.query().all(Body.TYPE, Local2D.TYPE).build().kernel(row -> {
            float angle = row.get(Body.ANGLE) + row.get(Body.SPEED);
            row.set(Body.ANGLE, angle);
            row.set(Local2D.TX, row.get(Body.ORBIT) * (float) Math.cos(angle));
            row.set(Local2D.TY, row.get(Body.ORBIT) * (float) Math.sin(angle));
        });
        RowKernel bend = links.kernel(row -> {
            row.set(Link.PHASE, row.get(Link.PHASE) + 0.27f);
            Local2D.set(row, row.get(Link.X), 0, 0.8f * (float) Math.sin(row.get(Link.PHASE)), 1, 1);
        });
        schedule = Schedule.builder(world)
                .workers(workers)
                .add("orbit", orbit)
                .add("bend", bend)
                .add("place", transforms.kernel())
                .build();
        world.resources().own(schedule); // closes with the world
        schedule.tick(TICK_SECONDS);
    }

    private long child(long parent, Record value) {
        long child = world.spawn(Local2D.IDENTITY, Global2D.IDENTITY);
        world.add(child, value);
        world.hierarchy().attach(child, parent);
        return child;
    }

    void tick() {
        int visit = ticks / VISIT_TICKS, age = ticks++ % VISIT_TICKS;
        if (age == 0) {
            transforms.attachKeepingGlobal(ship, planets.get((visit * 3 + 3) % planets.size()));
            start = world.get(ship, Local2D.TYPE).affine();
        }
        double part = Math.min(1, (double) age / FLIGHT_TICKS), left = 1 - part * part * (3 - 2 * part);
        double toX = 0.8 * Math.cos(0.15 * age), toY = 0.8 * Math.sin(0.15 * age);
        double x = toX + (start.tx() - toX) * left, y = toY + (start.ty() - toY) * left;
        double angle = Math.atan2(y - world.get(ship, Local2D.TY), x - world.get(ship, Local2D.TX));
        world.set(ship, Local2D.of(Affine2D.of(x, y, angle, 1, 1)));
        schedule.tick(TICK_SECONDS);
    }

    void draw(Sketch sketch) {
        sketch.clear(150);
        sketch.light(transforms.global(sun), 2.2f * ZOOM, 0xffb040);
        farToNear.collect().sortBy(Global2D.TY);
        farToNear.forEach(row -> {
            if (row.get(Body.RADIUS) > 0.05f) {
                Affine2D around = transforms.global(world.hierarchy().parent(row.entity()));
                sketch.orbit(around, row.get(Body.ORBIT), row.get(Body.ANGLE), row.get(Body.RGB));
            }
        });
        farToNear.forEach(
                row -> sketch.ball(transforms.global(row.entity()), row.get(Body.RADIUS) * ZOOM, row.get(Body.RGB)));
        sketch.trail(transforms.global(ship), 30, 0x7dffb0);
        links.forEach(row -> sketch.line(transforms.global(row.entity()), 0.4f, 1.5f, 0xffffff));
        sketch.arrow(transforms.global(ship), 0.5f, 0x7dffb0);
    }

    public static void main(String... args) throws Exception {
        try (World world = World.create()) {
            SolarSystem system = new SolarSystem(world, 2);
            Inspected.run(system.schedule, TICK_SECONDS, 0, system::tick, args);
            Sketch sketch = new Sketch(WIDTH, HEIGHT, 0x05060d);
            String folder = args.length == 0 || Inspected.isAsked(args) ? "target" : args[0];
            sketch.film(Path.of(folder), "solar-system", 48, () -> {
                system.tick();
                system.draw(sketch);
            });
        }
    }
}
