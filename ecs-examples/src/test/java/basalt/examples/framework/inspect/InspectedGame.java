package basalt.examples.framework.inspect;

import static basalt.system.Access.writes;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.inspect.Inspector;
import basalt.query.RowKernel;
import basalt.query.SpatialGrid;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import basalt.text.WorldText;
import basalt.world.World;
import java.util.concurrent.CompletableFuture;

/** A small world that ticks on a thread of its own and is inspected. */
final class InspectedGame implements AutoCloseable {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    record Place(float x, float y) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record Health(int points) {
        static final Component<Health> TYPE = Component.of(Health.class);
        static final IntColumn POINTS = TYPE.int32("points");
    }

    record Title(String text, Rank rank) {
        static final Component<Title> TYPE = Component.of(Title.class);
    }

    enum Rank {
        LOW,
        HIGH
    }

    private final CompletableFuture<Inspector> inspector = new CompletableFuture<>();
    private final CompletableFuture<FixedStepLoop> loop = new CompletableFuture<>();
    private final Thread thread;
    private final int port;

    /** Starts at a port; 0 for any. */
    InspectedGame(int port) {
        thread = new Thread(() -> run(port), "game");
        thread.start();
        this.port = inspector.join().port();
    }

    private void run(int wantedPort) {
        try (World world = World.create()) {
            for (int i = 0; i < 100; i++) {
                world.spawn(new Place(i, 2 * i), new Health(i));
            }
            world.spawn(new Title("old text", Rank.LOW));
            RowKernel move =
                    world.query().all(Place.TYPE).build().kernel(row -> row.set(Place.X, row.get(Place.X) + 0.25f));
            SpatialGrid grid = SpatialGrid.of(world.query().all(Place.TYPE).build(), Place.X, Place.Y)
                    .radius(10);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(1)
                    .add("grid", grid)
                    .add("move", move, writes(Place.TYPE))
                    .build()) {
                FixedStepLoop steps = FixedStepLoop.builder(schedule).build();
                try (Inspector built = Inspector.of(schedule)
                        .port(wantedPort)
                        .token(TOKEN)
                        .editable()
                        .loop(steps)
                        .history(200)
                        .hashes()
                        .watch("places", grid)
                        .texts(WorldText.of(world, Place.class, Health.class))
                        .template(
                                "soldier",
                                world.template().with(new Health(100)).build())
                        .announce(line -> {})
                        .build()) {
                    loop.complete(steps);
                    inspector.complete(built);
                    steps.run();
                }
            }
        } catch (Throwable e) {
            inspector.completeExceptionally(e);
            throw e;
        }
    }

    String address() {
        return inspector.join().address();
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        loop.join().stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
