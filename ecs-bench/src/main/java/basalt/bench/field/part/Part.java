package basalt.bench.field.part;

import com.artemis.Component;
import com.simsilica.es.EntityComponent;

/**
 * The base class of components for engines that keep components as objects. It extends artemis-odb's class and
 * implements the interfaces of Ashley and Zay-ES, so all engines use the same objects. It has no fields.
 */
public abstract class Part extends Component implements com.badlogic.ashley.core.Component, EntityComponent {
    /** For subclasses. */
    protected Part() {}
}
