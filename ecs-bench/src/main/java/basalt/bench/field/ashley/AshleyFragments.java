package basalt.bench.field.ashley;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.systems.IteratingSystem;
import java.util.function.Supplier;

/** One system over what all kinds have in common. */
final class AshleyFragments implements Trial {
    private static final ComponentMapper<Letters.Data> DATA = ComponentMapper.getFor(Letters.Data.class);
    private static final float SECONDS = 1f / 60f;

    private final Engine engine = new Engine();
    private final Letters.Data[] data;

    AshleyFragments(int entitiesOfEach) {
        data = new Letters.Data[Start.FRAGMENT_KINDS * entitiesOfEach];
        engine.addSystem(new Twice());
        int next = 0;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                data[next] = new Letters.Data();
                Entity entity = new Entity();
                entity.add(letter.get());
                entity.add(data[next++]);
                engine.addEntity(entity);
            }
        }
        rewind();
    }

    @Override
    public int run() {
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
