package basalt.bench.field.artemis;

import basalt.bench.field.Rows;
import basalt.bench.field.Trial;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.utils.IntBag;
import java.util.List;

/**
 * Five systems in sequence: move, hurt, reap, spawn, count. Each sees the entities that the one before has created and
 * deleted.
 */
final class ArtemisParticles implements Trial {
    private final ArtemisParts parts;
    private final Reap reap;
    private final Spawn spawn = new Spawn();
    private final Count counting;
    private final int capacity;
    private boolean running;
    private final World world;

    ArtemisParticles(int entities, ArtemisParts parts) {
        this.parts = parts;
        capacity = entities;
        List<Class<? extends Component>> all = parts.types();
        Class<? extends Component> health = all.get(3);
        reap = new Reap(Aspect.all(health));
        counting = new Count(Aspect.all(all));
        world = Worlds.of(
                entities,
                new Move(Aspect.all(all.get(0), all.get(1))),
                new Hurt(Aspect.all(health)),
                reap,
                spawn,
                counting);
        ArchetypeBuilder builder = new ArchetypeBuilder();
        all.forEach(builder::add);
        spawn.archetype = builder.build(world);
        parts.bind(world);
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
        spawn.spawned = 0;
        spawn.spawn(capacity);
        world.process();
        running = true;
    }

    @Override
    public float[] values() {
        IntBag known = counting.getEntityIds();
        Rows rows = new Rows(known.size());
        for (int i = 0; i < known.size(); i++) {
            rows.add(parts.values(known.get(i)));
        }
        return rows.sorted();
    }

    @Override
    public void close() {
        world.dispose();
    }

    /** A system that pauses while the scene is built. */
    private abstract class Work extends BaseEntitySystem {
        Work(Aspect.Builder aspect) {
            super(aspect);
        }

        @Override
        protected boolean checkProcessing() {
            return running;
        }
    }

    private final class Move extends Work {
        Move(Aspect.Builder aspect) {
            super(aspect);
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int entity) {
            parts.move(entity);
        }
    }

    private final class Hurt extends Work {
        Hurt(Aspect.Builder aspect) {
            super(aspect);
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int entity) {
            parts.hurt(entity);
        }
    }

    private final class Reap extends Work {
        private int dead;

        Reap(Aspect.Builder aspect) {
            super(aspect);
        }

        @Override
        protected void begin() {
            dead = 0;
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int entity) {
            if (parts.isDead(entity)) {
                world.delete(entity);
                dead++;
            }
        }
    }

    private final class Spawn extends BaseSystem {
        private Archetype archetype;
        private int spawned;

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
                parts.launch(world.create(archetype), spawned++);
            }
        }
    }

    private final class Count extends BaseEntitySystem {
        private int matching;

        Count(Aspect.Builder aspect) {
            super(aspect);
        }

        @Override
        protected void processSystem() {
            matching = getEntityIds().size();
        }
    }
}
