package basalt.bench.field.zayes;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Health;
import basalt.bench.field.part.Lifetime;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;

/** A set of moving entities, one of entities with health, and one of whole particles. */
final class ZayParticles implements Trial {
    /** Components are immutable, so all particles share those of the same value. */
    private static final Motion MOTION = new Motion(Start.DX, Start.DY, Start.DZ);

    private static final Lifetime LIFETIME = new Lifetime();

    private final EntityData data = new DefaultEntityData();
    private final EntitySet movers = data.getEntities(Place.class, Motion.class);
    private final EntitySet healths = data.getEntities(Health.class);
    private final EntitySet all = data.getEntities(Place.class, Motion.class, Lifetime.class, Health.class);
    private final int capacity;
    private int spawned;

    ZayParticles(int entities) {
        capacity = entities;
        rewind();
    }

    @Override
    public int run() {
        for (Entity entity : movers) {
            Place place = entity.get(Place.class);
            Motion motion = entity.get(Motion.class);
            entity.set(new Place(place.x + motion.dx, place.y + motion.dy, place.z + motion.dz));
        }
        for (Entity entity : healths) {
            entity.set(new Health(entity.get(Health.class).points - 1));
        }
        int dead = 0;
        for (Entity entity : healths) {
            if (entity.get(Health.class).points <= 0) {
                data.removeEntity(entity.getId());
                dead++;
            }
        }
        spawn(dead);
        applyChanges();
        return all.size();
    }

    private void spawn(int number) {
        for (int k = 0; k < number; k++) {
            data.setComponents(
                    data.createEntity(),
                    new Place(Start.spawnX(spawned), 0, 0),
                    MOTION,
                    LIFETIME,
                    new Health(Start.health(spawned)));
            spawned++;
        }
    }

    private void applyChanges() {
        movers.applyChanges();
        healths.applyChanges();
        all.applyChanges();
    }

    @Override
    public void rewind() {
        for (Entity entity : healths) {
            data.removeEntity(entity.getId());
        }
        spawned = 0;
        spawn(capacity);
        applyChanges();
    }

    @Override
    public float[] values() {
        Rows rows = new Rows(all.size());
        for (Entity entity : all) {
            Place place = entity.get(Place.class);
            rows.add(place.x, place.y, place.z, entity.get(Health.class).points);
        }
        return rows.sorted();
    }

    @Override
    public void close() {
        movers.release();
        healths.release();
        all.release();
        data.close();
    }
}
