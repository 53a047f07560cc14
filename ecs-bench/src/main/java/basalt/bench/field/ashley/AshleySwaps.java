package basalt.bench.field.ashley;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import basalt.bench.field.part.Letters.C;
import basalt.bench.field.part.Letters.D;
import basalt.bench.field.part.Letters.E;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.EntitySystem;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.utils.ImmutableArray;

/** Three systems, each of which swaps the values of two components. */
final class AshleySwaps implements Trial {
    private static final int KINDS = 4;
    private static final float SECONDS = 1f / 60f;
    private static final ComponentMapper<A> AS = ComponentMapper.getFor(A.class);
    private static final ComponentMapper<B> BS = ComponentMapper.getFor(B.class);
    private static final ComponentMapper<C> CS = ComponentMapper.getFor(C.class);
    private static final ComponentMapper<D> DS = ComponentMapper.getFor(D.class);
    private static final ComponentMapper<E> ES = ComponentMapper.getFor(E.class);

    private final Engine engine = new Engine();
    private final Letters.Letter[][] letters;
    private final int ofEach;

    AshleySwaps(int entitiesOfEach) {
        ofEach = entitiesOfEach;
        letters = new Letters.Letter[KINDS * ofEach][];
        engine.addSystem(new SwapAb());
        engine.addSystem(new SwapCd());
        engine.addSystem(new SwapCe());
        for (int i = 0; i < letters.length; i++) {
            letters[i] = switch (i / ofEach) {
                case 0 -> new Letters.Letter[] {new A(), new B()};
                case 1 -> new Letters.Letter[] {new A(), new B(), new C()};
                case 2 -> new Letters.Letter[] {new A(), new B(), new C(), new D()};
                default -> new Letters.Letter[] {new A(), new B(), new C(), new E()};
            };
            Entity entity = new Entity();
            for (Letters.Letter letter : letters[i]) {
                entity.add(letter);
            }
            engine.addEntity(entity);
        }
        rewind();
    }

    @Override
    public int run() {
        engine.update(SECONDS);
        return letters.length;
    }

    @Override
    public void rewind() {
        for (int entity = 0; entity < letters.length; entity++) {
            for (int component = 0; component < letters[entity].length; component++) {
                letters[entity][component].value = Start.letter(entity, component);
            }
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[ofEach * (2 + 3 + 4 + 4)];
        int next = 0;
        for (Letters.Letter[] entity : letters) {
            for (Letters.Letter letter : entity) {
                values[next++] = letter.value;
            }
        }
        return values;
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }

    private static final class SwapAb extends EntitySystem {
        private ImmutableArray<Entity> matching;

        @Override
        public void addedToEngine(Engine of) {
            matching = of.getEntitiesFor(Family.all(A.class, B.class).get());
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                process(matching.get(i));
            }
        }

        private void process(Entity entity) {
            A a = AS.get(entity);
            B b = BS.get(entity);
            float value = a.value;
            a.value = b.value;
            b.value = value;
        }
    }

    private static final class SwapCd extends EntitySystem {
        private ImmutableArray<Entity> matching;

        @Override
        public void addedToEngine(Engine of) {
            matching = of.getEntitiesFor(Family.all(C.class, D.class).get());
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                process(matching.get(i));
            }
        }

        private void process(Entity entity) {
            C c = CS.get(entity);
            D d = DS.get(entity);
            float value = c.value;
            c.value = d.value;
            d.value = value;
        }
    }

    private static final class SwapCe extends EntitySystem {
        private ImmutableArray<Entity> matching;

        @Override
        public void addedToEngine(Engine of) {
            matching = of.getEntitiesFor(Family.all(C.class, E.class).get());
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                process(matching.get(i));
            }
        }

        private void process(Entity entity) {
            C c = CS.get(entity);
            E e = ES.get(entity);
            float value = c.value;
            c.value = e.value;
            e.value = value;
        }
    }
}
