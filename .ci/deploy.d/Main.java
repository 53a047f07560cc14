package app;

import basalt.inspect.Inspector;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program that .ci/deploy runs in each way: what it uses must be found by name or as a resource of the jar. */
public class Main {
    record Position(float x, float y) {
        Position plus(Velocity v) {
            return new Position(x + v.dx(), y + v.dy());
        }
    }

    record Velocity(float dx, float dy) {}

    public static void main(String... args) throws IOException {
        Path file = Files.createTempFile("deployed", ".basalt");
        try (World world = World.create()) {
            long e = world.spawn(new Position(0, 0), new Velocity(1, 2));
            RowKernel move = world.query(Position.class, Velocity.class).update((p, v) -> p.plus(v));
            try (Schedule schedule = Schedule.builder(world).add("move", move).build();
                    Inspector inspector = Inspector.of(schedule).build()) {
                schedule.tick(1 / 60f);
                String page = URI.create(inspector.address()).resolve("/").toString();
                System.out.println("page: " + URI.create(page).toURL().openStream().read());
            }
            System.out.println(world.get(e, Position.class));
            System.out.println("loop: " + move.explain().reason());
            world.save(file);
        }
        try (World world = World.load(file)) {
            System.out.println("loaded: " + world.query(Position.class).count());
        } finally {
            Files.delete(file);
        }
    }
}
