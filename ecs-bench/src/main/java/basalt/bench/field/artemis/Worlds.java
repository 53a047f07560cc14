package basalt.bench.field.artemis;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;

/** Creates worlds. */
final class Worlds {
    private Worlds() {}

    /** Creates a world with capacity for entities that processes systems in the given order. */
    static World of(int entities, BaseSystem... systems) {
        return new World(new WorldConfigurationBuilder().with(systems).build().expectedEntityCount(entities));
    }
}
