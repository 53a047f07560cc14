package basalt.bench.field.dominion;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Health;
import basalt.bench.field.part.Lifetime;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;
import java.util.ArrayList;
import java.util.List;

/** Iterations that move, hurt, and find the dead, which are deleted afterwards. */
final class DominionParticles implements Trial {
    private final int capacity;
    private final Dominion dominion;
    private final Composition.Of4<Place, Motion, Lifetime, Health> particle;
    private final Results<Results.With2<Place, Motion>> movers;
    private final Results<Health> healths;
    private final Results<Results.With1<Health>> mortals;
    private final Results<Results.With4<Place, Motion, Lifetime, Health>> all;
    private final List<Entity> dead = new ArrayList<>();
    private int spawned;

    DominionParticles(int entities) {
        capacity = entities;
        dominion = Dominions.lasting();
        particle = dominion.composition().of(Place.class, Motion.class, Lifetime.class, Health.class);
        movers = dominion.findCompositionsWith(Place.class, Motion.class);
        healths = dominion.findCompositionsWith(Health.class);
        mortals = dominion.findEntitiesWith(Health.class);
        all = dominion.findCompositionsWith(Place.class, Motion.class, Lifetime.class, Health.class);
        rewind();
    }

    @Override
    public int run() {
        for (Results.With2<Place, Motion> mover : movers) {
            Place place = mover.comp1();
            Motion motion = mover.comp2();
            place.x += motion.dx;
            place.y += motion.dy;
            place.z += motion.dz;
        }
        for (Health health : healths) {
            health.points -= 1;
        }
        for (Results.With1<Health> mortal : mortals) {
            if (mortal.comp().points <= 0) {
                dead.add(mortal.entity());
            }
        }
        for (Entity entity : dead) {
            dominion.deleteEntity(entity);
        }
        spawn(dead.size());
        dead.clear();
        int count = 0;
        for (var ignored : all) {
            count++;
        }
        return count;
    }

    private void spawn(int number) {
        for (int k = 0; k < number; k++) {
            Place place = new Place(Start.spawnX(spawned), 0, 0);
            Motion motion = new Motion(Start.DX, Start.DY, Start.DZ);
            dominion.createPreparedEntity(
                    particle.withValue(place, motion, new Lifetime(), new Health(Start.health(spawned))));
            spawned++;
        }
    }

    @Override
    public void rewind() {
        for (Results.With1<Health> mortal : mortals) {
            dead.add(mortal.entity());
        }
        dead.forEach(dominion::deleteEntity);
        dead.clear();
        spawned = 0;
        spawn(capacity);
    }

    @Override
    public float[] values() {
        Rows rows = new Rows(capacity);
        for (Results.With4<Place, Motion, Lifetime, Health> one : all) {
            rows.add(one.comp1().x, one.comp1().y, one.comp1().z, one.comp4().points);
        }
        return rows.sorted();
    }

    @Override
    public void close() {
        dominion.close();
    }
}
