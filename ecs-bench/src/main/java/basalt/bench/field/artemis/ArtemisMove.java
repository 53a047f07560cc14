package basalt.bench.field.artemis;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.Component;

/**
 * The system that moves entities, and otherwise only subscribes to them. A subclass knows the component classes. A
 * measuring JVM loads a single subclass, so its calls are monomorphic.
 */
abstract class ArtemisMove extends BaseEntitySystem {
    private final Class<? extends Component> place;
    private final Class<? extends Component> motion;
    private boolean moves;

    ArtemisMove(Class<? extends Component> place, Class<? extends Component> motion) {
        super(Aspect.all(place, motion));
        this.place = place;
        this.motion = motion;
    }

    final Class<? extends Component> place() {
        return place;
    }

    final Class<? extends Component> motion() {
        return motion;
    }

    /** Processes the world and moves all entities once. */
    final void move() {
        moves = true;
        getWorld().process();
        moves = false;
    }

    @Override
    protected final boolean checkProcessing() {
        return moves;
    }

    /** Sets an entity to its initial position. */
    abstract void put(int entity, int number);

    /** Sets the values of an entity's velocity. */
    abstract void launch(int entity);

    /** Adds a velocity with its values to an entity. */
    abstract void addMotion(int entity);

    /** Removes an entity's velocity. */
    abstract void removeMotion(int entity);

    /** Returns a value, 0 if the entity has no velocity. */
    abstract float value(int entity, int field);
}
