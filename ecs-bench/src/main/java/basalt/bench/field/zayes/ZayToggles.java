package basalt.bench.field.zayes;

import basalt.bench.field.Toggles;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntityId;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;

/** Components set and removed by id, and a set that entities with both join. */
final class ZayToggles implements Toggles {
    /** Components are immutable, so all entities share one instance. */
    private static final B ADDED = new B();

    private final EntityData data = new DefaultEntityData();
    private final EntitySet both = data.getEntities(A.class, B.class);
    private final EntityId[] entities;

    ZayToggles(int count) {
        entities = new EntityId[count];
        for (int i = 0; i < count; i++) {
            entities[i] = data.createEntity();
            data.setComponent(entities[i], new A());
        }
        both.applyChanges();
    }

    @Override
    public int add() {
        for (EntityId entity : entities) {
            data.setComponent(entity, ADDED);
        }
        both.applyChanges();
        return both.size();
    }

    @Override
    public int remove() {
        for (EntityId entity : entities) {
            data.removeComponent(entity, B.class);
        }
        both.applyChanges();
        return entities.length - both.size();
    }

    @Override
    public int count() {
        int count = 0;
        for (Entity entity : both) {
            count += entity.get(B.class).value == 0 ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        both.release();
        data.close();
    }
}
