package basalt.bench.field.artemis;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;

/** Makes worlds. */
final class Worlds {
    private Worlds() {}

    /** Returns a world that has room for entities from the start, and processes systems in the order given. */
    static World of(int entities, BaseSystem... systems) {
        return new World(new WorldConfigurationBuilder().with(systems).build().expectedEntityCount(entities));
    }
}
