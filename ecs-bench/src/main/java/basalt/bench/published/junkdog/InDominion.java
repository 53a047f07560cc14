package basalt.bench.published.junkdog;

import static basalt.bench.published.Published.consume;

import basalt.bench.engine.Parts;
import basalt.bench.published.Published;
import basalt.bench.published.junkdog.Components.Spot;
import basalt.bench.published.junkdog.Components.StructObject;
import basalt.bench.published.junkdog.EntitySystems.Case;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;
import java.util.List;

/** Dominion: kept results, of compositions that all exist when they are asked for. */
final class InDominion extends Ticks {
    private final Dominion dominion = Published.dominion();
    private final Composition.Of2<Spot, StructObject> placed =
            dominion.composition().of(Spot.class, StructObject.class);
    private final Entity[] handles;
    private final Results<Results.With1<Spot>> spots;
    private final List<Results<? extends Results.With3<?, ?, ?>>> seen;

    InDominion(Case workload, int entities) {
        super(workload, entities);
        handles = new Entity[entities];
        if (workload == Case.INSERT_REMOVE) {
            for (int kind : compositions) {
                dominion.deleteEntity(dominion.createEntity((Object[]) Components.make(kind)));
            }
        }
        dominion.deleteEntity(dominion.createEntity(new Spot(), new StructObject()));
        dominion.deleteEntity(dominion.createEntity(new Spot()));
        spots = dominion.findEntitiesWith(Spot.class);
        seen = List.of(
                dominion.findEntitiesWith(Parts.A.class, Parts.D.class, Parts.E.class),
                dominion.findEntitiesWith(Parts.B.class, Parts.H.class, Parts.I.class),
                dominion.findEntitiesWith(Parts.A.class, Parts.G.class, Parts.I.class)
                        .without(Parts.B.class),
                dominion.findEntitiesWith(Parts.F.class, Parts.G.class, Parts.H.class)
                        .without(Parts.I.class),
                dominion.findEntitiesWith(Parts.J.class, Parts.K.class, Parts.L.class)
                        .without(Parts.I.class));
        createAll();
    }

    @Override
    void place(int slot) {
        handles[slot] = dominion.createPreparedEntity(placed.withValue(new Spot(), new StructObject()));
    }

    @Override
    void compose(int slot, int composition) {
        handles[slot] = dominion.createEntity((Object[]) Components.make(compositions[composition]));
    }

    @Override
    void bare(int slot) {
        handles[slot] = dominion.createEntity();
    }

    @Override
    void destroy(int slot) {
        dominion.deleteEntity(handles[slot]);
        handles[slot] = null;
    }

    @Override
    void toggle(int slot) {
        if (!handles[slot].removeType(Spot.class)) {
            handles[slot].add(new Spot());
        }
    }

    @Override
    void systems() {
        switch (workload) {
            case INSERT_REMOVE -> {
                for (Results<? extends Results.With3<?, ?, ?>> results : seen) {
                    for (Results.With3<?, ?, ?> one : results) {
                        consume(one.entity());
                    }
                }
            }
            case PLAIN -> {
                move(1, -1);
                move(-1, 1);
                move(0.5f, -0.5f);
            }
            default -> {
                for (int more = 0; more < 3; more++) {
                    for (Results.With1<Spot> one : spots) {
                        consume(one.entity());
                        consume(1f + more);
                    }
                }
            }
        }
    }

    private void move(float dx, float dy) {
        for (Results.With1<Spot> one : spots) {
            one.comp().add(dx, dy);
            consume(one.entity());
        }
    }

    @Override
    float[] position(int slot) {
        Spot spot = handles[slot] == null ? null : handles[slot].get(Spot.class);
        return spot == null ? null : spot.values();
    }

    @Override
    int[] matches() {
        int[] counts = new int[NEEDED.length + 1];
        for (int i = 0; i < NEEDED.length && workload == Case.INSERT_REMOVE; i++) {
            for (Object ignored : seen.get(i)) {
                counts[i]++;
            }
        }
        for (Entity handle : handles) {
            counts[NEEDED.length] += handle == null ? 0 : 1;
        }
        return counts;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
