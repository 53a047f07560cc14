package basalt.bench.field.dominion;

import basalt.bench.field.Toggles;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;

/** Components added and removed on the entity. */
final class DominionToggles implements Toggles {
    private final Dominion dominion;
    private final Entity[] entities;

    DominionToggles(int count) {
        dominion = Dominions.lasting();
        entities = new Entity[count];
        for (int i = 0; i < count; i++) {
            entities[i] = dominion.createEntity(new A());
        }
    }

    @Override
    public int add() {
        for (Entity entity : entities) {
            entity.add(new B());
        }
        return entities.length;
    }

    @Override
    public int remove() {
        int removed = 0;
        for (Entity entity : entities) {
            if (entity.removeType(B.class)) {
                removed++;
            }
        }
        return removed;
    }

    @Override
    public int count() {
        int count = 0;
        for (var both : dominion.findEntitiesWith(A.class, B.class)) {
            count += both.comp2().value == 0 ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
