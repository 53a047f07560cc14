package basalt.bench.field.zayes;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityComponent;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;

/** New entity data for each run, with a set that the entities join. */
final class ZayInsert implements Trial {
    /** Components are immutable, so all entities share those of the same value. */
    private static final EntityComponent[] COMPONENTS = {
        new Matrix(), new Place(1, 0, 0), new Turn(1, 0, 0), new Motion(1, 0, 0)
    };

    private final int entities;
    private EntityData data;
    private EntitySet all;

    ZayInsert(int entities) {
        this.entities = entities;
    }

    @Override
    public int run() {
        close();
        data = new DefaultEntityData();
        all = data.getEntities(Matrix.class, Place.class, Turn.class, Motion.class);
        for (int i = 0; i < entities; i++) {
            data.setComponents(data.createEntity(), COMPONENTS);
        }
        all.applyChanges();
        return all.size();
    }

    @Override
    public void rewind() {
        run();
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        for (Entity entity : all) {
            values.add(
                    entity.get(Matrix.class),
                    entity.get(Place.class),
                    entity.get(Turn.class),
                    entity.get(Motion.class));
        }
        return values.all();
    }

    @Override
    public void close() {
        if (data != null) {
            all.release();
            data.close();
            Reports.forget();
            data = null;
        }
    }
}
