package basalt.bench.published.counters;

import basalt.bench.published.counters.Count.A;
import basalt.bench.published.counters.Count.B;
import basalt.bench.published.counters.Count.C;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import java.util.ArrayList;
import java.util.List;

/** Ashley: components are added before an entity joins its engine. */
final class InAshley extends OfObjects {
    private static final List<Class<? extends AshleySystem>> SYSTEMS =
            Kinds.copies(AshleySystem000.class, AshleySystem.class, Kinds.OTHERS);

    private final Engine engine = new Engine();
    private final List<AshleySystem> systems = new ArrayList<>();

    private void spawn(Count... counts) {
        Entity entity = new Entity();
        for (Count count : counts) {
            entity.add(count);
        }
        engine.addEntity(entity);
    }

    @Override
    public void spawn(int... kinds) {
        spawn(make(kinds));
    }

    @Override
    public void add(Step step) {
        systems.add(instance(SYSTEMS.get(systems.size()), step));
        engine.addSystem(systems.get(systems.size() - 1));
    }

    @Override
    public long run() {
        engine.update(1 / 60f);
        return systems.get(systems.size() - 1).sum;
    }

    @Override
    public void create(int components, int entities) {
        for (int i = 0; i < entities; i++) {
            Entity entity = new Entity();
            entity.add(new A());
            if (components > 1) {
                entity.add(new B());
            }
            if (components > 2) {
                entity.add(new C());
            }
            engine.addEntity(entity);
        }
    }

    @Override
    public int count(int components) {
        return engine.getEntitiesFor(Family.all(types(Step.first(components))).get())
                .size();
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }
}
