package basalt.bench.field.artemis;

import com.artemis.Component;
import com.artemis.World;
import java.util.List;

/**
 * Operations on the components of a particle, independent of their classes. A measuring JVM loads a single subclass, so
 * its calls are monomorphic.
 */
abstract class ArtemisParts {
    /** The classes of place, motion, lifetime and health. */
    abstract List<Class<? extends Component>> types();

    /** Finds the mappers. */
    abstract void bind(World world);

    abstract void move(int entity);

    abstract void hurt(int entity);

    abstract boolean isDead(int entity);

    /** Sets the values of a particle; all its components are new. */
    abstract void launch(int entity, int number);

    /** Returns x, y, z and health. */
    abstract float[] values(int entity);
}
