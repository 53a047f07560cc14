package basalt.bench.field.artemis;

import basalt.bench.field.Toggles;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;

/** Components added and removed by mapper, and a system that subscribes to entities with both. */
final class ArtemisToggles implements Toggles {
    private final See see;
    private final World world;
    private final ComponentMapper<? extends Component> bs;
    private final int[] entities;

    ArtemisToggles(int count, boolean pooled) {
        Class<? extends Component> type = pooled ? PooledB.class : B.class;
        see = new See(type);
        entities = new int[count];
        world = Worlds.of(count, see);
        bs = world.getMapper(type);
        Archetype archetype = new ArchetypeBuilder().add(A.class).build(world);
        for (int i = 0; i < count; i++) {
            entities[i] = world.create(archetype);
        }
        world.process();
    }

    @Override
    public int add() {
        for (int entity : entities) {
            bs.create(entity);
        }
        world.process();
        return see.getEntityIds().size();
    }

    @Override
    public int remove() {
        for (int entity : entities) {
            bs.remove(entity);
        }
        world.process();
        return entities.length - see.getEntityIds().size();
    }

    @Override
    public int count() {
        int count = 0;
        for (int entity : entities) {
            count += bs.has(entity) && value(bs.get(entity)) == 0 ? 1 : 0;
        }
        return count;
    }

    private static float value(Component b) {
        return b instanceof PooledB pooled ? pooled.value : ((B) b).value;
    }

    @Override
    public void close() {
        world.dispose();
    }

    private static final class See extends BaseEntitySystem {
        See(Class<? extends Component> type) {
            super(Aspect.all(A.class).all(type));
        }

        @Override
        protected void processSystem() {
            // Only the subscription is needed.
        }
    }
}
