package basalt.bench.field.artemis;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.Component;

/**
 * The system that moves entities when it is told to, and otherwise only takes notice of them; it knows which classes
 * their components have. A JVM that measures has one subclass alone, so that its methods cost no look-up.
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

    /** Lets all move once, when the world is processed. */
    final void move() {
        moves = true;
        getWorld().process();
        moves = false;
    }

    @Override
    protected final boolean checkProcessing() {
        return moves;
    }

    /** Puts an entity where it is at first. */
    abstract void put(int entity, int number);

    /** Gives the velocity that an entity has its values. */
    abstract void launch(int entity);

    /** Gives an entity a velocity, and its values. */
    abstract void addMotion(int entity);

    /** Takes an entity's velocity. */
    abstract void removeMotion(int entity);

    /** Tells a value, 0 if the entity has no velocity. */
    abstract float value(int entity, int field);
}
