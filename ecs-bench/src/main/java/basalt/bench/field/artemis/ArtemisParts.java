package basalt.bench.field.artemis;

import com.artemis.Component;
import com.artemis.World;
import java.util.List;

/**
 * What is done to the components of a particle, whichever classes they have. A JVM that measures has one subclass
 * alone, so that its methods cost no look-up.
 */
abstract class ArtemisParts {
    /** The classes of place, motion, lifetime and health. */
    abstract List<Class<? extends Component>> types();

    /** Finds the mappers. */
    abstract void bind(World world);

    abstract void move(int entity);

    abstract void hurt(int entity);

    abstract boolean isDead(int entity);

    /** Gives the so-manieth particle its values; they are what they are in a new component. */
    abstract void launch(int entity, int birth);

    /** Tells x, y, z and health. */
    abstract float[] values(int entity);
}
