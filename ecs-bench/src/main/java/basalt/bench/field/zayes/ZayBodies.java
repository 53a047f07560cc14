package basalt.bench.field.zayes;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntityId;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;

/** One entity set of the moving entities. */
final class ZayBodies implements Bodies {
    /** Components are immutable, so all entities share one velocity. */
    private static final Motion MOTION = new Motion(Start.DX, Start.DY, Start.DZ);

    private final EntityData data = new DefaultEntityData();
    private final EntitySet movers = data.getEntities(Place.class, Motion.class);
    private final EntityId[] entities;
    private final int movingPercent;

    ZayBodies(int entities, int movingPercent) {
        this.entities = new EntityId[entities];
        this.movingPercent = movingPercent;
    }

    @Override
    public int create() {
        for (int i = 0; i < entities.length; i++) {
            EntityId entity = data.createEntity();
            if (Start.moves(i, movingPercent)) {
                data.setComponents(entity, place(i), MOTION);
            } else {
                data.setComponent(entity, place(i));
            }
            entities[i] = entity;
        }
        movers.applyChanges();
        return entities.length;
    }

    private static Place place(int number) {
        return new Place(Start.x(number), Start.y(number), Start.z(number));
    }

    @Override
    public int destroy() {
        for (EntityId entity : entities) {
            data.removeEntity(entity);
        }
        movers.applyChanges();
        return movers.size();
    }

    @Override
    public int add() {
        for (EntityId entity : entities) {
            data.setComponent(entity, MOTION);
        }
        movers.applyChanges();
        return movers.size();
    }

    @Override
    public int remove() {
        for (EntityId entity : entities) {
            data.removeComponent(entity, Motion.class);
        }
        movers.applyChanges();
        return movers.size();
    }

    @Override
    public void move() {
        for (Entity entity : movers) {
            Place place = entity.get(Place.class);
            Motion motion = entity.get(Motion.class);
            entity.set(new Place(place.x + motion.dx, place.y + motion.dy, place.z + motion.dz));
        }
        movers.applyChanges();
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            data.setComponent(entities[i], place(i));
        }
        movers.applyChanges();
    }

    @Override
    public int count() {
        return data.findEntities(null, Place.class).size();
    }

    @Override
    public int moving() {
        return movers.size();
    }

    @Override
    public float value(int entity, int field) {
        if (field < 3) {
            Place place = data.getComponent(entities[entity], Place.class);
            return field == 0 ? place.x : field == 1 ? place.y : place.z;
        }
        Motion motion = data.getComponent(entities[entity], Motion.class);
        if (motion == null) {
            return 0;
        }
        return field == 3 ? motion.dx : field == 4 ? motion.dy : motion.dz;
    }

    @Override
    public void close() {
        movers.release();
        data.close();
        Reports.forget();
    }
}
