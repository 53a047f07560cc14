package basalt.bench.field.zayes;

import basalt.bench.field.HeavyValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntityId;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;

/** One set of matrices and positions. */
final class ZayHeavy implements Trial {
    private final EntityData data = new DefaultEntityData();
    private final EntitySet all = data.getEntities(Matrix.class, Place.class);
    private final EntityId[] entities;

    ZayHeavy(int count) {
        entities = new EntityId[count];
        for (int i = 0; i < count; i++) {
            entities[i] = data.createEntity();
            data.setComponents(entities[i], new Turn(1, 0, 0), new Motion(1, 0, 0));
        }
        rewind();
    }

    @Override
    public int run() {
        for (Entity entity : all) {
            Place old = entity.get(Place.class);
            Place place = new Place(old.x, old.y, old.z);
            Matrix matrix = new Matrix();
            System.arraycopy(entity.get(Matrix.class).m, 0, matrix.m, 0, matrix.m.length);
            HeavyValues.compute(matrix, place);
            entity.set(matrix);
            entity.set(place);
        }
        all.applyChanges();
        return all.size();
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            Matrix matrix = new Matrix();
            Place place = new Place();
            HeavyValues.reset(matrix, place, i);
            data.setComponents(entities[i], matrix, place);
        }
        all.applyChanges();
    }

    @Override
    public float[] values() {
        HeavyValues values = new HeavyValues(entities.length);
        for (EntityId entity : entities) {
            values.add(data.getComponent(entity, Matrix.class), data.getComponent(entity, Place.class));
        }
        return values.all();
    }

    @Override
    public void close() {
        all.release();
        data.close();
    }
}
