package basalt.bench.rival;

import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;

/**
 * A Dominion of entities with a position and a velocity of two floats each.
 *
 * <p>The fastest calls were chosen. Entities are created from a prepared composition, which takes little more than half
 * the time of {@code createEntity(Object...)}. Components are added and removed with {@code Entity.add} and
 * {@code removeType}, which the engine converts to prepared modifications itself; explicit preparation was not faster.
 * The size is HUGE, "millions of entities": its larger chunks made adding and removing faster than the default size,
 * and nothing slower. Matching entities are iterated with {@code findCompositionsWith}, which does not look up
 * entities, and the result is kept between ticks. Changes are visible at once, so there is nothing to process.
 */
public final class DominionBodies implements AutoCloseable {
    private static final String NAME = "bench";

    static {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion." + NAME + ".size", "HUGE");
    }

    /** The position of an entity. */
    public static final class Position {
        /** First coordinate. */
        public float x;
        /** Second coordinate. */
        public float y;

        Position(float x, float y) {
            this.x = x;
            this.y = y;
        }
    }

    /** The velocity of an entity. */
    public static final class Velocity {
        /** Change of x per second. */
        public float dx;
        /** Change of y per second. */
        public float dy;

        Velocity(float dx, float dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    /** The component that benchmarks add and remove. */
    public static final class Burning {
        /** Seconds since the entity began to burn. */
        public float seconds;
    }

    private final Dominion dominion = Dominion.create(NAME);
    private final Composition.Of2<Position, Velocity> body =
            dominion.composition().of(Position.class, Velocity.class);
    private final Entity[] entities;

    /**
     * Creates an empty dominion.
     *
     * @param capacity final number of entities
     */
    public DominionBodies(int capacity) {
        entities = new Entity[capacity];
    }

    /** Creates as many entities as the capacity, with values in both components of each. */
    public void create() {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = dominion.createPreparedEntity(body.withValue(new Position(i, i + 0.5f), new Velocity(1, -1)));
        }
    }

    /** Destroys all entities, one by one, in the order of {@link #entities()}. */
    public void destroy() {
        for (Entity entity : entities) {
            dominion.deleteEntity(entity);
        }
    }

    /** Adds the component to each entity. */
    public void addBurning() {
        for (Entity entity : entities) {
            entity.add(new Burning());
        }
    }

    /**
     * Removes the component from each entity.
     *
     * @return number of entities that had it
     */
    public int removeBurning() {
        int removed = 0;
        for (Entity entity : entities) {
            if (entity.removeType(Burning.class)) {
                removed++;
            }
        }
        return removed;
    }

    /**
     * Returns the entities in the order of their creation; the array may be reordered.
     *
     * @return the entities
     */
    public Entity[] entities() {
        return entities;
    }

    /**
     * Finds the moving entities; the result can be iterated repeatedly.
     *
     * @return positions and velocities
     */
    public Results<Results.With2<Position, Velocity>> moving() {
        return dominion.findCompositionsWith(Position.class, Velocity.class);
    }

    /**
     * Counts by iteration.
     *
     * @return number of entities with position and velocity
     */
    public int countBodies() {
        int count = 0;
        for (var ignored : dominion.findEntitiesWith(Position.class, Velocity.class)) {
            count++;
        }
        return count;
    }

    /**
     * Counts by iteration.
     *
     * @return number of burning entities
     */
    public int countBurning() {
        int count = 0;
        for (var ignored : dominion.findEntitiesWith(Position.class, Burning.class)) {
            count++;
        }
        return count;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
