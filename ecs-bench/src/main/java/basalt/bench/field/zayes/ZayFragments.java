package basalt.bench.field.zayes;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntityId;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;
import java.util.function.Supplier;

/** One set of what all kinds have in common. */
final class ZayFragments implements Trial {
    private final EntityData data = new DefaultEntityData();
    private final EntitySet all = data.getEntities(Letters.Data.class);
    private final EntityId[] entities;

    ZayFragments(int entitiesOfEach) {
        entities = new EntityId[Start.FRAGMENT_KINDS * entitiesOfEach];
        int next = 0;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                entities[next] = data.createEntity();
                data.setComponent(entities[next++], letter.get());
            }
        }
        rewind();
    }

    @Override
    public int run() {
        for (Entity entity : all) {
            float value = entity.get(Letters.Data.class).value;
            entity.set(new Letters.Data().with(value * 2));
        }
        all.applyChanges();
        return all.size();
    }

    @Override
    public void rewind() {
        for (EntityId entity : entities) {
            data.setComponent(entity, new Letters.Data().with(1));
        }
        all.applyChanges();
    }

    @Override
    public float[] values() {
        float[] values = new float[entities.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = data.getComponent(entities[i], Letters.Data.class).value;
        }
        return values;
    }

    @Override
    public void close() {
        all.release();
        data.close();
    }
}
