package basalt.bench.field.ashley;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Health;
import basalt.bench.field.part.Lifetime;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.badlogic.ashley.core.Component;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.EntitySystem;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.core.PooledEngine;
import com.badlogic.ashley.utils.ImmutableArray;

/** Five systems in sequence: move, hurt, reap, spawn, count. */
final class AshleyParticles implements Trial {
    private static final ComponentMapper<Place> PLACES = ComponentMapper.getFor(Place.class);
    private static final ComponentMapper<Motion> MOTIONS = ComponentMapper.getFor(Motion.class);
    private static final ComponentMapper<Health> HEALTHS = ComponentMapper.getFor(Health.class);
    private static final Family PARTICLES =
            Family.all(Place.class, Motion.class, Lifetime.class, Health.class).get();
    private static final float SECONDS = 1f / 60f;

    private final Engine engine;
    private final ImmutableArray<Entity> all;
    private final int capacity;
    private final boolean pooled;
    private int dead;
    private int spawned;
    private int counted;

    AshleyParticles(int entities, boolean pooled) {
        capacity = entities;
        this.pooled = pooled;
        engine = pooled ? new PooledEngine(entities, entities, entities, entities) : new Engine();
        all = engine.getEntitiesFor(PARTICLES);
        engine.addSystem(new Move());
        engine.addSystem(new Hurt());
        engine.addSystem(new Reap());
        engine.addSystem(new Spawn());
        engine.addSystem(new Count());
        rewind();
    }

    @Override
    public int run() {
        engine.update(SECONDS);
        return counted;
    }

    private void spawn(int number) {
        for (int k = 0; k < number; k++) {
            Entity entity = engine.createEntity();
            Place place = component(Place.class, pooled ? null : new Place());
            place.x = Start.spawnX(spawned);
            place.y = 0;
            place.z = 0;
            Motion motion = component(Motion.class, pooled ? null : new Motion());
            motion.dx = Start.DX;
            motion.dy = Start.DY;
            motion.dz = Start.DZ;
            Health health = component(Health.class, pooled ? null : new Health());
            health.points = Start.health(spawned);
            Lifetime lifetime = component(Lifetime.class, pooled ? null : new Lifetime());
            lifetime.ticks = Start.LIFETIME;
            entity.add(place);
            entity.add(motion);
            entity.add(lifetime);
            entity.add(health);
            engine.addEntity(entity);
            spawned++;
        }
    }

    private <C extends Component> C component(Class<C> type, C made) {
        return made == null ? engine.createComponent(type) : made;
    }

    @Override
    public void rewind() {
        engine.removeAllEntities();
        spawned = 0;
        spawn(capacity);
    }

    @Override
    public float[] values() {
        Rows rows = new Rows(all.size());
        for (int i = 0; i < all.size(); i++) {
            Place place = PLACES.get(all.get(i));
            rows.add(place.x, place.y, place.z, HEALTHS.get(all.get(i)).points);
        }
        return rows.sorted();
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }

    private static final class Move extends EntitySystem {
        private ImmutableArray<Entity> matching;

        @Override
        public void addedToEngine(Engine of) {
            matching = of.getEntitiesFor(Family.all(Place.class, Motion.class).get());
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                process(matching.get(i));
            }
        }

        private void process(Entity entity) {
            Place place = PLACES.get(entity);
            Motion motion = MOTIONS.get(entity);
            place.x += motion.dx;
            place.y += motion.dy;
            place.z += motion.dz;
        }
    }

    private static final class Hurt extends EntitySystem {
        private ImmutableArray<Entity> matching;

        @Override
        public void addedToEngine(Engine of) {
            matching = of.getEntitiesFor(Family.all(Health.class).get());
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                process(matching.get(i));
            }
        }

        private void process(Entity entity) {
            HEALTHS.get(entity).points -= 1;
        }
    }

    private final class Reap extends EntitySystem {
        private ImmutableArray<Entity> matching;

        @Override
        public void addedToEngine(Engine of) {
            matching = of.getEntitiesFor(Family.all(Health.class).get());
        }

        @Override
        public void update(float seconds) {
            dead = 0;
            for (int i = 0; i < matching.size(); i++) {
                process(matching.get(i));
            }
        }

        private void process(Entity entity) {
            if (HEALTHS.get(entity).points <= 0) {
                getEngine().removeEntity(entity);
                dead++;
            }
        }
    }

    private final class Spawn extends EntitySystem {
        @Override
        public void update(float seconds) {
            spawn(dead);
        }
    }

    private final class Count extends EntitySystem {
        @Override
        public void update(float seconds) {
            counted = all.size();
        }
    }
}
