package basalt.bench.published.junkdog;

import static basalt.bench.published.Published.consume;

import basalt.bench.published.junkdog.Components.Spot;
import basalt.bench.published.junkdog.Components.StructObject;
import basalt.bench.published.junkdog.EntitySystems.Case;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntityTransmuter;
import com.artemis.EntityTransmuterFactory;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;
import java.util.Arrays;
import java.util.List;

/** artemis-odb: archetypes, mappers, transmuters, systems with the loops of its weaver. */
final class InArtemis extends Ticks {
    private static final int NONE = -1;
    private static final List<? extends Component> KINDS_OF =
            Components.OBJECTS.stream().map(kind -> kind.get()).toList();

    private final List<BaseEntitySystem> systems;
    private final World world;
    private final ComponentMapper<Spot> spots;
    private final EntityTransmuter placing;
    private final EntityTransmuter displacing;
    private final Archetype placed;
    private final Archetype[] archetypes;
    private final int[] ids;

    InArtemis(Case workload, int entities) {
        super(workload, entities);
        ids = new int[entities];
        systems = systems(workload);
        world = new World(new WorldConfigurationBuilder()
                .with(systems.toArray(BaseSystem[]::new))
                .build()
                .expectedEntityCount(entities + 1));
        spots = world.getMapper(Spot.class);
        placing = new EntityTransmuterFactory(world).add(Spot.class).build();
        displacing = new EntityTransmuterFactory(world).remove(Spot.class).build();
        placed = new ArchetypeBuilder().add(Spot.class).add(StructObject.class).build(world);
        archetypes = Arrays.stream(compositions)
                .mapToObj(bits -> new ArchetypeBuilder()
                        .add(Components.classes(KINDS_OF, bits))
                        .build(world))
                .toArray(Archetype[]::new);
        createAll();
    }

    private static List<BaseEntitySystem> systems(Case workload) {
        return switch (workload) {
            case INSERT_REMOVE -> List.of(new See(0) {}, new See(1) {}, new See(2) {}, new See(3) {}, new See(4) {});
            case PLAIN -> List.of(new Move(1, -1) {}, new Move(-1, 1) {}, new Move(0.5f, -0.5f) {});
            default -> List.of(new SeeTime(0) {}, new SeeTime(1) {}, new SeeTime(2) {});
        };
    }

    @Override
    void place(int slot) {
        ids[slot] = world.create(placed);
    }

    @Override
    void compose(int slot, int composition) {
        ids[slot] = world.create(archetypes[composition]);
    }

    @Override
    void bare(int slot) {
        ids[slot] = world.create();
    }

    @Override
    void destroy(int slot) {
        world.delete(ids[slot]);
        ids[slot] = NONE;
    }

    @Override
    void toggle(int slot) {
        EntityTransmuter change = spots.has(ids[slot]) ? displacing : placing;
        change.transmute(ids[slot]);
    }

    @Override
    void systems() {
        world.process();
    }

    @Override
    float[] position(int slot) {
        return ids[slot] == NONE || !spots.has(ids[slot])
                ? null
                : spots.get(ids[slot]).values();
    }

    @Override
    int[] matches() {
        int[] counts = new int[NEEDED.length + 1];
        for (int i = 0; i < NEEDED.length && workload == Case.INSERT_REMOVE; i++) {
            counts[i] = systems.get(i).getEntityIds().size();
        }
        counts[NEEDED.length] = world.getAspectSubscriptionManager()
                .get(Aspect.all())
                .getEntities()
                .size();
        return counts;
    }

    @Override
    public void close() {
        world.dispose();
    }

    private abstract static class See extends BaseEntitySystem {
        See(int number) {
            super(Aspect.all(Components.classes(KINDS_OF, NEEDED[number]))
                    .exclude(Components.classes(KINDS_OF, EXCLUDED[number])));
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                consume(ids[i]);
            }
        }
    }

    private abstract static class SeeTime extends BaseEntitySystem {
        private final float more;

        SeeTime(float more) {
            super(Aspect.all(Spot.class));
            this.more = more;
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                consume(ids[i]);
                consume(world.delta + more);
            }
        }
    }

    private abstract static class Move extends BaseEntitySystem {
        private final float dx;
        private final float dy;
        private ComponentMapper<Spot> spots;

        Move(float dx, float dy) {
            super(Aspect.all(Spot.class));
            this.dx = dx;
            this.dy = dy;
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                spots.get(ids[i]).add(dx, dy);
                consume(ids[i]);
            }
        }
    }
}
