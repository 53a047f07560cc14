package basalt.bench.field.artemis;

import basalt.bench.field.Hunt;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Hunter;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;

/**
 * Four systems in sequence: move, choose, pursue, renew. The component of a predator has the id of its prey, as for
 * artemis-odb's {@code @EntityId}; its {@code EntityLinkManager} would look at each link in each processing, so the
 * last system releases the predators of a prey itself.
 */
final class ArtemisHunt implements Trial {
    private final Hunt hunt = new Hunt();
    private final World world;
    private final Archetype preyType;
    private final ComponentMapper<Place> places;
    private final ComponentMapper<Motion> motions;
    private final ComponentMapper<Hunter> hunters;
    private final int[] predators;
    private final int[] prey;

    /** The predators that have caught their prey in this tick. */
    private final int[] catchers;

    private int caught;

    ArtemisHunt(int ofPrey) {
        prey = new int[ofPrey];
        predators = new int[Hunt.predators(ofPrey)];
        catchers = new int[predators.length];
        world = Worlds.of(predators.length + ofPrey, new Move(), new Choose(), new Pursue(), new Renew());
        places = world.getMapper(Place.class);
        motions = world.getMapper(Motion.class);
        hunters = world.getMapper(Hunter.class);
        preyType = new ArchetypeBuilder().add(Place.class).add(Motion.class).build(world);
        Archetype predatorType =
                new ArchetypeBuilder(preyType).add(Hunter.class).build(world);
        for (int i = 0; i < predators.length; i++) {
            predators[i] = world.create(predatorType);
        }
        for (int i = 0; i < ofPrey; i++) {
            prey[i] = world.create(preyType);
        }
        rewind();
    }

    @Override
    public int run() {
        world.process();
        return predators.length + prey.length;
    }

    @Override
    public void rewind() {
        hunt.rewind();
        for (int predator : predators) {
            Place place = places.get(predator);
            place.x = hunt.den();
            place.y = hunt.den();
            Motion motion = motions.get(predator);
            motion.dx = Hunt.START_SPEED;
            motion.dy = Hunt.START_SPEED;
            hunters.get(predator).number = Hunt.NONE;
        }
        for (int entity : prey) {
            place(entity);
        }
    }

    private void place(int entity) {
        Place place = places.get(entity);
        place.x = hunt.place();
        place.y = hunt.place();
    }

    @Override
    public float[] values() {
        float[] values = new float[5 * predators.length + 2 * prey.length];
        int next = 0;
        for (int predator : predators) {
            values[next++] = places.get(predator).x;
            values[next++] = places.get(predator).y;
            values[next++] = motions.get(predator).dx;
            values[next++] = motions.get(predator).dy;
            values[next++] = hunters.get(predator).number;
        }
        for (int entity : prey) {
            values[next++] = places.get(entity).x;
            values[next++] = places.get(entity).y;
        }
        return values;
    }

    @Override
    public void close() {
        world.dispose();
    }

    private final class Move extends BaseEntitySystem {
        Move() {
            super(Aspect.all(Place.class, Motion.class));
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int entity) {
            Place place = places.get(entity);
            Motion motion = motions.get(entity);
            place.x += motion.dx;
            place.y += motion.dy;
        }
    }

    private final class Choose extends BaseEntitySystem {
        Choose() {
            super(Aspect.all(Hunter.class));
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int predator) {
            Hunter hunter = hunters.get(predator);
            if (hunter.number == Hunt.NONE) {
                hunter.number = hunt.choose(prey.length);
                hunter.prey = prey[hunter.number];
            }
        }
    }

    private final class Pursue extends BaseEntitySystem {
        Pursue() {
            super(Aspect.all(Place.class, Motion.class, Hunter.class));
        }

        @Override
        protected void processSystem() {
            caught = 0;
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int predator) {
            Place target = places.get(hunters.get(predator).prey);
            Place place = places.get(predator);
            float toX = target.x - place.x;
            float toY = target.y - place.y;
            float square = toX * toX + toY * toY;
            float distance = (float) Math.sqrt(square);
            if (distance > Hunt.NO_TURN) {
                Motion motion = motions.get(predator);
                motion.dx = Hunt.turned(toX, distance);
                motion.dy = Hunt.turned(toY, distance);
            }
            if (square <= Hunt.CATCH_SQUARE) {
                catchers[caught++] = predator;
            }
        }
    }

    private final class Renew extends BaseEntitySystem {
        Renew() {
            super(Aspect.all(Hunter.class));
        }

        @Override
        protected void processSystem() {
            for (int k = 0; k < caught; k++) {
                int number = hunters.get(catchers[k]).number;
                if (number != Hunt.NONE) { // else another one has caught it too
                    release(number);
                    world.delete(prey[number]);
                    prey[number] = world.create(preyType);
                    place(prey[number]);
                }
            }
        }

        private void release(int number) {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                Hunter hunter = hunters.get(ids[i]);
                if (hunter.number == number) {
                    hunter.number = Hunt.NONE;
                }
            }
        }
    }
}
