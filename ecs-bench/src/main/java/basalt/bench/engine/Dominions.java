package basalt.bench.engine;

import basalt.bench.engine.Parts.A;
import basalt.bench.engine.Parts.B;
import basalt.bench.engine.Parts.C;
import basalt.bench.engine.Parts.D;
import basalt.bench.engine.Parts.Data;
import basalt.bench.engine.Parts.E;
import basalt.bench.engine.Parts.Health;
import basalt.bench.engine.Parts.Letter;
import basalt.bench.engine.Parts.Motion;
import basalt.bench.engine.Parts.Place;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Dominion: entities from prepared compositions, components added and removed on the entity, and results that are kept
 * and iterated again in each run, without entities where these are not needed. Changes are visible at once. Systems are
 * iterations, as Dominion's own scheduler ticks by the clock and cannot be called.
 */
final class Dominions implements Scenes {
    private static final String NAME = "bench";

    static {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion." + NAME + ".size", "HUGE");
    }

    /** With HUGE chunks, which make adding, removing and some iterations faster, and nothing slower. */
    private static Dominion open() {
        return Dominion.create(NAME);
    }

    @Override
    public Scene scene(Workload workload, int entities, int option) {
        return switch (workload) {
            case MOVE -> new Moving(entities, option);
            case FRAGMENTED -> new Fragments(entities, option == 1);
            case SWAPS -> new Swaps(entities);
            case ADD_REMOVE -> new Adding(entities);
            case PARTICLES -> new Particles(entities);
            default -> throw new UnsupportedOperationException(workload.name());
        };
    }

    private static final class Moving extends ObjectScenes.Moving {
        private final Dominion dominion = open();
        private final Composition.Of1<Place> still = dominion.composition().of(Place.class);
        private final Composition.Of2<Place, Motion> both =
                dominion.composition().of(Place.class, Motion.class);
        private final Results<Results.With2<Place, Motion>> movers =
                dominion.findCompositionsWith(Place.class, Motion.class);
        private final Entity[] handles = new Entity[entities];

        Moving(int entities, int moving) {
            super(entities, moving);
        }

        @Override
        public int create() {
            for (int i = 0; i < handles.length; i++) {
                Place place = new Place(Start.x(i), Start.y(i), Start.z(i));
                if (moving == 100) {
                    handles[i] = dominion.createPreparedEntity(both.withValue(place, motion()));
                } else {
                    handles[i] = dominion.createPreparedEntity(still.withValue(place));
                    if (Start.moves(i, moving)) {
                        handles[i].add(motion());
                    }
                }
            }
            return handles.length;
        }

        private static Motion motion() {
            return new Motion(Start.DX, Start.DY, Start.DZ);
        }

        @Override
        public int destroy() {
            int left = handles.length;
            for (Entity entity : handles) {
                if (dominion.deleteEntity(entity)) {
                    left--;
                }
            }
            return left;
        }

        @Override
        public int run() {
            for (Results.With2<Place, Motion> mover : movers) {
                mover.comp1().add(mover.comp2());
            }
            return handles.length;
        }

        @Override
        protected int count() {
            int count = 0;
            for (var ignored : dominion.findEntitiesWith(Place.class)) {
                count++;
            }
            return count;
        }

        @Override
        protected Place place(int number) {
            return handles[number].get(Place.class);
        }

        @Override
        protected Motion motion(int number) {
            return handles[number].get(Motion.class);
        }

        @Override
        public void close() {
            dominion.close();
        }
    }

    private static final class Fragments extends ObjectScenes.Fragmented {
        private final Dominion dominion = open();
        private final Composition.Of2<A, Data> first = dominion.composition().of(A.class, Data.class);
        private final Results<Data> all; // finds the compositions that there are
        private Entity last;

        Fragments(int entitiesOfEach, boolean spawning) {
            super(entitiesOfEach, spawning);
            makeAll();
            all = dominion.findCompositionsWith(Data.class);
        }

        @Override
        protected Letter make(int kind) {
            Data data = new Data();
            data.value = 1;
            last = kind == 0
                    ? dominion.createPreparedEntity(first.withValue(new A(), data))
                    : dominion.createEntity(Parts.LETTERS.get(kind).get(), data);
            return data;
        }

        @Override
        public int run() {
            if (spawning) {
                dominion.deleteEntity(last);
                makeLast();
            }
            int count = 0;
            for (Data one : all) {
                one.value *= 2;
                count++;
            }
            return count;
        }

        @Override
        public void close() {
            dominion.close();
        }
    }

    private static final class Swaps extends ObjectScenes.Swapping {
        private final Dominion dominion = open();
        private final Results<Results.With2<A, B>> ab;
        private final Results<Results.With2<C, D>> cd;
        private final Results<Results.With2<C, E>> ce;

        Swaps(int entitiesOfEach) {
            super(entitiesOfEach);
            makeAll();
            ab = dominion.findCompositionsWith(A.class, B.class);
            cd = dominion.findCompositionsWith(C.class, D.class);
            ce = dominion.findCompositionsWith(C.class, E.class);
            rewind();
        }

        @Override
        protected Letter[] make(int kind) {
            Letter[] made = Parts.swapped(kind);
            dominion.createEntity((Object[]) made.clone());
            return made;
        }

        @Override
        public int run() {
            int count = 0;
            for (Results.With2<A, B> pair : ab) {
                Parts.swap(pair.comp1(), pair.comp2());
                count++;
            }
            for (Results.With2<C, D> pair : cd) {
                Parts.swap(pair.comp1(), pair.comp2());
            }
            for (Results.With2<C, E> pair : ce) {
                Parts.swap(pair.comp1(), pair.comp2());
            }
            return count;
        }

        @Override
        public void close() {
            dominion.close();
        }
    }

    /** Components added and removed on the entity. */
    private static final class Adding extends Toggling {
        private final Dominion dominion = open();
        private final Entity[] handles;

        Adding(int entities) {
            super(entities);
            handles = new Entity[entities];
            Arrays.setAll(handles, i -> dominion.createEntity(new A()));
        }

        @Override
        protected int add() {
            for (Entity entity : handles) {
                entity.add(new B());
            }
            return handles.length;
        }

        @Override
        protected int remove() {
            int removed = 0;
            for (Entity entity : handles) {
                if (entity.removeType(B.class)) {
                    removed++;
                }
            }
            return removed;
        }

        @Override
        protected float set(int number) {
            B b = handles[number].get(B.class);
            float before = b.value;
            b.value = 1;
            return before;
        }

        @Override
        public void close() {
            dominion.close();
        }
    }

    /** Iterations that move, hurt, and find the dead, which are deleted afterwards. */
    private static final class Particles implements Scene {
        private final int capacity;
        private final Dominion dominion = open();
        private final Composition.Of3<Place, Motion, Health> particle =
                dominion.composition().of(Place.class, Motion.class, Health.class);
        private final Results<Results.With2<Place, Motion>> movers =
                dominion.findCompositionsWith(Place.class, Motion.class);
        private final Results<Health> healths = dominion.findCompositionsWith(Health.class);
        private final Results<Results.With1<Health>> mortals = dominion.findEntitiesWith(Health.class);
        private final Results<Results.With3<Place, Motion, Health>> all =
                dominion.findCompositionsWith(Place.class, Motion.class, Health.class);
        private final List<Entity> dead = new ArrayList<>();
        private int spawned;

        Particles(int entities) {
            capacity = entities;
            rewind();
        }

        @Override
        public int run() {
            for (Results.With2<Place, Motion> mover : movers) {
                mover.comp1().add(mover.comp2());
            }
            for (Health health : healths) {
                health.points -= 1;
            }
            for (Results.With1<Health> mortal : mortals) {
                if (mortal.comp().points <= 0) {
                    dead.add(mortal.entity());
                }
            }
            dead.forEach(dominion::deleteEntity);
            spawn(dead.size());
            dead.clear();
            int count = 0;
            for (var ignored : all) {
                count++;
            }
            return count;
        }

        private void spawn(int number) {
            for (int k = 0; k < number; k++) {
                Place place = new Place(Start.spawnX(spawned), 0, 0);
                Motion motion = new Motion(Start.DX, Start.DY, Start.DZ);
                dominion.createPreparedEntity(particle.withValue(place, motion, new Health(Start.health(spawned))));
                spawned++;
            }
        }

        @Override
        public void rewind() {
            for (Results.With1<Health> mortal : mortals) {
                dead.add(mortal.entity());
            }
            dead.forEach(dominion::deleteEntity);
            dead.clear();
            spawned = 0;
            spawn(capacity);
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (Results.With3<Place, Motion, Health> one : all) {
                values.add(one.comp1().x, one.comp1().y, one.comp1().z, one.comp3().points);
            }
            return values.sorted(4);
        }

        @Override
        public void close() {
            dominion.close();
        }
    }
}
