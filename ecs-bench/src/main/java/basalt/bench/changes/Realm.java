package basalt.bench.changes;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;

/**
 * Entities with position, velocity, health and mana. Each tick sets the positions of a hundred, the health of another
 * hundred, and the mana of a third hundred. Three observers are optional; they visit the changed rows.
 */
final class Realm implements AutoCloseable {
    private static final int CHANGES = 100;
    private static final int OBSERVERS = 3;

    private final World world = World.create();
    private final Places places;
    private final long[] entities;
    private final Seen seen = new Seen();
    private final RowKernel[] observers;
    private int tick;

    /** Sums of the values that the observers visited. */
    private static final class Seen {
        private int rows;
        private float sum;

        void add(float value) {
            rows++;
            sum += value;
        }
    }

    Realm(int count, Places places, boolean isObserved) {
        this.places = places;
        entities = new long[count];
        Template template = world.template()
                .with(Position.TYPE, Velocity.TYPE, Health.TYPE, Mana.TYPE)
                .build();
        for (int i = 0; i < count; i++) {
            entities[i] = template.spawn();
        }
        observers = isObserved ? observers() : new RowKernel[0];
    }

    private RowKernel[] observers() {
        Seen account = seen;
        return new RowKernel[] {
            world.query().changed(Position.TYPE).build().kernel(row -> account.add(row.get(Position.X))),
            world.query().changed(Health.TYPE).build().kernel(row -> account.add(row.get(Health.POINTS))),
            world.query().changed(Mana.TYPE).build().kernel(row -> account.add(row.get(Mana.POINTS)))
        };
    }

    /** Sets all three hundred values to the number of the tick. */
    void set() {
        tick++;
        int third = entities.length / OBSERVERS;
        for (int i = 0; i < CHANGES; i++) {
            int place = places.place(entities.length, CHANGES, tick, i);
            world.set(entities[place], Position.X, tick);
            world.set(entities[(place + third) % entities.length], Health.POINTS, tick);
            world.set(entities[(place + 2 * third) % entities.length], Mana.POINTS, tick);
        }
    }

    /** Visits the changed rows. Returns their number. */
    int observe() {
        seen.rows = 0;
        seen.sum = 0;
        for (RowKernel observer : observers) {
            observer.run();
        }
        return seen.rows;
    }

    /** Checks the values that a tick sets, and the rows that the observers visit. */
    void check() {
        set();
        int third = entities.length / OBSERVERS;
        for (int i = 0; i < CHANGES; i++) {
            int place = places.place(entities.length, CHANGES, tick, i);
            Check.same("x", place, tick, world.get(entities[place], Position.X));
            int second = (place + third) % entities.length;
            Check.same("health", second, tick, world.get(entities[second], Health.POINTS));
            int last = (place + 2 * third) % entities.length;
            Check.same("mana", last, tick, world.get(entities[last], Mana.POINTS));
        }
        Check.same("rows seen", (long) observers.length * CHANGES, observe());
        Check.near("sum seen", (double) observers.length * CHANGES * tick, seen.sum, 1e-3 * seen.sum);
        Check.same("rows seen again", 0, observe());
    }

    @Override
    public void close() {
        world.close();
    }
}
