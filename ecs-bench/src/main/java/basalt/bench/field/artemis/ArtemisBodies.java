package basalt.bench.field.artemis;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.systems.IteratingSystem;

/** One system, which moves entities when it is told to, and otherwise only takes notice of them. */
final class ArtemisBodies implements Bodies {
    private final Move move = new Move();
    private final World world;
    private final Archetype still;
    private final Archetype moving;
    private final ComponentMapper<Place> places;
    private final ComponentMapper<Motion> motions;
    private final int[] entities;
    private final int movingPercent;

    ArtemisBodies(int entities, int movingPercent) {
        this.entities = new int[entities];
        this.movingPercent = movingPercent;
        world = Worlds.of(entities, move);
        still = new ArchetypeBuilder().add(Place.class).build(world);
        moving = new ArchetypeBuilder().add(Place.class).add(Motion.class).build(world);
        places = world.getMapper(Place.class);
        motions = world.getMapper(Motion.class);
    }

    @Override
    public int create() {
        if (movingPercent == 100) {
            for (int i = 0; i < entities.length; i++) {
                int entity = world.create(moving);
                place(entity, i);
                launch(motions.get(entity));
                entities[i] = entity;
            }
        } else {
            for (int i = 0; i < entities.length; i++) {
                int entity = world.create(still);
                place(entity, i);
                if (Start.moves(i, movingPercent)) {
                    launch(motions.create(entity));
                }
                entities[i] = entity;
            }
        }
        world.process();
        return entities.length;
    }

    private void place(int entity, int number) {
        Place place = places.get(entity);
        place.x = Start.x(number);
        place.y = Start.y(number);
        place.z = Start.z(number);
    }

    private static void launch(Motion motion) {
        motion.dx = Start.DX;
        motion.dy = Start.DY;
        motion.dz = Start.DZ;
    }

    @Override
    public int destroy() {
        for (int entity : entities) {
            world.delete(entity);
        }
        world.process();
        return moving();
    }

    @Override
    public int add() {
        for (int entity : entities) {
            launch(motions.create(entity));
        }
        world.process();
        return moving();
    }

    @Override
    public int remove() {
        for (int entity : entities) {
            motions.remove(entity);
        }
        world.process();
        return moving();
    }

    @Override
    public void move() {
        move.moves = true;
        world.process();
        move.moves = false;
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            place(entities[i], i);
        }
    }

    @Override
    public int count() {
        int count = 0;
        for (int entity : entities) {
            count += world.getEntityManager().isActive(entity) ? 1 : 0;
        }
        return count;
    }

    @Override
    public int moving() {
        return move.getSubscription().getEntities().size();
    }

    @Override
    public float value(int entity, int field) {
        Place place = places.get(entities[entity]);
        Motion motion = motions.get(entities[entity]);
        return switch (field) {
            case 0 -> place.x;
            case 1 -> place.y;
            case 2 -> place.z;
            case 3 -> motion == null ? 0 : motion.dx;
            case 4 -> motion == null ? 0 : motion.dy;
            default -> motion == null ? 0 : motion.dz;
        };
    }

    @Override
    public void close() {
        world.dispose();
    }

    private static final class Move extends IteratingSystem {
        private ComponentMapper<Place> places;
        private ComponentMapper<Motion> motions;
        private boolean moves;

        Move() {
            super(Aspect.all(Place.class, Motion.class));
        }

        @Override
        protected boolean checkProcessing() {
            return moves;
        }

        @Override
        protected void process(int entity) {
            Place place = places.get(entity);
            Motion motion = motions.get(entity);
            place.x += motion.dx;
            place.y += motion.dy;
            place.z += motion.dz;
        }
    }
}
