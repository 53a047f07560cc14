package basalt.bench.field.artemis;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import basalt.bench.field.part.Letters.C;
import basalt.bench.field.part.Letters.D;
import basalt.bench.field.part.Letters.E;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import java.util.List;

/**
 * Three systems, each of which swaps the values of two components. Each has its own loop over its entities, as
 * artemis-odb's weaver would generate it; the body of a shared loop would not be inlined.
 */
final class ArtemisSwaps implements Trial {
    private static final int KINDS = 4;

    private final World world;
    private final int[] entities;
    private final int ofEach;

    ArtemisSwaps(int entitiesOfEach) {
        ofEach = entitiesOfEach;
        entities = new int[KINDS * ofEach];
        world = Worlds.of(entities.length, new SwapAb(), new SwapCd(), new SwapCe());
        for (int kind = 0; kind < KINDS; kind++) {
            ArchetypeBuilder builder = new ArchetypeBuilder();
            for (int component = 0; component < Start.swapped(kind); component++) {
                builder.add(type(kind, component));
            }
            Archetype archetype = builder.build(world);
            for (int i = 0; i < ofEach; i++) {
                entities[kind * ofEach + i] = world.create(archetype);
            }
        }
        world.process();
        rewind();
    }

    private static Class<? extends Letters.Letter> type(int kind, int component) {
        List<Class<? extends Letters.Letter>> types = List.of(A.class, B.class, C.class, kind == 2 ? D.class : E.class);
        return types.get(component);
    }

    @Override
    public int run() {
        world.process();
        return entities.length;
    }

    @Override
    public void rewind() {
        for (int entity = 0; entity < entities.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                world.getMapper(type(kind, component)).get(entities[entity]).value = Start.letter(entity, component);
            }
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[ofEach * (2 + 3 + 4 + 4)];
        int next = 0;
        for (int entity = 0; entity < entities.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                values[next++] = world.getMapper(type(kind, component)).get(entities[entity]).value;
            }
        }
        return values;
    }

    @Override
    public void close() {
        world.dispose();
    }

    private static final class SwapAb extends BaseEntitySystem {
        private ComponentMapper<A> as;
        private ComponentMapper<B> bs;

        SwapAb() {
            super(Aspect.all(A.class, B.class));
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
            A a = as.get(entity);
            B b = bs.get(entity);
            float value = a.value;
            a.value = b.value;
            b.value = value;
        }
    }

    private static final class SwapCd extends BaseEntitySystem {
        private ComponentMapper<C> cs;
        private ComponentMapper<D> ds;

        SwapCd() {
            super(Aspect.all(C.class, D.class));
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
            C c = cs.get(entity);
            D d = ds.get(entity);
            float value = c.value;
            c.value = d.value;
            d.value = value;
        }
    }

    private static final class SwapCe extends BaseEntitySystem {
        private ComponentMapper<C> cs;
        private ComponentMapper<E> es;

        SwapCe() {
            super(Aspect.all(C.class, E.class));
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
            C c = cs.get(entity);
            E e = es.get(entity);
            float value = c.value;
            c.value = e.value;
            e.value = value;
        }
    }
}
