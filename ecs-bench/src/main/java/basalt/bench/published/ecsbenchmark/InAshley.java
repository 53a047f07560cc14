package basalt.bench.published.ecsbenchmark;

import basalt.bench.published.ecsbenchmark.Objects.Data;
import basalt.bench.published.ecsbenchmark.Objects.Motion;
import basalt.bench.published.ecsbenchmark.Objects.Place;
import com.badlogic.ashley.core.Component;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.utils.ImmutableArray;

/** Ashley: mappers, and components that are added before an entity joins its engine. */
final class InAshley implements Entities {
    private static final ComponentMapper<Place> PLACES = ComponentMapper.getFor(Place.class);
    private static final ComponentMapper<Motion> MOTIONS = ComponentMapper.getFor(Motion.class);
    private static final ComponentMapper<Data> DATA = ComponentMapper.getFor(Data.class);

    private final Engine engine = new Engine();
    private final Entity[] entities;
    private ImmutableArray<Entity> moving;
    private ImmutableArray<Entity> changing;

    InAshley(int count) {
        entities = new Entity[count];
    }

    @Override
    public void create() {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = new Entity();
            entities[i].add(new Place());
            entities[i].add(new Motion());
            engine.addEntity(entities[i]);
        }
    }

    @Override
    public void create(Mix mix) {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = new Entity();
            for (Component component : Objects.of(mix, i, entities.length)) {
                entities[i].add(component);
            }
            engine.addEntity(entities[i]);
        }
        moving = engine.getEntitiesFor(Family.all(Place.class, Motion.class).get());
        changing = engine.getEntitiesFor(Family.all(Data.class).get());
    }

    @Override
    public void update() {
        for (int i = 0; i < moving.size(); i++) {
            PLACES.get(moving.get(i)).move(MOTIONS.get(moving.get(i)), SECONDS);
        }
        for (int i = 0; i < changing.size(); i++) {
            DATA.get(changing.get(i)).next(SECONDS);
        }
    }

    @Override
    public long sum(int components) {
        float sum = 0;
        for (Entity entity : entities) {
            sum += PLACES.get(entity).x;
            sum += components > 1 ? MOTIONS.get(entity).dx : 0;
            sum += components > 2 && DATA.has(entity) ? DATA.get(entity).thingy : 0;
        }
        return (long) sum;
    }

    @Override
    public void change() {
        for (Entity entity : entities) {
            entity.remove(Place.class);
            entity.add(new Place());
        }
    }

    @Override
    public void destroy() {
        engine.removeAllEntities();
    }

    @Override
    public int count() {
        return engine.getEntitiesFor(Family.all(Place.class, Motion.class).get())
                .size();
    }

    @Override
    public double value(int number) {
        return Objects.value(PLACES.get(entities[number]), DATA.get(entities[number]));
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }
}
