package basalt.bench.rival;

import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;

/**
 * An artemis-odb world of entities with a position and a velocity of two floats each.
 *
 * <p>How it is used, and why. Of its ways to create entities, {@code World.create(Archetype)} and then writing to the
 * components through mappers was the fastest (ahead of {@code ComponentMapper.create}, and of a transmuter); of its
 * ways to add and remove components, {@code ComponentMapper.create} and {@code remove} were (ahead of transmuters;
 * edits took three times as long). Plain components beat pooled ones in both when the world is new, so the components
 * are plain. The world is told the number of entities in advance, which saves it from growing. It has one system:
 * structural changes reach its subscription in {@code World.process()}, which is therefore part of each change.
 */
public final class ArtemisBodies implements AutoCloseable {
    /** Where an entity is. */
    public static final class Position extends Component {
        /** First coordinate. */
        public float x;
        /** Second coordinate. */
        public float y;
    }

    /** How fast an entity moves. */
    public static final class Velocity extends Component {
        /** Change of x a second. */
        public float dx;
        /** Change of y a second. */
        public float dy;
    }

    /** The component that benchmarks add and remove. */
    public static final class Burning extends Component {
        /** How long the entity burns already. */
        public float seconds;
    }

    /** What the world's one system does when the world is processed. */
    public enum Work {
        /** Looks how many entities have position and velocity. */
        COUNT_BODIES,
        /** Looks how many entities burn. */
        COUNT_BURNING,
        /** Moves all that have position and velocity. */
        MOVE
    }

    private final Count counting;
    private final World world;
    private final Archetype body;
    private final ComponentMapper<Position> positions;
    private final ComponentMapper<Velocity> velocities;
    private final ComponentMapper<Burning> burning;
    private final int[] entities;

    /**
     * Creates an empty world.
     *
     * @param capacity how many entities there will be
     * @param work what its system does
     */
    public ArtemisBodies(int capacity, Work work) {
        counting = work == Work.COUNT_BURNING
                ? new Count(Aspect.all(Position.class, Burning.class))
                : new Count(Aspect.all(Position.class, Velocity.class));
        world = new World(new WorldConfigurationBuilder()
                .with(work == Work.MOVE ? new Move() : counting)
                .build()
                .expectedEntityCount(capacity));
        body = new ArchetypeBuilder().add(Position.class).add(Velocity.class).build(world);
        positions = world.getMapper(Position.class);
        velocities = world.getMapper(Velocity.class);
        burning = world.getMapper(Burning.class);
        entities = new int[capacity];
    }

    /** Creates as many entities as there is capacity for, and writes to both components of each. */
    public void create() {
        for (int i = 0; i < entities.length; i++) {
            int entity = world.create(body);
            Position position = positions.get(entity);
            position.x = i;
            position.y = i + 0.5f;
            Velocity velocity = velocities.get(entity);
            velocity.dx = 1;
            velocity.dy = -1;
            entities[i] = entity;
        }
        world.process();
    }

    /** Destroys all entities, one by one, in the order of {@link #entities()}. */
    public void destroy() {
        for (int entity : entities) {
            world.delete(entity);
        }
        world.process();
    }

    /** Adds the component to each entity, without processing. */
    public void addBurning() {
        for (int entity : entities) {
            burning.create(entity);
        }
    }

    /** Removes the component from each entity, without processing. */
    public void removeBurning() {
        for (int entity : entities) {
            burning.remove(entity);
        }
    }

    /** Makes all changes known and runs the system. */
    public void process() {
        world.process();
    }

    /**
     * Returns the entities in the order of their creation; the array may be reordered.
     *
     * @return the entities
     */
    public int[] entities() {
        return entities;
    }

    /**
     * Returns the way to positions.
     *
     * @return the mapper
     */
    public ComponentMapper<Position> positions() {
        return positions;
    }

    /**
     * Returns the way to velocities.
     *
     * @return the mapper
     */
    public ComponentMapper<Velocity> velocities() {
        return velocities;
    }

    /**
     * Returns how many entities the counting system saw when it last ran.
     *
     * @return the number of matching entities
     */
    public int counted() {
        return counting.matching;
    }

    @Override
    public void close() {
        world.dispose();
    }

    private static final class Count extends BaseEntitySystem {
        private int matching;

        Count(Aspect.Builder aspect) {
            super(aspect);
        }

        @Override
        protected void processSystem() {
            matching = getEntityIds().size();
        }
    }

    /** With the loop that the library's weaver would write. */
    private static final class Move extends BaseEntitySystem {
        private static final float SECONDS = 1f / 60f;

        private ComponentMapper<Position> positions;
        private ComponentMapper<Velocity> velocities;

        Move() {
            super(Aspect.all(Position.class, Velocity.class));
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
            Position position = positions.get(entity);
            Velocity velocity = velocities.get(entity);
            position.x += velocity.dx * SECONDS;
            position.y += velocity.dy * SECONDS;
        }
    }
}
