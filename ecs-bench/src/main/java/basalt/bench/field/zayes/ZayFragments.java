package basalt.bench.field.zayes;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntityId;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;
import java.util.Arrays;
import java.util.function.Supplier;

/** One set of the common component. */
final class ZayFragments implements Trial {
    /** Components are immutable, so all entities share those of the same value. */
    private static final Letters.Data ONE = new Letters.Data().with(1);

    private static final Letters.A LETTER = new Letters.A();

    private final EntityData data = new DefaultEntityData();
    private final EntitySet all = data.getEntities(Letters.Data.class);
    private final EntityId[] entities;
    private final boolean changing;

    ZayFragments(int entitiesOfEach, boolean changing) {
        this.changing = changing;
        entities = new EntityId[Start.FRAGMENT_KINDS * entitiesOfEach + (changing ? 1 : 0)];
        int next = 0;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                entities[next] = data.createEntity();
                data.setComponent(entities[next++], letter.get());
            }
        }
        if (changing) {
            spawnLast();
        }
        rewind();
    }

    private void spawnLast() {
        EntityId born = data.createEntity();
        data.setComponents(born, LETTER, ONE);
        entities[entities.length - 1] = born;
    }

    /** Applies the values set by the last run together with the spawned and destroyed entities. */
    @Override
    public int run() {
        if (changing) {
            data.removeEntity(entities[entities.length - 1]);
            spawnLast();
        }
        all.applyChanges();
        for (Entity entity : all) {
            float value = entity.get(Letters.Data.class).value;
            entity.set(new Letters.Data().with(value * 2));
        }
        return all.size();
    }

    @Override
    public void rewind() {
        for (EntityId entity : entities) {
            data.setComponent(entity, ONE);
        }
        all.applyChanges();
    }

    @Override
    public float[] values() {
        float[] values = new float[entities.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = data.getComponent(entities[i], Letters.Data.class).value;
        }
        Arrays.sort(values);
        return values;
    }

    @Override
    public void close() {
        all.release();
        data.close();
    }
}
