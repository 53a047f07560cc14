package basalt.bench.published.counters;

import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.EntityEdit;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import java.util.ArrayList;
import java.util.List;

/** artemis-odb: systems of one world; the entities, which are spawned before, are made again in it. */
final class InArtemis extends OfObjects {
    private static final List<Class<? extends ArtemisSystem>> SYSTEMS =
            Kinds.copies(ArtemisSystem000.class, ArtemisSystem.class, Kinds.OTHERS);

    private final int capacity;
    private final List<Count[]> entities = new ArrayList<>();
    private final List<ArtemisSystem> systems = new ArrayList<>();
    private World world;

    InArtemis(int capacity) {
        this.capacity = capacity;
        world = open();
    }

    private World open() {
        WorldConfiguration configuration = new WorldConfiguration().expectedEntityCount(capacity);
        systems.forEach(configuration::setSystem);
        return new World(configuration);
    }

    @Override
    public void spawn(int... kinds) {
        entities.add(make(kinds));
    }

    @Override
    public void add(Step step) {
        systems.add(instance(SYSTEMS.get(systems.size()), step));
    }

    @Override
    public long run() {
        if (!entities.isEmpty()) {
            start();
        }
        world.process();
        return systems.get(systems.size() - 1).sum;
    }

    private void start() {
        world.dispose();
        world = open();
        for (Count[] entity : entities) {
            EntityEdit edit = world.edit(world.create());
            for (Count count : entity) {
                edit.add(count);
            }
        }
        entities.clear();
    }

    @Override
    public void create(int components, int count) {
        Archetype archetype =
                new ArchetypeBuilder().add(types(Step.first(components))).build(world);
        for (int i = 0; i < count; i++) {
            world.create(archetype);
        }
        world.process();
    }

    @Override
    public int count(int components) {
        return world.getAspectSubscriptionManager()
                .get(Aspect.all(types(Step.first(components))))
                .getEntities()
                .size();
    }

    @Override
    public void close() {
        world.dispose();
    }
}
