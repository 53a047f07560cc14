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
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntityEdit;
import com.artemis.PooledComponent;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.annotations.SkipWire;
import com.artemis.utils.IntBag;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/**
 * artemis-odb: mappers, entities from archetypes, components added and removed by mapper, a world that is created for
 * the final number of entities. Systems see structural changes only after the world is processed, so processing is part
 * of each change.
 *
 * <p>Each system has the loop that artemis-odb's bytecode weaver writes, in a {@code BaseEntitySystem} instead of an
 * {@code IteratingSystem}: where several systems run, this halves their time. It is written by hand because the weaver,
 * 2.3.0, fails on classes compiled for Java 17; so is the pooled component that is added and removed again and again.
 */
final class Artemis implements Scenes {
    private static World world(int entities, BaseSystem... systems) {
        return new World(new WorldConfigurationBuilder().with(systems).build().expectedEntityCount(entities));
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static Archetype archetype(World world, Class<? extends Component>... types) {
        return new ArchetypeBuilder().add(types).build(world);
    }

    @Override
    public Scene scene(Workload workload, int entities, int option) {
        return switch (workload) {
            case MOVE -> new Moving(entities, option);
            case FRAGMENTED -> new Fragments(entities, option == 1);
            case SWAPS -> new Swaps(entities);
            case SERIALIZE -> new Serializing(entities);
            case ADD_REMOVE -> new Mapping(entities);
            case PARTICLES -> new Particles(entities);
            default -> throw new UnsupportedOperationException(workload.name());
        };
    }

    /** Subscribes to entities, and does nothing. */
    private static final class See extends BaseEntitySystem {
        @SafeVarargs
        @SuppressWarnings("varargs")
        See(Class<? extends Component>... types) {
            super(Aspect.all(types));
        }

        int count() {
            return getEntityIds().size();
        }

        @Override
        protected void processSystem() {
            // Only the subscription is needed.
        }
    }

    /** Moves all entities with position and velocity. */
    private static final class Move extends BaseEntitySystem {
        private ComponentMapper<Place> places;
        private ComponentMapper<Motion> motions;
        private boolean pauses;

        Move() {
            super(Aspect.all(Place.class, Motion.class));
        }

        @Override
        protected boolean checkProcessing() {
            return !pauses;
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                places.get(ids[i]).add(motions.get(ids[i]));
            }
        }
    }

    private static final class Moving extends ObjectScenes.Moving {
        private final Move move = new Move();
        private final World world = world(entities, move);
        private final ComponentMapper<Place> places = world.getMapper(Place.class);
        private final ComponentMapper<Motion> motions = world.getMapper(Motion.class);
        private final Archetype still = archetype(world, Place.class);
        private final Archetype both = archetype(world, Place.class, Motion.class);
        private final int[] ids = new int[entities];

        Moving(int entities, int moving) {
            super(entities, moving);
        }

        @Override
        public int create() {
            for (int i = 0; i < ids.length; i++) {
                int entity = world.create(moving == 100 ? both : still);
                places.get(entity).put(i);
                if (moving == 100) {
                    motions.get(entity).start();
                } else if (Start.moves(i, moving)) {
                    motions.create(entity).start();
                }
                ids[i] = entity;
            }
            process();
            return ids.length;
        }

        @Override
        public int destroy() {
            for (int entity : ids) {
                world.delete(entity);
            }
            process();
            return count();
        }

        /** Tells the system what has changed. */
        private void process() {
            move.pauses = true;
            world.process();
            move.pauses = false;
        }

        @Override
        public int run() {
            world.process();
            return ids.length;
        }

        @Override
        protected int count() {
            int count = 0;
            for (int entity : ids) {
                count += world.getEntityManager().isActive(entity) ? 1 : 0;
            }
            return count;
        }

        @Override
        protected Place place(int number) {
            return places.get(ids[number]);
        }

        @Override
        protected Motion motion(int number) {
            return motions.get(ids[number]);
        }

        @Override
        public void close() {
            world.dispose();
        }
    }

    /** Writes the components of each entity by Kryo, and reads them into entities of a new world. */
    private static final class Serializing implements Scene {
        private final Kryo kryo = new Kryo();
        private final Output output = new Output(1 << 16, -1);
        private final Input input = new Input();
        private final int entities;
        private See all;
        private World world;

        Serializing(int entities) {
            this.entities = entities;
            kryo.setReferences(false);
            kryo.register(Place.class);
            kryo.register(Motion.class);
            rewind();
        }

        private void open() {
            close();
            all = new See(Place.class, Motion.class);
            world = world(entities, all);
        }

        @Override
        public int run() {
            output.reset();
            save(all.getEntityIds());
            input.setBuffer(output.getBuffer(), 0, output.position());
            open();
            load();
            return all.count();
        }

        private void save(IntBag ids) {
            ComponentMapper<Place> places = world.getMapper(Place.class);
            ComponentMapper<Motion> motions = world.getMapper(Motion.class);
            output.writeInt(ids.size());
            for (int i = 0; i < ids.size(); i++) {
                kryo.writeObject(output, places.get(ids.get(i)));
                kryo.writeObject(output, motions.get(ids.get(i)));
            }
        }

        private void load() {
            int count = input.readInt();
            for (int i = 0; i < count; i++) {
                EntityEdit edit = world.edit(world.create());
                edit.add(kryo.readObject(input, Place.class)).add(kryo.readObject(input, Motion.class));
            }
            world.process();
        }

        @Override
        public void rewind() {
            open();
            for (int i = 0; i < entities; i++) {
                EntityEdit edit = world.edit(world.create());
                edit.add(new Place(Start.x(i), Start.y(i), Start.z(i))).add(new Motion(Start.DX, Start.DY, Start.DZ));
            }
            world.process();
        }

        @Override
        public float[] values() {
            Values values = new Values();
            IntBag ids = all.getEntityIds();
            for (int i = 0; i < ids.size(); i++) {
                Place place = world.getMapper(Place.class).get(ids.get(i));
                Motion motion = world.getMapper(Motion.class).get(ids.get(i));
                values.add(place.x, place.y, place.z, motion.dx, motion.dy, motion.dz);
            }
            return values.all();
        }

        @Override
        public void close() {
            if (world != null) {
                world.dispose();
            }
        }
    }

    private static final class Fragments extends ObjectScenes.Fragmented {
        private final World world = world(letters.length, new Twice());
        private final ComponentMapper<Data> data = world.getMapper(Data.class);
        private final Archetype first = archetype(world, A.class, Data.class);
        private int last;

        Fragments(int entitiesOfEach, boolean spawning) {
            super(entitiesOfEach, spawning);
            makeAll();
            world.process();
            rewind();
        }

        @Override
        protected Letter make(int kind) {
            if (kind == 0) {
                last = world.create(first);
            } else {
                last = world.create();
                world.edit(last).add(Parts.LETTERS.get(kind).get()).add(new Data());
            }
            data.get(last).value = 1;
            return data.get(last);
        }

        @Override
        public int run() {
            if (spawning) {
                world.delete(last);
                makeLast();
            }
            world.process();
            return letters.length;
        }

        @Override
        public void close() {
            world.dispose();
        }

        private static final class Twice extends BaseEntitySystem {
            private ComponentMapper<Data> data;

            Twice() {
                super(Aspect.all(Data.class));
            }

            @Override
            protected void processSystem() {
                IntBag matching = getEntityIds();
                int[] ids = matching.getData();
                for (int i = 0, size = matching.size(); i < size; i++) {
                    data.get(ids[i]).value *= 2;
                }
            }
        }
    }

    /** Three systems; their common loop calls nothing that differs between them. */
    private static final class Swaps extends ObjectScenes.Swapping {
        private final World world = world(
                letters.length,
                new Swap(A.class, B.class) {},
                new Swap(C.class, D.class) {},
                new Swap(C.class, E.class) {});

        Swaps(int entitiesOfEach) {
            super(entitiesOfEach);
            makeAll();
            world.process();
            rewind();
        }

        @Override
        protected Letter[] make(int kind) {
            Letter[] made = Parts.swapped(kind);
            EntityEdit edit = world.edit(world.create());
            for (Letter letter : made) {
                edit.add(letter);
            }
            return made;
        }

        @Override
        public int run() {
            world.process();
            return letters.length;
        }

        @Override
        public void close() {
            world.dispose();
        }

        /** Each is of a subclass, as there can be only one system of a class. */
        private abstract static class Swap extends BaseEntitySystem {
            private final Class<? extends Letter> one;
            private final Class<? extends Letter> other;

            @SkipWire
            private ComponentMapper<? extends Letter> ones;

            @SkipWire
            private ComponentMapper<? extends Letter> others;

            Swap(Class<? extends Letter> one, Class<? extends Letter> other) {
                super(Aspect.all(one, other));
                this.one = one;
                this.other = other;
            }

            @Override
            protected void initialize() {
                ones = world.getMapper(one);
                others = world.getMapper(other);
            }

            @Override
            protected void processSystem() {
                IntBag matching = getEntityIds();
                int[] ids = matching.getData();
                for (int i = 0, size = matching.size(); i < size; i++) {
                    Parts.swap(ones.get(ids[i]), others.get(ids[i]));
                }
            }
        }
    }

    /** The component that is added and removed; pooled. */
    public static final class PooledB extends PooledComponent {
        private float value;

        @Override
        protected void reset() {
            value = 0;
        }
    }

    /** Components added and removed by mapper, and a system that subscribes to entities with both. */
    private static final class Mapping extends Toggling {
        private final See both = new See(A.class, PooledB.class);
        private final World world;
        private final ComponentMapper<PooledB> bs;
        private final int[] ids;

        Mapping(int entities) {
            super(entities);
            ids = new int[entities];
            world = world(entities, both);
            bs = world.getMapper(PooledB.class);
            Archetype archetype = archetype(world, A.class);
            for (int i = 0; i < entities; i++) {
                ids[i] = world.create(archetype);
            }
            world.process();
        }

        @Override
        protected int add() {
            for (int entity : ids) {
                bs.create(entity);
            }
            world.process();
            return both.count();
        }

        @Override
        protected int remove() {
            for (int entity : ids) {
                bs.remove(entity);
            }
            world.process();
            return ids.length - both.count();
        }

        @Override
        protected float set(int number) {
            PooledB b = bs.get(ids[number]);
            float before = b.value;
            b.value = 1;
            return before;
        }

        @Override
        public void close() {
            world.dispose();
        }
    }

    /** Systems in sequence: move, hurt, reap, spawn. Each sees the entities that the one before created and deleted. */
    private static final class Particles implements Scene {
        private final Move move = new Move();
        private final Reap reap = new Reap();
        private final See all = new See(Place.class, Motion.class, Health.class);
        private final int capacity;
        private final World world;
        private final ComponentMapper<Place> places;
        private final ComponentMapper<Motion> motions;
        private final ComponentMapper<Health> healths;
        private final Archetype archetype;
        private int spawned;

        Particles(int entities) {
            capacity = entities;
            world = world(entities, move, new Hurt(), reap, new Spawn(), all);
            places = world.getMapper(Place.class);
            motions = world.getMapper(Motion.class);
            healths = world.getMapper(Health.class);
            archetype = archetype(world, Place.class, Motion.class, Health.class);
            rewind();
        }

        @Override
        public int run() {
            world.process();
            return all.count();
        }

        private void spawn(int number) {
            for (int k = 0; k < number; k++) {
                int entity = world.create(archetype);
                places.get(entity).x = Start.spawnX(spawned);
                motions.get(entity).start();
                healths.get(entity).points = Start.health(spawned);
                spawned++;
            }
        }

        @Override
        public void rewind() {
            IntBag living = all.getEntityIds();
            for (int i = 0; i < living.size(); i++) {
                world.delete(living.get(i));
            }
            move.pauses = true;
            world.process();
            spawned = 0;
            spawn(capacity);
            world.process();
            move.pauses = false;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            IntBag living = all.getEntityIds();
            for (int i = 0; i < living.size(); i++) {
                Place place = places.get(living.get(i));
                values.add(place.x, place.y, place.z, healths.get(living.get(i)).points);
            }
            return values.sorted(4);
        }

        @Override
        public void close() {
            world.dispose();
        }

        private final class Hurt extends BaseEntitySystem {
            Hurt() {
                super(Aspect.all(Health.class));
            }

            @Override
            protected boolean checkProcessing() {
                return !move.pauses;
            }

            @Override
            protected void processSystem() {
                IntBag matching = getEntityIds();
                int[] ids = matching.getData();
                for (int i = 0, size = matching.size(); i < size; i++) {
                    healths.get(ids[i]).points -= 1;
                }
            }
        }

        private final class Reap extends BaseEntitySystem {
            private int dead;

            Reap() {
                super(Aspect.all(Health.class));
            }

            @Override
            protected boolean checkProcessing() {
                return !move.pauses;
            }

            @Override
            protected void processSystem() {
                dead = 0;
                IntBag matching = getEntityIds();
                int[] ids = matching.getData();
                for (int i = 0, size = matching.size(); i < size; i++) {
                    if (healths.get(ids[i]).points <= 0) {
                        world.delete(ids[i]);
                        dead++;
                    }
                }
            }
        }

        private final class Spawn extends BaseSystem {
            @Override
            protected boolean checkProcessing() {
                return !move.pauses;
            }

            @Override
            protected void processSystem() {
                spawn(reap.dead);
            }
        }
    }
}
