package basalt.bench.field.ashley;

import basalt.bench.field.Toggles;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.core.PooledEngine;
import com.badlogic.ashley.utils.ImmutableArray;

/** Components added to each entity, and removed from the first of the family. */
final class AshleyToggles implements Toggles {
    private final Engine engine;
    private final ImmutableArray<Entity> both;
    private final Entity[] entities;
    private final boolean pooled;

    AshleyToggles(int count, boolean pooled) {
        this.pooled = pooled;
        engine = pooled ? new PooledEngine(count, count, count, count) : new Engine();
        both = engine.getEntitiesFor(Family.all(A.class, B.class).get());
        entities = new Entity[count];
        for (int i = 0; i < count; i++) {
            entities[i] = engine.createEntity();
            entities[i].add(new A());
            engine.addEntity(entities[i]);
        }
    }

    @Override
    public int add() {
        for (Entity entity : entities) {
            entity.add(pooled ? engine.createComponent(B.class) : new B());
        }
        return both.size();
    }

    @Override
    public int remove() {
        while (both.size() > 0) {
            both.first().remove(B.class);
        }
        return entities.length - both.size();
    }

    @Override
    public int count() {
        int count = 0;
        for (Entity entity : both) {
            count += entity.getComponent(B.class).value == 0 ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }
}
