package basalt.bench.field.ashley;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.systems.IteratingSystem;
import java.util.Arrays;
import java.util.function.Supplier;

/** One system over the common component. */
final class AshleyFragments implements Trial {
    private static final ComponentMapper<Letters.Data> DATA = ComponentMapper.getFor(Letters.Data.class);
    private static final float SECONDS = 1f / 60f;

    private final Engine engine = new Engine();
    private final Letters.Data[] data;
    private final boolean changing;
    private Entity last;

    AshleyFragments(int entitiesOfEach, boolean changing) {
        this.changing = changing;
        data = new Letters.Data[Start.FRAGMENT_KINDS * entitiesOfEach + (changing ? 1 : 0)];
        engine.addSystem(new Twice());
        int next = 0;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                spawn(next++, letter.get());
            }
        }
        if (changing) {
            last = spawn(next, new Letters.A());
        }
        rewind();
    }

    private Entity spawn(int number, Letters.Letter letter) {
        data[number] = new Letters.Data();
        Entity entity = new Entity();
        entity.add(letter);
        entity.add(data[number]);
        engine.addEntity(entity);
        return entity;
    }

    @Override
    public int run() {
        if (changing) {
            engine.removeEntity(last);
            last = spawn(data.length - 1, new Letters.A());
            data[data.length - 1].value = 1;
        }
        engine.update(SECONDS);
        return data.length;
    }

    @Override
    public void rewind() {
        for (Letters.Data one : data) {
            one.value = 1;
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[data.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = data[i].value;
        }
        Arrays.sort(values);
        return values;
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }

    private static final class Twice extends IteratingSystem {
        Twice() {
            super(Family.all(Letters.Data.class).get());
        }

        @Override
        protected void processEntity(Entity entity, float seconds) {
            DATA.get(entity).value *= 2;
        }
    }
}
