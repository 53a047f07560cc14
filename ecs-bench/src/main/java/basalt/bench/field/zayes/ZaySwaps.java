package basalt.bench.field.zayes;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import basalt.bench.field.part.Letters.C;
import basalt.bench.field.part.Letters.D;
import basalt.bench.field.part.Letters.E;
import com.simsilica.es.Entity;
import com.simsilica.es.EntityData;
import com.simsilica.es.EntityId;
import com.simsilica.es.EntitySet;
import com.simsilica.es.base.DefaultEntityData;
import java.util.List;
import java.util.function.Supplier;

/** Three sets; a loop over each swaps the values of two components. */
final class ZaySwaps implements Trial {
    private static final int KINDS = 4;
    private static final List<Supplier<Letters.Letter>> ABCD = List.of(A::new, B::new, C::new, D::new);
    private static final List<Supplier<Letters.Letter>> ABCE = List.of(A::new, B::new, C::new, E::new);

    private final EntityData data = new DefaultEntityData();
    private final EntitySet ab = data.getEntities(A.class, B.class);
    private final EntitySet cd = data.getEntities(C.class, D.class);
    private final EntitySet ce = data.getEntities(C.class, E.class);
    private final EntityId[] entities;
    private final int ofEach;

    ZaySwaps(int entitiesOfEach) {
        ofEach = entitiesOfEach;
        entities = new EntityId[KINDS * ofEach];
        for (int entity = 0; entity < entities.length; entity++) {
            entities[entity] = data.createEntity();
        }
        rewind();
    }

    @Override
    public int run() {
        for (Entity entity : ab) {
            float value = entity.get(A.class).value;
            entity.set(new A().with(entity.get(B.class).value));
            entity.set(new B().with(value));
        }
        ab.applyChanges();
        for (Entity entity : cd) {
            float value = entity.get(C.class).value;
            entity.set(new C().with(entity.get(D.class).value));
            entity.set(new D().with(value));
        }
        cd.applyChanges();
        ce.applyChanges();
        for (Entity entity : ce) {
            float value = entity.get(C.class).value;
            entity.set(new C().with(entity.get(E.class).value));
            entity.set(new E().with(value));
        }
        cd.applyChanges();
        ce.applyChanges();
        return ab.size();
    }

    @Override
    public void rewind() {
        for (int entity = 0; entity < entities.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                Letters.Letter letter = letters(kind).get(component).get();
                data.setComponent(entities[entity], letter.with(Start.letter(entity, component)));
            }
        }
        ab.applyChanges();
        cd.applyChanges();
        ce.applyChanges();
    }

    private static List<Supplier<Letters.Letter>> letters(int kind) {
        return kind == 3 ? ABCE : ABCD;
    }

    @Override
    public float[] values() {
        float[] values = new float[ofEach * (2 + 3 + 4 + 4)];
        int next = 0;
        for (int entity = 0; entity < entities.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                Letters.Letter sample = letters(kind).get(component).get();
                values[next++] = data.getComponent(entities[entity], sample.getClass()).value;
            }
        }
        return values;
    }

    @Override
    public void close() {
        ab.release();
        cd.release();
        ce.release();
        data.close();
    }
}
