package basalt.bench.published.japes;

import basalt.bench.engine.Parts.Health;
import basalt.bench.engine.Parts.Motion;
import basalt.bench.engine.Parts.Place;
import basalt.bench.engine.Scene;
import basalt.bench.engine.Values;
import basalt.bench.published.japes.Components.LifetimeObject;
import basalt.bench.published.japes.Components.ManaObject;
import basalt.bench.published.japes.Components.MassObject;
import basalt.bench.published.japes.Japes.Case;
import com.badlogic.ashley.core.Component;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.utils.ImmutableArray;

/** Ashley: mappers, and loops over families; removing an entity takes linear time. */
final class InAshley {
    private static final ComponentMapper<Place> PLACES = ComponentMapper.getFor(Place.class);
    private static final ComponentMapper<Motion> MOTIONS = ComponentMapper.getFor(Motion.class);
    private static final ComponentMapper<Health> HEALTHS = ComponentMapper.getFor(Health.class);
    private static final ComponentMapper<ManaObject> MANAS = ComponentMapper.getFor(ManaObject.class);
    private static final ComponentMapper<LifetimeObject> LIFETIMES = ComponentMapper.getFor(LifetimeObject.class);

    private InAshley() {}

    static Scene scene(Case workload, int entities) {
        return switch (workload) {
            case SPARSE_DELTA, REALISTIC_TICK -> new Observed(workload, entities);
            case PARTICLES -> new Particles(entities);
            case UNIFIED_DELTA, PREDATOR_PREY -> throw Japes.lacks(workload);
            default -> new Moving(workload, entities);
        };
    }

    private static Entity create(Engine engine, Component... components) {
        Entity entity = new Entity();
        for (Component component : components) {
            entity.add(component);
        }
        engine.addEntity(entity);
        return entity;
    }

    private static final class Moving extends Objects.Moving {
        private final boolean isAlone;
        private Engine engine;
        private ImmutableArray<Entity> all;

        Moving(Case workload, int entities) {
            super(workload, entities);
            isAlone = workload == Case.READ_ONE;
        }

        @Override
        void open(int entities, boolean isAlone) {
            engine = new Engine();
            Family.Builder family = isAlone ? Family.all(Place.class) : Family.all(Place.class, Motion.class);
            all = engine.getEntitiesFor(family.get());
        }

        @Override
        void create(Place place, Motion motion, Case workload) {
            switch (workload) {
                case READ_ONE -> InAshley.create(engine, place);
                case NBODY -> InAshley.create(engine, place, motion, new MassObject());
                default -> InAshley.create(engine, place, motion);
            }
        }

        @Override
        public int run() {
            if (isAlone) {
                for (int i = 0; i < all.size(); i++) {
                    body.run(PLACES.get(all.get(i)), null);
                }
            } else {
                for (int i = 0; i < all.size(); i++) {
                    body.run(PLACES.get(all.get(i)), MOTIONS.get(all.get(i)));
                }
            }
            return places.length;
        }
    }

    private static final class Observed extends Objects.Observed {
        private final Engine engine = new Engine();
        private final Entity[] handles;

        Observed(Case workload, int entities) {
            super(workload, entities);
            handles = new Entity[entities];
            for (int i = 0; i < entities; i++) {
                Health health = new Health(health());
                handles[i] = isSparse
                        ? create(engine, health)
                        : create(engine, new Place(i, i, i), new Motion(1, 1, 1), health, new ManaObject());
            }
        }

        @Override
        Place place(int number) {
            return PLACES.get(handles[number]);
        }

        @Override
        Health health(int number) {
            return HEALTHS.get(handles[number]);
        }

        @Override
        ManaObject mana(int number) {
            return MANAS.get(handles[number]);
        }
    }

    private static final class Particles extends Objects.Particles {
        private final Engine engine = new Engine();
        private final ImmutableArray<Entity> movers =
                engine.getEntitiesFor(Family.all(Place.class, Motion.class).get());
        private final ImmutableArray<Entity> healths =
                engine.getEntitiesFor(Family.all(Health.class).get());
        private final ImmutableArray<Entity> lifetimes =
                engine.getEntitiesFor(Family.all(LifetimeObject.class).get());

        Particles(int entities) {
            super(entities);
            createAll();
        }

        @Override
        void create(Place place, Motion motion, LifetimeObject lifetime, Health health) {
            InAshley.create(engine, place, motion, lifetime, health);
        }

        @Override
        public int run() {
            for (int i = 0; i < movers.size(); i++) {
                PLACES.get(movers.get(i)).add(MOTIONS.get(movers.get(i)));
            }
            for (int i = 0; i < healths.size(); i++) {
                HEALTHS.get(healths.get(i)).points--;
            }
            for (int i = healths.size() - 1; i >= 0; i--) {
                if (HEALTHS.get(healths.get(i)).points <= 0) {
                    engine.removeEntity(healths.get(i));
                    deaths++;
                }
            }
            alive = 0;
            for (int i = 0; i < lifetimes.size(); i++) {
                if (LIFETIMES.get(lifetimes.get(i)).value > 0) {
                    alive++;
                }
            }
            respawn();
            return (int) alive;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int i = 0; i < healths.size(); i++) {
                add(values, PLACES.get(healths.get(i)), HEALTHS.get(healths.get(i)));
            }
            return sorted(values);
        }
    }
}
