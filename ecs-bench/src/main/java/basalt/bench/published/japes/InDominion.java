package basalt.bench.published.japes;

import basalt.bench.engine.Parts.Health;
import basalt.bench.engine.Parts.Motion;
import basalt.bench.engine.Parts.Place;
import basalt.bench.engine.Scene;
import basalt.bench.engine.Values;
import basalt.bench.published.Published;
import basalt.bench.published.japes.Components.LifetimeObject;
import basalt.bench.published.japes.Components.ManaObject;
import basalt.bench.published.japes.Components.MassObject;
import basalt.bench.published.japes.Japes.Case;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;
import java.util.ArrayList;
import java.util.List;

/** Dominion: kept results, without entities where these are not needed. */
final class InDominion {
    private InDominion() {}

    static Scene scene(Case workload, int entities) {
        return switch (workload) {
            case SPARSE_DELTA, REALISTIC_TICK -> new Observed(workload, entities);
            case PARTICLES -> new Particles(entities);
            case UNIFIED_DELTA, PREDATOR_PREY -> throw Japes.lacks(workload);
            default -> new Moving(workload, entities);
        };
    }

    private static final class Moving extends Objects.Moving {
        private Dominion dominion;
        private final Results<Place> alone;
        private final Results<Results.With2<Place, Motion>> both;

        Moving(Case workload, int entities) {
            super(workload, entities);
            alone = workload == Case.READ_ONE ? dominion.findCompositionsWith(Place.class) : null;
            both = dominion.findCompositionsWith(Place.class, Motion.class);
        }

        @Override
        void open(int entities, boolean isAlone) {
            dominion = Published.dominion();
        }

        @Override
        void create(Place place, Motion motion, Case workload) {
            switch (workload) {
                case READ_ONE -> dominion.createEntity(place);
                case NBODY -> dominion.createEntity(place, motion, new MassObject());
                default -> dominion.createEntity(place, motion);
            }
        }

        @Override
        public int run() {
            if (alone != null) {
                for (Place place : alone) {
                    body.run(place, null);
                }
            } else {
                for (Results.With2<Place, Motion> one : both) {
                    body.run(one.comp1(), one.comp2());
                }
            }
            return places.length;
        }

        @Override
        public void close() {
            dominion.close();
        }
    }

    private static final class Observed extends Objects.Observed {
        private final Dominion dominion = Published.dominion();
        private final Entity[] handles;

        Observed(Case workload, int entities) {
            super(workload, entities);
            handles = new Entity[entities];
            for (int i = 0; i < entities; i++) {
                Health health = new Health(health());
                handles[i] = isSparse
                        ? dominion.createEntity(health)
                        : dominion.createEntity(new Place(i, i, i), new Motion(1, 1, 1), health, new ManaObject());
            }
        }

        @Override
        Place place(int number) {
            return handles[number].get(Place.class);
        }

        @Override
        Health health(int number) {
            return handles[number].get(Health.class);
        }

        @Override
        ManaObject mana(int number) {
            return handles[number].get(ManaObject.class);
        }

        @Override
        public void close() {
            dominion.close();
        }
    }

    private static final class Particles extends Objects.Particles {
        private final Dominion dominion = Published.dominion();
        private final Composition.Of4<Place, Motion, LifetimeObject, Health> particle =
                dominion.composition().of(Place.class, Motion.class, LifetimeObject.class, Health.class);
        private final Results<Results.With2<Place, Motion>> movers;
        private final Results<Results.With1<Health>> healths;
        private final Results<LifetimeObject> lifetimes;
        private final List<Entity> dead = new ArrayList<>();

        Particles(int entities) {
            super(entities);
            createAll();
            movers = dominion.findCompositionsWith(Place.class, Motion.class);
            healths = dominion.findEntitiesWith(Health.class);
            lifetimes = dominion.findCompositionsWith(LifetimeObject.class);
        }

        @Override
        void create(Place place, Motion motion, LifetimeObject lifetime, Health health) {
            dominion.createPreparedEntity(particle.withValue(place, motion, lifetime, health));
        }

        @Override
        public int run() {
            for (Results.With2<Place, Motion> mover : movers) {
                mover.comp1().add(mover.comp2());
            }
            for (Results.With1<Health> one : healths) {
                one.comp().points--;
            }
            for (Results.With1<Health> one : healths) {
                if (one.comp().points <= 0) {
                    dead.add(one.entity());
                }
            }
            deaths += dead.size();
            dead.forEach(dominion::deleteEntity);
            dead.clear();
            alive = 0;
            for (LifetimeObject lifetime : lifetimes) {
                if (lifetime.value > 0) {
                    alive++;
                }
            }
            respawn();
            return (int) alive;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (Results.With2<Place, Health> one : dominion.findEntitiesWith(Place.class, Health.class)) {
                add(values, one.comp1(), one.comp2());
            }
            return sorted(values);
        }

        @Override
        public void close() {
            dominion.close();
        }
    }
}
