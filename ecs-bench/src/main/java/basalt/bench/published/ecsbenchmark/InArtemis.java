package basalt.bench.published.ecsbenchmark;

import basalt.bench.published.ecsbenchmark.Objects.Data;
import basalt.bench.published.ecsbenchmark.Objects.Motion;
import basalt.bench.published.ecsbenchmark.Objects.Place;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntityEdit;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.WorldConfiguration;

/** artemis-odb: archetypes and mappers; changes end with {@code process}. */
final class InArtemis implements Entities {
    private final World world;
    private final ComponentMapper<Place> places;
    private final ComponentMapper<Motion> motions;
    private final ComponentMapper<Data> data;
    private final Archetype both;
    private final int[] entities;
    private EntitySubscription moving;
    private EntitySubscription changing;

    @SuppressWarnings("unchecked") // an array of classes for two arguments
    InArtemis(int count) {
        world = new World(new WorldConfiguration().expectedEntityCount(count));
        places = world.getMapper(Place.class);
        motions = world.getMapper(Motion.class);
        data = world.getMapper(Data.class);
        both = new ArchetypeBuilder().add(Place.class, Motion.class).build(world);
        entities = new int[count];
    }

    @Override
    public void create() {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = world.create(both);
        }
        world.process();
    }

    @Override
    public void create(Mix mix) {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = world.create();
            EntityEdit edit = world.edit(entities[i]);
            for (Component component : Objects.of(mix, i, entities.length)) {
                edit.add(component);
            }
        }
        world.process();
        moving = world.getAspectSubscriptionManager().get(Aspect.all(Place.class, Motion.class));
        changing = world.getAspectSubscriptionManager().get(Aspect.all(Data.class));
        world.process();
    }

    @Override
    public void update() {
        int[] ids = moving.getEntities().getData();
        for (int i = 0, size = moving.getEntities().size(); i < size; i++) {
            places.get(ids[i]).move(motions.get(ids[i]), SECONDS);
        }
        ids = changing.getEntities().getData();
        for (int i = 0, size = changing.getEntities().size(); i < size; i++) {
            data.get(ids[i]).next(SECONDS);
        }
    }

    @Override
    public long sum(int components) {
        float sum = 0;
        for (int entity : entities) {
            sum += places.get(entity).x;
            sum += components > 1 ? motions.get(entity).dx : 0;
            sum += components > 2 && data.has(entity) ? data.get(entity).thingy : 0;
        }
        return (long) sum;
    }

    @Override
    public void change() {
        for (int entity : entities) {
            places.remove(entity);
            places.create(entity);
        }
        world.process();
    }

    @Override
    public void destroy() {
        for (int entity : entities) {
            world.delete(entity);
        }
        world.process();
    }

    @Override
    public int count() {
        return world.getAspectSubscriptionManager()
                .get(Aspect.all(Place.class, Motion.class))
                .getEntities()
                .size();
    }

    @Override
    public double value(int number) {
        return Objects.value(places.get(entities[number]), data.get(entities[number]));
    }

    @Override
    public void close() {
        world.dispose();
    }
}
