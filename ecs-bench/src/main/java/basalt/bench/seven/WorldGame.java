package basalt.bench.seven;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/** The systems as kernels, in the order in which they run. */
abstract class WorldGame implements Game {
    final World world = World.create();
    final Screen screen = new Screen();
    private final long[] entities;
    private final Snapshots start = Saves.snapshots(world, 1);
    private final List<RowKernel> systems;

    WorldGame(Unit[] units) {
        entities = new long[units.length];
        for (int i = 0; i < units.length; i++) {
            entities[i] = world.spawn(records(units[i]).toArray(Record[]::new));
        }
        systems = kernels();
        world.time().advance(SECONDS);
        start.capture();
    }

    /** The seven systems; a system may be more than one kernel. */
    abstract List<RowKernel> kernels();

    /** Adds the components of an entity, besides position and velocity. */
    abstract void add(Unit unit, List<Record> components);

    private List<Record> records(Unit unit) {
        List<Record> records = new ArrayList<>();
        if (unit.hasPosition) {
            records.add(new Position(unit.x, unit.y));
        }
        if (unit.hasVelocity) {
            records.add(new Velocity(unit.dx, unit.dy));
        }
        add(unit, records);
        return records;
    }

    @Override
    public final void reset() {
        start.restore(start.newestTick());
    }

    @Override
    public final void tick() {
        for (RowKernel system : systems) {
            system.run();
        }
    }

    @Override
    public final void read(int number, Unit unit) {
        long entity = entities[number];
        if (world.has(entity, Position.TYPE)) {
            unit.x = world.get(entity, Position.X);
            unit.y = world.get(entity, Position.Y);
        }
        if (world.has(entity, Velocity.TYPE)) {
            unit.dx = world.get(entity, Velocity.DX);
            unit.dy = world.get(entity, Velocity.DY);
        }
        readParts(entity, unit);
    }

    /** Copies what {@link #add} has added. */
    abstract void readParts(long entity, Unit unit);

    @Override
    public final byte[] drawn() {
        return screen.characters();
    }

    @Override
    public final void close() {
        world.close();
    }
}
