package basalt.bench.field.ashley;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.systems.IteratingSystem;
import com.badlogic.ashley.utils.ImmutableArray;

/** An engine with one system. */
final class AshleyBodies implements Bodies {
    private static final ComponentMapper<Place> PLACES = ComponentMapper.getFor(Place.class);
    private static final ComponentMapper<Motion> MOTIONS = ComponentMapper.getFor(Motion.class);
    private static final Family MOVERS = Family.all(Place.class, Motion.class).get();
    private static final float SECONDS = 1f / 60f;

    private final Engine engine = new Engine();
    private final ImmutableArray<Entity> movers = engine.getEntitiesFor(MOVERS);
    private final Entity[] entities;
    private final int movingPercent;

    AshleyBodies(int entities, int movingPercent) {
        this.entities = new Entity[entities];
        this.movingPercent = movingPercent;
        engine.addSystem(new Move());
    }

    @Override
    public int create() {
        for (int i = 0; i < entities.length; i++) {
            Entity entity = new Entity();
            entity.add(new Place(Start.x(i), Start.y(i), Start.z(i)));
            if (movingPercent == 100) {
                entity.add(motion());
            }
            engine.addEntity(entity);
            if (movingPercent != 100 && Start.moves(i, movingPercent)) {
                entity.add(motion());
            }
            entities[i] = entity;
        }
        return engine.getEntities().size();
    }

    private static Motion motion() {
        return new Motion(Start.DX, Start.DY, Start.DZ);
    }

    @Override
    public int destroy() {
        engine.removeAllEntities();
        return engine.getEntities().size();
    }

    @Override
    public int add() {
        for (Entity entity : entities) {
            entity.add(motion());
        }
        return movers.size();
    }

    @Override
    public int remove() {
        while (movers.size() > 0) {
            movers.first().remove(Motion.class);
        }
        return movers.size();
    }

    @Override
    public void move() {
        engine.update(SECONDS);
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            Place place = PLACES.get(entities[i]);
            place.x = Start.x(i);
            place.y = Start.y(i);
            place.z = Start.z(i);
        }
    }

    @Override
    public int count() {
        return engine.getEntities().size();
    }

    @Override
    public int moving() {
        return movers.size();
    }

    @Override
    public float value(int entity, int field) {
        Place place = PLACES.get(entities[entity]);
        Motion motion = MOTIONS.get(entities[entity]);
        return switch (field) {
            case 0 -> place.x;
            case 1 -> place.y;
            case 2 -> place.z;
            case 3 -> motion == null ? 0 : motion.dx;
            case 4 -> motion == null ? 0 : motion.dy;
            default -> motion == null ? 0 : motion.dz;
        };
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }

    private static final class Move extends IteratingSystem {
        Move() {
            super(MOVERS);
        }

        @Override
        protected void processEntity(Entity entity, float seconds) {
            Place place = PLACES.get(entity);
            Motion motion = MOTIONS.get(entity);
            place.x += motion.dx;
            place.y += motion.dy;
            place.z += motion.dz;
        }
    }
}
