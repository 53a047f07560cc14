package basalt.bench.field.part;

import com.artemis.Component;
import com.simsilica.es.EntityComponent;

/**
 * A component of the engines that keep components as objects: a class that extends what artemis-odb asks for and
 * implements what Ashley and Zay-ES ask for, so that all of them have the very same objects. It has no fields of its
 * own.
 */
public abstract class Part extends Component implements com.badlogic.ashley.core.Component, EntityComponent {
    /** For subclasses. */
    protected Part() {}
}
