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
 * <p>The fastest calls were chosen. To create entities, {@code World.create(Archetype)} followed by writes through
 * mappers was faster than {@code ComponentMapper.create} and a transmuter. To add and remove components,
 * {@code ComponentMapper.create} and {@code remove} were faster than transmuters; edits took three times as long. In a
 * new world, plain components were faster than pooled ones in both, so the components are plain. The world is created
 * for the final number of entities, so it need not grow. It has one system, whose subscription sees structural changes
 * after {@code World.process()}, which is therefore part of each change.
 */
public final class ArtemisBodies implements AutoCloseable {
    /** The position of an entity. */
    public static final class Position extends Component {
        /** First coordinate. */
        public float x;
        /** Second coordinate. */
        public float y;
    }

    /** The velocity of an entity. */
    public static final class Velocity extends Component {
        /** Change of x per second. */
        public float dx;
        /** Change of y per second. */
        public float dy;
    }

    /** The component that benchmarks add and remove. */
    public static final class Burning extends Component {
        /** Seconds since the entity began to burn. */
        public float seconds;
    }

    /** What the world's system does when the world is processed. */
    public enum Work {
        /** Counts the entities with position and velocity. */
        COUNT_BODIES,
        /** Counts the burning entities. */
        COUNT_BURNING,
        /** Moves all entities with position and velocity. */
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
     * @param capacity final number of entities
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

    /** Creates as many entities as the capacity, and writes to both components of each. */
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

    /** Applies all changes and runs the system. */
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
     * Returns the mapper of positions.
     *
     * @return the mapper
     */
    public ComponentMapper<Position> positions() {
        return positions;
    }

    /**
     * Returns the mapper of velocities.
     *
     * @return the mapper
     */
    public ComponentMapper<Velocity> velocities() {
        return velocities;
    }

    /**
     * Returns the count of the last run of the counting system.
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
