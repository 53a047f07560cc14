package basalt.system;

import basalt.component.Component;
import basalt.query.Row;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.world.EventChannel;
import basalt.world.World;
import java.util.List;

/** A hash of a world: entities with their generations, components, all values, and the events. */
final class WorldHash {
    static final List<Component<?>> COMPONENTS =
            List.of(Position.TYPE, Velocity.TYPE, Health.TYPE, Frozen.TYPE, Rare.TYPE, Kinds.TYPE);

    private final World world;
    private long hash = 1;

    private WorldHash(World world) {
        this.world = world;
    }

    static long of(World world) {
        WorldHash hash = new WorldHash(world);
        world.query()
                .optional(COMPONENTS.toArray(new Component<?>[0]))
                .includeDisabled()
                .build()
                .forEach(hash::add);
        hash.add(world.entityCount());
        hash.addEvents();
        return hash.hash;
    }

    /** The hash, including the next handles: free rows and their generations. */
    static long withFreeRows(World world, Iterable<basalt.world.Template> templates) {
        long hash = of(world);
        for (int i = 0; i < 3; i++) {
            hash = 31 * hash + world.spawn();
            for (basalt.world.Template template : templates) {
                hash = 31 * hash + template.spawn();
            }
        }
        return hash;
    }

    private void add(long value) {
        hash = (hash ^ value) * 0x9E37_79B9_7F4A_7C15L;
        hash ^= hash >>> 29;
    }

    private void add(Row row) {
        long entity = row.entity();
        add(entity);
        add(world.isEnabled(entity) ? 1 : 2);
        for (Component<?> component : COMPONENTS) {
            add(!row.has(component) ? 3 : row.isEnabled(component) ? 4 : 5);
        }
        if (row.has(Position.TYPE)) {
            add(Float.floatToRawIntBits(row.get(Position.X)));
            add(Float.floatToRawIntBits(row.get(Position.Y)));
        }
        if (row.has(Velocity.TYPE)) {
            add(Float.floatToRawIntBits(row.get(Velocity.DX)));
            add(Float.floatToRawIntBits(row.get(Velocity.DY)));
        }
        if (row.has(Health.TYPE)) {
            add(row.get(Health.POINTS));
        }
        if (row.has(Rare.TYPE)) {
            add(row.get(Rare.CHARGE));
            add(String.valueOf(row.get(Rare.NOTE)).hashCode());
        }
        if (row.has(Kinds.TYPE)) {
            add(row.get(Kinds.I64));
            add(row.get(Kinds.TARGET));
            add(row.get(Kinds.I8));
            add(String.valueOf(row.get(Kinds.NAME)).hashCode());
        }
    }

    private void addEvents() {
        EventChannel<Blow> rarer = world.events(Blow.TYPE);
        for (long event = rarer.firstLive(); event < rarer.sent(); event++) {
            add(event);
            add(Double.doubleToRawLongBits(rarer.get(event, Blow.WEIGHT)));
        }
        EventChannel<Spark> rare = world.events(Spark.TYPE);
        for (long event = rare.firstLive(); event < rare.sent(); event++) {
            add(event);
            add(rare.get(event, Spark.CHARGE));
            add(String.valueOf(rare.get(event, Spark.NOTE)).hashCode());
        }
    }
}
