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
import com.badlogic.ashley.core.Component;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.EntitySystem;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.core.PooledEngine;
import com.badlogic.ashley.systems.IteratingSystem;
import com.badlogic.ashley.utils.ImmutableArray;

/**
 * Ashley: component mappers, and components added before an entity joins its engine. A single system is an
 * {@code IteratingSystem}; of several systems each has its own loop, so that no shared loop calls the bodies of several
 * systems. Removing an entity from an engine or a family takes linear time, unless it is the first one; so the first
 * one is removed, or all by {@code removeAllEntities}. The engine is pooled where components come and go.
 */
final class Ashley implements Scenes {
    private static final float SECONDS = 1f / 60f;
    private static final ComponentMapper<Place> PLACES = ComponentMapper.getFor(Place.class);
    private static final ComponentMapper<Motion> MOTIONS = ComponentMapper.getFor(Motion.class);
    private static final ComponentMapper<Health> HEALTHS = ComponentMapper.getFor(Health.class);
    private static final ComponentMapper<Data> DATA = ComponentMapper.getFor(Data.class);
    private static final ComponentMapper<B> BS = ComponentMapper.getFor(B.class);

    private static Entity entity(Component... components) {
        Entity entity = new Entity();
        for (Component component : components) {
            entity.add(component);
        }
        return entity;
    }

    @Override
    public Scene scene(Workload workload, int entities, int option) {
        return switch (workload) {
            case MOVE -> new Moving(entities, option);
            case FRAGMENTED -> new Fragments(entities, option == 1);
            case SWAPS -> new Swaps(entities);
            case ADD_REMOVE -> new Pooling(entities);
            case PARTICLES -> new Particles(entities);
            default -> throw new UnsupportedOperationException(workload.name());
        };
    }

    /** A system with a loop of its own over a family. */
    private abstract static class Loop extends EntitySystem {
        private final Family family;
        ImmutableArray<Entity> matching;

        @SafeVarargs
        @SuppressWarnings("varargs")
        Loop(Class<? extends Component>... types) {
            family = Family.all(types).get();
        }

        @Override
        public final void addedToEngine(Engine engine) {
            matching = engine.getEntitiesFor(family);
        }
    }

    private static final class Moving extends ObjectScenes.Moving {
        private final Engine engine = new Engine();
        private final Entity[] handles = new Entity[entities];

        Moving(int entities, int moving) {
            super(entities, moving);
            engine.addSystem(new Move());
        }

        @Override
        public int create() {
            for (int i = 0; i < handles.length; i++) {
                Entity entity = entity(new Place(Start.x(i), Start.y(i), Start.z(i)));
                if (moving == 100 || Start.moves(i, moving)) {
                    entity.add(new Motion(Start.DX, Start.DY, Start.DZ));
                }
                engine.addEntity(entity);
                handles[i] = entity;
            }
            return count();
        }

        @Override
        public int destroy() {
            engine.removeAllEntities();
            return count();
        }

        @Override
        public int run() {
            engine.update(SECONDS);
            return handles.length;
        }

        @Override
        protected int count() {
            return engine.getEntities().size();
        }

        @Override
        protected Place place(int number) {
            return PLACES.get(handles[number]);
        }

        @Override
        protected Motion motion(int number) {
            return MOTIONS.get(handles[number]);
        }

        @Override
        public void close() {
            engine.removeAllEntities();
        }

        private static final class Move extends IteratingSystem {
            Move() {
                super(Family.all(Place.class, Motion.class).get());
            }

            @Override
            protected void processEntity(Entity entity, float seconds) {
                PLACES.get(entity).add(MOTIONS.get(entity));
            }
        }
    }

    private static final class Fragments extends ObjectScenes.Fragmented {
        private final Engine engine = new Engine();
        private Entity last;

        Fragments(int entitiesOfEach, boolean spawning) {
            super(entitiesOfEach, spawning);
            engine.addSystem(new Twice());
            makeAll();
        }

        @Override
        protected Letter make(int kind) {
            Data data = new Data();
            data.value = 1;
            last = entity(Parts.LETTERS.get(kind).get(), data);
            engine.addEntity(last);
            return data;
        }

        @Override
        public int run() {
            if (spawning) {
                engine.removeEntity(last);
                makeLast();
            }
            engine.update(SECONDS);
            return letters.length;
        }

        @Override
        public void close() {
            engine.removeAllEntities();
        }

        private static final class Twice extends IteratingSystem {
            Twice() {
                super(Family.all(Data.class).get());
            }

            @Override
            protected void processEntity(Entity entity, float seconds) {
                DATA.get(entity).value *= 2;
            }
        }
    }

    private static final class Swaps extends ObjectScenes.Swapping {
        private final Engine engine = new Engine();

        Swaps(int entitiesOfEach) {
            super(entitiesOfEach);
            engine.addSystem(new Swap(A.class, B.class) {});
            engine.addSystem(new Swap(C.class, D.class) {});
            engine.addSystem(new Swap(C.class, E.class) {});
            makeAll();
            rewind();
        }

        @Override
        protected Letter[] make(int kind) {
            Letter[] made = Parts.swapped(kind);
            engine.addEntity(entity(made));
            return made;
        }

        @Override
        public int run() {
            engine.update(SECONDS);
            return letters.length;
        }

        @Override
        public void close() {
            engine.removeAllEntities();
        }

        /** Each is of a subclass, as there can be only one system of a class. */
        private abstract static class Swap extends Loop {
            private final ComponentMapper<? extends Letter> ones;
            private final ComponentMapper<? extends Letter> others;

            Swap(Class<? extends Letter> one, Class<? extends Letter> other) {
                super(one, other);
                ones = ComponentMapper.getFor(one);
                others = ComponentMapper.getFor(other);
            }

            @Override
            public void update(float seconds) {
                for (int i = 0; i < matching.size(); i++) {
                    Parts.swap(ones.get(matching.get(i)), others.get(matching.get(i)));
                }
            }
        }
    }

    /** Components of a pooled engine, added to each entity, and removed from the first of the family. */
    private static final class Pooling extends Toggling {
        private final PooledEngine engine;
        private final ImmutableArray<Entity> both;
        private final Entity[] handles;

        Pooling(int entities) {
            super(entities);
            engine = new PooledEngine(entities, entities, entities, entities);
            both = engine.getEntitiesFor(Family.all(A.class, B.class).get());
            handles = new Entity[entities];
            for (int i = 0; i < entities; i++) {
                handles[i] = engine.createEntity();
                handles[i].add(new A());
                engine.addEntity(handles[i]);
            }
        }

        @Override
        protected int add() {
            for (Entity entity : handles) {
                entity.add(engine.createComponent(B.class));
            }
            return both.size();
        }

        @Override
        protected int remove() {
            while (both.size() > 0) {
                both.first().remove(B.class);
            }
            return handles.length - both.size();
        }

        @Override
        protected float set(int number) {
            B b = BS.get(handles[number]);
            float before = b.value;
            b.value = 1;
            return before;
        }

        @Override
        public void close() {
            engine.removeAllEntities();
        }
    }

    /** Five systems in sequence: move, hurt, reap, spawn, count. */
    private static final class Particles implements Scene {
        private final Engine engine = new Engine();
        private final ImmutableArray<Entity> all = engine.getEntitiesFor(
                Family.all(Place.class, Motion.class, Health.class).get());
        private final Reap reap = new Reap();
        private final int capacity;
        private int spawned;

        Particles(int entities) {
            capacity = entities;
            engine.addSystem(new Move());
            engine.addSystem(new Hurt());
            engine.addSystem(reap);
            engine.addSystem(new Spawn());
            rewind();
        }

        @Override
        public int run() {
            engine.update(SECONDS);
            return all.size();
        }

        private void spawn(int number) {
            for (int k = 0; k < number; k++) {
                engine.addEntity(entity(
                        new Place(Start.spawnX(spawned), 0, 0),
                        new Motion(Start.DX, Start.DY, Start.DZ),
                        new Health(Start.health(spawned))));
                spawned++;
            }
        }

        @Override
        public void rewind() {
            engine.removeAllEntities();
            spawned = 0;
            spawn(capacity);
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int i = 0; i < all.size(); i++) {
                Place place = PLACES.get(all.get(i));
                values.add(place.x, place.y, place.z, HEALTHS.get(all.get(i)).points);
            }
            return values.sorted(4);
        }

        @Override
        public void close() {
            engine.removeAllEntities();
        }

        private static final class Move extends Loop {
            Move() {
                super(Place.class, Motion.class);
            }

            @Override
            public void update(float seconds) {
                for (int i = 0; i < matching.size(); i++) {
                    PLACES.get(matching.get(i)).add(MOTIONS.get(matching.get(i)));
                }
            }
        }

        private static final class Hurt extends Loop {
            Hurt() {
                super(Health.class);
            }

            @Override
            public void update(float seconds) {
                for (int i = 0; i < matching.size(); i++) {
                    HEALTHS.get(matching.get(i)).points -= 1;
                }
            }
        }

        private static final class Reap extends Loop {
            private int dead;

            Reap() {
                super(Health.class);
            }

            @Override
            public void update(float seconds) {
                dead = 0;
                for (int i = 0; i < matching.size(); i++) {
                    if (HEALTHS.get(matching.get(i)).points <= 0) {
                        getEngine().removeEntity(matching.get(i));
                        dead++;
                    }
                }
            }
        }

        private final class Spawn extends EntitySystem {
            @Override
            public void update(float seconds) {
                spawn(reap.dead);
            }
        }
    }
}
