package basalt.bench.field.artemis;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;

/** Creates worlds, and reads their entities. */
final class Worlds {
    private Worlds() {}

    /** Creates a world with capacity for entities that processes systems in the given order. */
    static World of(int entities, BaseSystem... systems) {
        return new World(new WorldConfigurationBuilder().with(systems).build().expectedEntityCount(entities));
    }

    /** The values of entities with a matrix, place, turn and motion, which has room for so many. */
    static float[] values(World world, IntBag ids, int entities) {
        InsertedValues values = new InsertedValues(entities);
        for (int i = 0; i < ids.size(); i++) {
            int entity = ids.get(i);
            values.add(
                    world.getMapper(Matrix.class).get(entity),
                    world.getMapper(Place.class).get(entity),
                    world.getMapper(Turn.class).get(entity),
                    world.getMapper(Motion.class).get(entity));
        }
        return values.all();
    }
}
