package basalt.bench.field.artemis;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Health;
import basalt.bench.field.part.Lifetime;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;

/** Five systems in a row: move, hurt, reap, spawn, count. Each sees what the one before has created and deleted. */
final class ArtemisParticles implements Trial {
    private final Reap reap = new Reap();
    private final Spawn spawn = new Spawn();
    private final Count counting = new Count();
    private final int capacity;
    private boolean running;
    private final World world;

    ArtemisParticles(int entities) {
        capacity = entities;
        world = Worlds.of(entities, new Move(), new Hurt(), reap, spawn, counting);
        spawn.archetype = new ArchetypeBuilder()
                .add(Place.class)
                .add(Motion.class)
                .add(Lifetime.class)
                .add(Health.class)
                .build(world);
        rewind();
    }

    @Override
    public int run() {
        world.process();
        return counting.matching;
    }

    @Override
    public void rewind() {
        IntBag living = counting.getEntityIds();
        for (int i = 0; i < living.size(); i++) {
            world.delete(living.get(i));
        }
        running = false;
        world.process();
        spawn.births = 0;
        spawn.spawn(capacity);
        world.process();
        running = true;
    }

    @Override
    public float[] values() {
        IntBag known = counting.getEntityIds();
        Rows rows = new Rows(known.size());
        for (int i = 0; i < known.size(); i++) {
            Place place = world.getMapper(Place.class).get(known.get(i));
            rows.add(place.x, place.y, place.z, world.getMapper(Health.class).get(known.get(i)).points);
        }
        return rows.sorted();
    }

    @Override
    public void close() {
        world.dispose();
    }

    /** A system that pauses while the scene is built. */
    private abstract class Work extends IteratingSystem {
        Work(Aspect.Builder aspect) {
            super(aspect);
        }

        @Override
        protected boolean checkProcessing() {
            return running;
        }
    }

    private final class Move extends Work {
        private ComponentMapper<Place> places;
        private ComponentMapper<Motion> motions;

        Move() {
            super(Aspect.all(Place.class, Motion.class));
        }

        @Override
        protected void process(int entity) {
            Place place = places.get(entity);
            Motion motion = motions.get(entity);
            place.x += motion.dx;
            place.y += motion.dy;
            place.z += motion.dz;
        }
    }

    private final class Hurt extends Work {
        private ComponentMapper<Health> healths;

        Hurt() {
            super(Aspect.all(Health.class));
        }

        @Override
        protected void process(int entity) {
            healths.get(entity).points -= 1;
        }
    }

    private final class Reap extends Work {
        private ComponentMapper<Health> healths;
        private int dead;

        Reap() {
            super(Aspect.all(Health.class));
        }

        @Override
        protected void begin() {
            dead = 0;
        }

        @Override
        protected void process(int entity) {
            if (healths.get(entity).points <= 0) {
                world.delete(entity);
                dead++;
            }
        }
    }

    private final class Spawn extends BaseSystem {
        private ComponentMapper<Place> places;
        private ComponentMapper<Motion> motions;
        private ComponentMapper<Health> healths;
        private Archetype archetype;
        private int births;

        @Override
        protected boolean checkProcessing() {
            return running;
        }

        @Override
        protected void processSystem() {
            spawn(reap.dead);
        }

        void spawn(int number) {
            for (int k = 0; k < number; k++) {
                int entity = world.create(archetype);
                places.get(entity).x = Start.birthplace(births);
                Motion motion = motions.get(entity);
                motion.dx = Start.DX;
                motion.dy = Start.DY;
                motion.dz = Start.DZ;
                healths.get(entity).points = Start.health(births);
                births++;
            }
        }
    }

    private final class Count extends BaseEntitySystem {
        private int matching;

        Count() {
            super(Aspect.all(Place.class, Motion.class, Lifetime.class, Health.class));
        }

        @Override
        protected void processSystem() {
            matching = getEntityIds().size();
        }
    }
}
