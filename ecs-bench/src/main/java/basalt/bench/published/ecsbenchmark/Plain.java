package basalt.bench.published.ecsbenchmark;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.bench.seven.Parts.Data;
import basalt.query.RowKernel;
import basalt.world.Time;
import basalt.world.World;
import java.util.List;

/** Basalt as the guide begins. */
class Plain implements Entities {
    private static final Position POSITION = new Position(1, 2);
    private static final Velocity VELOCITY = new Velocity(3, 4);
    private static final Data DATA = new Data(5, 0, false, 0, 1);

    final World world = World.create();
    final long[] entities;
    private List<RowKernel> systems;

    Plain(int count) {
        entities = new long[count];
    }

    @Override
    public void create() {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = world.spawn(new Position(1, 2), new Velocity(3, 4));
        }
    }

    @Override
    public final void create(Mix mix) {
        for (int i = 0; i < entities.length; i++) {
            Record[] of = mix.of(i, entities.length, POSITION, VELOCITY, DATA).toArray(Record[]::new);
            entities[i] = spawn(of);
        }
        systems = systems();
        world.time().advance(SECONDS);
    }

    long spawn(Record[] values) {
        return world.spawn(values);
    }

    List<RowKernel> systems() {
        Time time = world.time();
        return List.of(
                world.query(Position.class, Velocity.class)
                        .update((at, v) -> new Position(
                                at.x() + v.dx() * time.deltaSeconds(), at.y() + v.dy() * time.deltaSeconds())),
                world.query(Data.class).update(data -> data.next(time.deltaSeconds())));
    }

    @Override
    public final void update() {
        for (RowKernel system : systems) {
            system.run();
        }
    }

    @Override
    public long sum(int components) {
        float sum = 0;
        for (long entity : entities) {
            sum += world.get(entity, Position.class).x();
            sum += components > 1 ? world.get(entity, Velocity.class).dx() : 0;
            sum += components > 2 && world.has(entity, Data.class)
                    ? world.get(entity, Data.class).thingy()
                    : 0;
        }
        return (long) sum;
    }

    @Override
    public void change() {
        for (long entity : entities) {
            world.remove(entity, Position.class);
            world.add(entity, new Position(1, 2));
        }
    }

    @Override
    public void destroy() {
        for (long entity : entities) {
            world.destroy(entity);
        }
    }

    @Override
    public final int count() {
        return world.query(Position.class, Velocity.class).count();
    }

    @Override
    public final double value(int number) {
        long entity = entities[number];
        double value = 0;
        if (world.has(entity, Position.class)) {
            Position at = world.get(entity, Position.class);
            value = at.x() + 3 * at.y();
        }
        if (world.has(entity, Data.class)) {
            Data data = world.get(entity, Data.class);
            value += Objects.value(data.thingy(), data.dingy(), data.mingy(), data.numgy());
        }
        return value;
    }

    @Override
    public final void close() {
        world.close();
    }
}
