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
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;

/** artemis-odb: mappers, and systems with the loops of its weaver. */
final class InArtemis {
    private InArtemis() {}

    static Scene scene(Case workload, int entities) {
        return switch (workload) {
            case SPARSE_DELTA, REALISTIC_TICK -> new Observed(workload, entities);
            case PARTICLES -> new Particles(entities);
            case UNIFIED_DELTA, PREDATOR_PREY -> throw Japes.lacks(workload);
            default -> new Moving(workload, entities);
        };
    }

    private static World world(int entities, BaseSystem... systems) {
        return new World(new WorldConfigurationBuilder().with(systems).build().expectedEntityCount(entities));
    }

    /** A system with a loop of its own. */
    private abstract static class Loop extends BaseEntitySystem {
        Loop(Aspect.Builder aspect) {
            super(aspect);
        }

        abstract void run(int[] ids, int size);

        @Override
        protected final void processSystem() {
            IntBag matching = getEntityIds();
            run(matching.getData(), matching.size());
        }
    }

    private static final class Moving extends Objects.Moving {
        private World world;
        private ComponentMapper<Place> placesOf;
        private ComponentMapper<Motion> motionsOf;

        Moving(Case workload, int entities) {
            super(workload, entities);
        }

        @Override
        void open(int entities, boolean isAlone) {
            Loop system = isAlone
                    ? new Loop(Aspect.all(Place.class)) {
                        @Override
                        void run(int[] ids, int size) {
                            for (int i = 0; i < size; i++) {
                                body.run(placesOf.get(ids[i]), null);
                            }
                        }
                    }
                    : new Loop(Aspect.all(Place.class, Motion.class)) {
                        @Override
                        void run(int[] ids, int size) {
                            for (int i = 0; i < size; i++) {
                                body.run(placesOf.get(ids[i]), motionsOf.get(ids[i]));
                            }
                        }
                    };
            world = world(entities, system);
            placesOf = world.getMapper(Place.class);
            motionsOf = world.getMapper(Motion.class);
        }

        @Override
        void create(Place place, Motion motion, Case workload) {
            var edit = world.edit(world.create()).add(place);
            if (workload != Case.READ_ONE) {
                edit.add(motion);
            }
            if (workload == Case.NBODY) {
                edit.add(new MassObject());
            }
        }

        @Override
        public int run() {
            world.process();
            return places.length;
        }

        @Override
        public void close() {
            world.dispose();
        }
    }

    private static final class Observed extends Objects.Observed {
        private final World world;
        private final ComponentMapper<Place> places;
        private final ComponentMapper<Health> healths;
        private final ComponentMapper<ManaObject> manas;
        private final int[] ids;

        Observed(Case workload, int entities) {
            super(workload, entities);
            world = world(entities);
            places = world.getMapper(Place.class);
            healths = world.getMapper(Health.class);
            manas = world.getMapper(ManaObject.class);
            ids = new int[entities];
            for (int i = 0; i < entities; i++) {
                ids[i] = world.create();
                var edit = world.edit(ids[i]).add(new Health(health()));
                if (!isSparse) {
                    edit.add(new Place(i, i, i)).add(new Motion(1, 1, 1)).add(new ManaObject());
                }
            }
            world.process();
        }

        @Override
        Place place(int number) {
            return places.get(ids[number]);
        }

        @Override
        Health health(int number) {
            return healths.get(ids[number]);
        }

        @Override
        ManaObject mana(int number) {
            return manas.get(ids[number]);
        }

        @Override
        public void close() {
            world.dispose();
        }
    }

    private static final class Particles extends Objects.Particles {
        private final World world;
        private final ComponentMapper<Place> places;
        private final ComponentMapper<Motion> motions;
        private final ComponentMapper<LifetimeObject> lifetimes;
        private final ComponentMapper<Health> healths;
        private final Loop hurt = new Loop(Aspect.all(Health.class)) {
            @Override
            void run(int[] ids, int size) {
                for (int i = 0; i < size; i++) {
                    healths.get(ids[i]).points--;
                }
            }
        };

        Particles(int entities) {
            super(entities);
            world = world(entities, new Move(), hurt, new Reap(), new Count());
            places = world.getMapper(Place.class);
            motions = world.getMapper(Motion.class);
            lifetimes = world.getMapper(LifetimeObject.class);
            healths = world.getMapper(Health.class);
            createAll();
        }

        @Override
        void create(Place place, Motion motion, LifetimeObject lifetime, Health health) {
            world.edit(world.create()).add(place).add(motion).add(lifetime).add(health);
        }

        @Override
        public int run() {
            world.process();
            return (int) alive;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            IntBag living = hurt.getEntityIds();
            for (int i = 0; i < living.size(); i++) {
                add(values, places.get(living.get(i)), healths.get(living.get(i)));
            }
            return sorted(values);
        }

        @Override
        public void close() {
            world.dispose();
        }

        private final class Move extends Loop {
            Move() {
                super(Aspect.all(Place.class, Motion.class));
            }

            @Override
            void run(int[] ids, int size) {
                for (int i = 0; i < size; i++) {
                    places.get(ids[i]).add(motions.get(ids[i]));
                }
            }
        }

        private final class Reap extends Loop {
            Reap() {
                super(Aspect.all(Health.class));
            }

            @Override
            void run(int[] ids, int size) {
                for (int i = 0; i < size; i++) {
                    if (healths.get(ids[i]).points <= 0) {
                        world.delete(ids[i]);
                        deaths++;
                    }
                }
            }
        }

        private final class Count extends Loop {
            Count() {
                super(Aspect.all(LifetimeObject.class));
            }

            @Override
            void run(int[] ids, int size) {
                alive = 0;
                for (int i = 0; i < size; i++) {
                    if (lifetimes.get(ids[i]).value > 0) {
                        alive++;
                    }
                }
                respawn();
            }
        }
    }
}
