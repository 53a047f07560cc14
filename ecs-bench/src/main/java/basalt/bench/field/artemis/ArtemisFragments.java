package basalt.bench.field.artemis;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import java.util.Arrays;
import java.util.function.Supplier;

/** One system over the common component. */
final class ArtemisFragments implements Trial {
    private final World world;
    private final ComponentMapper<Letters.Data> data;
    private final Archetype first;
    private final int[] entities;
    private final boolean changing;

    ArtemisFragments(int entitiesOfEach, boolean changing) {
        this.changing = changing;
        entities = new int[Start.FRAGMENT_KINDS * entitiesOfEach + (changing ? 1 : 0)];
        world = Worlds.of(entities.length, new Twice());
        data = world.getMapper(Letters.Data.class);
        first = new ArchetypeBuilder()
                .add(Letters.A.class)
                .add(Letters.Data.class)
                .build(world);
        int next = 0;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                int entity = world.create();
                world.edit(entity).add(letter.get());
                data.create(entity);
                entities[next++] = entity;
            }
        }
        if (changing) {
            entities[next] = world.create(first);
        }
        rewind();
        world.process();
        rewind();
    }

    @Override
    public int run() {
        if (changing) {
            int last = entities.length - 1;
            world.delete(entities[last]);
            entities[last] = world.create(first);
            data.get(entities[last]).value = 1;
        }
        world.process();
        return entities.length;
    }

    @Override
    public void rewind() {
        for (int entity : entities) {
            data.get(entity).value = 1;
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[entities.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = data.get(entities[i]).value;
        }
        Arrays.sort(values);
        return values;
    }

    @Override
    public void close() {
        world.dispose();
    }

    private static final class Twice extends BaseEntitySystem {
        private ComponentMapper<Letters.Data> data;

        Twice() {
            super(Aspect.all(Letters.Data.class));
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int entity) {
            data.get(entity).value *= 2;
        }
    }
}
