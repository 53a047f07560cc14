package basalt.bench.published.ecsbenchmark;

import basalt.bench.published.Published;
import basalt.bench.published.ecsbenchmark.Objects.Data;
import basalt.bench.published.ecsbenchmark.Objects.Motion;
import basalt.bench.published.ecsbenchmark.Objects.Place;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;

/** Dominion: prepared compositions, and calls of entities. */
final class InDominion implements Entities {
    private final Dominion dominion = Published.dominion();
    private final Composition.Of2<Place, Motion> both = dominion.composition().of(Place.class, Motion.class);
    private final Entity[] entities;
    private Results<Results.With2<Place, Motion>> moving;
    private Results<Data> changing;

    InDominion(int count) {
        entities = new Entity[count];
    }

    @Override
    public void create() {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = dominion.createPreparedEntity(both.withValue(new Place(), new Motion()));
        }
    }

    @Override
    public void create(Mix mix) {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = dominion.createEntity((Object[]) Objects.of(mix, i, entities.length));
        }
        moving = dominion.findCompositionsWith(Place.class, Motion.class);
        changing = dominion.findCompositionsWith(Data.class);
    }

    @Override
    public void update() {
        for (Results.With2<Place, Motion> one : moving) {
            one.comp1().move(one.comp2(), SECONDS);
        }
        for (Data one : changing) {
            one.next(SECONDS);
        }
    }

    @Override
    public long sum(int components) {
        float sum = 0;
        for (Entity entity : entities) {
            sum += entity.get(Place.class).x;
            sum += components > 1 ? entity.get(Motion.class).dx : 0;
            sum += components > 2 && entity.has(Data.class) ? entity.get(Data.class).thingy : 0;
        }
        return (long) sum;
    }

    @Override
    public void change() {
        for (Entity entity : entities) {
            entity.removeType(Place.class);
            entity.add(new Place());
        }
    }

    @Override
    public void destroy() {
        for (Entity entity : entities) {
            dominion.deleteEntity(entity);
        }
    }

    @Override
    public int count() {
        int count = 0;
        for (var ignored : dominion.findCompositionsWith(Place.class, Motion.class)) {
            count++;
        }
        return count;
    }

    @Override
    public double value(int number) {
        return Objects.value(entities[number].get(Place.class), entities[number].get(Data.class));
    }

    @Override
    public void close() {
        dominion.close();
    }
}
