package basalt.bench.field.dominion;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;

/** Entities from prepared compositions. */
final class DominionBodies implements Bodies {
    private final Dominion dominion;
    private final Composition.Of1<Place> still;
    private final Composition.Of2<Place, Motion> moving;
    private final Results<Results.With2<Place, Motion>> movers;
    private final Entity[] entities;
    private final int movingPercent;

    DominionBodies(int entities, int movingPercent) {
        this.entities = new Entity[entities];
        this.movingPercent = movingPercent;
        dominion = Dominions.lasting();
        still = dominion.composition().of(Place.class);
        moving = dominion.composition().of(Place.class, Motion.class);
        movers = dominion.findCompositionsWith(Place.class, Motion.class);
    }

    @Override
    public int create() {
        if (movingPercent == 100) {
            for (int i = 0; i < entities.length; i++) {
                entities[i] = dominion.createPreparedEntity(moving.withValue(place(i), motion()));
            }
        } else {
            for (int i = 0; i < entities.length; i++) {
                entities[i] = dominion.createPreparedEntity(still.withValue(place(i)));
                if (Start.moves(i, movingPercent)) {
                    entities[i].add(motion());
                }
            }
        }
        return entities.length;
    }

    private static Place place(int number) {
        return new Place(Start.x(number), Start.y(number), Start.z(number));
    }

    private static Motion motion() {
        return new Motion(Start.DX, Start.DY, Start.DZ);
    }

    @Override
    public int destroy() {
        int left = entities.length;
        for (Entity entity : entities) {
            if (dominion.deleteEntity(entity)) {
                left--;
            }
        }
        return left;
    }

    @Override
    public int add() {
        for (Entity entity : entities) {
            entity.add(motion());
        }
        return entities.length;
    }

    @Override
    public int remove() {
        int left = entities.length;
        for (Entity entity : entities) {
            if (entity.removeType(Motion.class)) {
                left--;
            }
        }
        return left;
    }

    @Override
    public void move() {
        for (Results.With2<Place, Motion> mover : movers) {
            Place place = mover.comp1();
            Motion motion = mover.comp2();
            place.x += motion.dx;
            place.y += motion.dy;
            place.z += motion.dz;
        }
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            Place place = entities[i].get(Place.class);
            place.x = Start.x(i);
            place.y = Start.y(i);
            place.z = Start.z(i);
        }
    }

    @Override
    public int count() {
        int count = 0;
        for (var ignored : dominion.findEntitiesWith(Place.class)) {
            count++;
        }
        return count;
    }

    @Override
    public int moving() {
        int count = 0;
        for (var ignored : dominion.findEntitiesWith(Place.class, Motion.class)) {
            count++;
        }
        return count;
    }

    @Override
    public float value(int entity, int field) {
        if (field < 3) {
            Place place = entities[entity].get(Place.class);
            return field == 0 ? place.x : field == 1 ? place.y : place.z;
        }
        Motion motion = entities[entity].get(Motion.class);
        if (motion == null) {
            return 0;
        }
        return field == 3 ? motion.dx : field == 4 ? motion.dy : motion.dz;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
