package basalt.bench.published.counters;

import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.annotations.SkipWire;
import com.artemis.utils.IntBag;

/** Any of the steps, with the loop that artemis-odb's weaver writes. */
public abstract class ArtemisSystem extends BaseEntitySystem {
    final Step step;
    long sum;

    @SkipWire
    private ComponentMapper<? extends Count> first;

    @SkipWire
    private ComponentMapper<? extends Count> second;

    @SkipWire
    private ComponentMapper<? extends Count> third;

    private Archetype spawned;

    ArtemisSystem(Step step) {
        super(Aspect.all(OfObjects.types(step.required())));
        this.step = step;
    }

    @Override
    protected void initialize() {
        int[] kinds = step.kinds();
        first = world.getMapper(Kinds.OBJECTS.get(kinds[0]));
        second = world.getMapper(Kinds.OBJECTS.get(kinds[Math.min(1, kinds.length - 1)]));
        third = world.getMapper(Kinds.OBJECTS.get(kinds[kinds.length - 1]));
        spawned = new ArchetypeBuilder()
                .add(OfObjects.types(kinds[kinds.length - 1]))
                .build(world);
    }

    @Override
    protected void processSystem() {
        IntBag matching = getEntityIds();
        int[] ids = matching.getData();
        int size = matching.size();
        switch (step.what()) {
            case INCREMENT -> {
                for (int i = 0; i < size; i++) {
                    first.get(ids[i]).value++;
                }
            }
            case TWICE -> {
                for (int i = 0; i < size; i++) {
                    first.get(ids[i]).value *= 2;
                }
            }
            case ADD -> {
                if (step.kinds().length == 2) {
                    for (int i = 0; i < size; i++) {
                        first.get(ids[i]).value += second.get(ids[i]).value;
                    }
                } else {
                    for (int i = 0; i < size; i++) {
                        first.get(ids[i]).value += second.get(ids[i]).value + third.get(ids[i]).value;
                    }
                }
            }
            case SPAWN -> {
                for (int i = 0; i < size; i++) {
                    second.get(world.create(spawned)).value = first.get(ids[i]).value;
                }
            }
            case DESTROY -> {
                sum = 0;
                for (int i = 0; i < size; i++) {
                    sum += first.get(ids[i]).value;
                    world.delete(ids[i]);
                }
            }
            case SWAP -> {
                for (int i = 0; i < size; i++) {
                    Count.swap(first.get(ids[i]), second.get(ids[i]));
                }
            }
            case ATTACH -> {
                for (int i = 0; i < size; i++) {
                    second.create(ids[i]);
                }
            }
            case DETACH -> {
                sum = size;
                for (int i = 0; i < size; i++) {
                    first.remove(ids[i]);
                }
            }
        }
    }
}
