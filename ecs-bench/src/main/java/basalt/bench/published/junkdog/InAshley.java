package basalt.bench.published.junkdog;

import static basalt.bench.published.Published.consume;

import basalt.bench.published.junkdog.Components.Spot;
import basalt.bench.published.junkdog.Components.StructObject;
import basalt.bench.published.junkdog.EntitySystems.Case;
import com.badlogic.ashley.core.Component;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.EntitySystem;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.core.PooledEngine;
import com.badlogic.ashley.utils.ImmutableArray;
import java.util.ArrayList;
import java.util.List;

/** Ashley: a pooled engine where positions come and go. Its removals take linear time. */
final class InAshley extends Ticks {
    private static final List<? extends Component> KINDS_OF =
            Components.OBJECTS.stream().map(kind -> kind.get()).toList();
    private static final ComponentMapper<Spot> SPOTS = ComponentMapper.getFor(Spot.class);

    private final PooledEngine engine;
    private final List<Loop> systems = new ArrayList<>();
    private final Entity[] handles;

    InAshley(Case workload, int entities) {
        super(workload, entities);
        engine = new PooledEngine(entities, entities, entities, entities);
        handles = new Entity[entities];
        Family placed = Family.all(Spot.class).get();
        switch (workload) {
            case INSERT_REMOVE -> {
                for (int i = 0; i < NEEDED.length; i++) {
                    systems.add(new See(Family.all(Components.classes(KINDS_OF, NEEDED[i]))
                            .exclude(Components.classes(KINDS_OF, EXCLUDED[i]))
                            .get()));
                }
            }
            case PLAIN -> {
                systems.add(new Move(placed, 1, -1));
                systems.add(new Move(placed, -1, 1));
                systems.add(new Move(placed, 0.5f, -0.5f));
            }
            default -> {
                for (int more = 0; more < 3; more++) {
                    systems.add(new SeeTime(placed, more));
                }
            }
        }
        systems.forEach(system -> system.addedToEngine(engine));
        createAll();
    }

    private void add(int slot, Component... components) {
        Entity entity = new Entity();
        for (Component component : components) {
            entity.add(component);
        }
        engine.addEntity(entity);
        handles[slot] = entity;
    }

    @Override
    void place(int slot) {
        add(slot, new Spot(), new StructObject());
    }

    @Override
    void compose(int slot, int composition) {
        add(slot, Components.make(compositions[composition]));
    }

    @Override
    void bare(int slot) {
        add(slot);
    }

    @Override
    void destroy(int slot) {
        engine.removeEntity(handles[slot]);
        handles[slot] = null;
    }

    @Override
    void toggle(int slot) {
        if (SPOTS.has(handles[slot])) {
            handles[slot].remove(Spot.class);
        } else {
            handles[slot].add(engine.createComponent(Spot.class));
        }
    }

    @Override
    void systems() {
        for (Loop system : systems) { // which the engine could not tell apart, as there can be only one of a class
            system.update(1);
        }
    }

    @Override
    float[] position(int slot) {
        return handles[slot] == null || !SPOTS.has(handles[slot])
                ? null
                : SPOTS.get(handles[slot]).values();
    }

    @Override
    int[] matches() {
        int[] counts = new int[NEEDED.length + 1];
        for (int i = 0; i < NEEDED.length && workload == Case.INSERT_REMOVE; i++) {
            counts[i] = systems.get(i).matching.size();
        }
        counts[NEEDED.length] = engine.getEntities().size();
        return counts;
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }

    private abstract static class Loop extends EntitySystem {
        private final Family family;
        ImmutableArray<Entity> matching;

        Loop(Family family) {
            this.family = family;
        }

        @Override
        public final void addedToEngine(Engine engine) {
            matching = engine.getEntitiesFor(family);
        }
    }

    private static final class See extends Loop {
        See(Family family) {
            super(family);
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                consume(matching.get(i));
            }
        }
    }

    private static final class SeeTime extends Loop {
        private final float more;

        SeeTime(Family family, float more) {
            super(family);
            this.more = more;
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                consume(matching.get(i));
                consume(seconds + more);
            }
        }
    }

    private static final class Move extends Loop {
        private final float dx;
        private final float dy;

        Move(Family family, float dx, float dy) {
            super(family);
            this.dx = dx;
            this.dy = dy;
        }

        @Override
        public void update(float seconds) {
            for (int i = 0; i < matching.size(); i++) {
                SPOTS.get(matching.get(i)).add(dx, dy);
                consume(matching.get(i));
            }
        }
    }
}
