package basalt.examples.framework.experiment;

import static basalt.system.Access.exclusive;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.examples.framework.render.Scene;
import basalt.query.Query;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/** Walkers that are spawned by input alone. */
class Walkers extends Experiment {
    final List<String> calls = new ArrayList<>();

    /** A change of the program. */
    long fasterFromTick = Long.MAX_VALUE;

    float tickSeconds = 0.5f;
    private final World world;
    private final Query walkers;
    private final Schedule schedule;

    /** Where a walker is. */
    record Place(float x) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
    }

    Walkers() {
        this(World.create());
    }

    Walkers(World world) {
        this.world = world;
        walkers = world.query().all(Place.TYPE).build();
        schedule = Schedule.builder(world)
                .add("rest", () -> calls.add("tick"), exclusive())
                .add("walk", () -> walkers.forEach(row -> row.set(Place.X, row.get(Place.X) + speed())), exclusive())
                .build();
    }

    private float speed() {
        return world.time().tick() < fasterFromTick ? 1 : 2;
    }

    @Override
    protected void begin(long seed) {
        calls.add("start " + seed);
    }

    @Override
    protected void spawnMore() {
        calls.add("spawn");
        world.spawn(new Place(0));
    }

    @Override
    public Schedule schedule() {
        return schedule;
    }

    @Override
    public Scene scene() {
        return new Scene(0, 0, 1, 0x204060);
    }

    @Override
    public float tickSeconds() {
        return tickSeconds;
    }

    @Override
    public int population() {
        return walkers.count();
    }

    @Override
    public World world() {
        return world;
    }

    @Override
    public Component<?>[] components() {
        return new Component<?>[] {Place.TYPE};
    }

    @Override
    public Class<?>[] derived() {
        return new Class<?>[0];
    }

    @Override
    public void close() {
        endReplay();
        schedule.close();
        world.close();
    }
}
