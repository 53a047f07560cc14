package basalt.bench.published.counters;

import basalt.bench.published.counters.Count.B;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.EntitySystem;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.utils.ImmutableArray;

/** Any of the steps, with a loop of its own over a family. */
public abstract class AshleySystem extends EntitySystem {
    final Step step;
    long sum;
    private final ComponentMapper<? extends Count> first;
    private final ComponentMapper<? extends Count> second;
    private final ComponentMapper<? extends Count> third;
    private ImmutableArray<Entity> matching;

    AshleySystem(Step step) {
        this.step = step;
        int[] kinds = step.kinds();
        first = ComponentMapper.getFor(Kinds.OBJECTS.get(kinds[0]));
        second = ComponentMapper.getFor(Kinds.OBJECTS.get(kinds[Math.min(1, kinds.length - 1)]));
        third = ComponentMapper.getFor(Kinds.OBJECTS.get(kinds[kinds.length - 1]));
    }

    @Override
    public void addedToEngine(Engine engine) {
        matching = engine.getEntitiesFor(
                Family.all(OfObjects.types(step.required())).get());
    }

    @Override
    public void update(float seconds) {
        int size = matching.size();
        switch (step.what()) {
            case INCREMENT -> {
                for (int i = 0; i < size; i++) {
                    first.get(matching.get(i)).value++;
                }
            }
            case TWICE -> {
                for (int i = 0; i < size; i++) {
                    first.get(matching.get(i)).value *= 2;
                }
            }
            case ADD -> add(size);
            case SPAWN -> {
                for (int i = 0; i < size; i++) {
                    B made = new B();
                    made.value = first.get(matching.get(i)).value;
                    Entity entity = new Entity();
                    entity.add(made);
                    getEngine().addEntity(entity);
                }
            }
            case DESTROY -> destroy(getEngine());
            case SWAP -> {
                for (int i = 0; i < size; i++) {
                    Count.swap(first.get(matching.get(i)), second.get(matching.get(i)));
                }
            }
            case ATTACH -> {
                for (int i = 0; i < size; i++) {
                    matching.get(i).add(new B());
                }
            }
            case DETACH -> {
                sum = size;
                for (int i = 0; i < size; i++) {
                    matching.get(i).remove(B.class);
                }
            }
        }
    }

    private void add(int size) {
        if (step.kinds().length == 2) {
            for (int i = 0; i < size; i++) {
                first.get(matching.get(i)).value += second.get(matching.get(i)).value;
            }
        } else {
            for (int i = 0; i < size; i++) {
                Entity entity = matching.get(i);
                first.get(entity).value += second.get(entity).value + third.get(entity).value;
            }
        }
    }

    private void destroy(Engine engine) {
        sum = 0;
        for (int i = 0; i < matching.size(); i++) {
            Entity entity = matching.get(i);
            sum += first.get(entity).value;
            engine.removeEntity(entity); // removed after the update of this system
        }
    }
}
