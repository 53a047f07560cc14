package basalt.bench.published.japes;

import static basalt.bench.published.Published.consume;

import basalt.bench.engine.Parts.Health;
import basalt.bench.engine.Parts.Motion;
import basalt.bench.engine.Parts.Place;
import basalt.bench.engine.Values;
import basalt.bench.published.OneWay;
import basalt.bench.published.japes.Components.LifetimeObject;
import basalt.bench.published.japes.Components.ManaObject;
import basalt.bench.published.japes.Components.Position;
import basalt.bench.published.japes.Components.Velocity;
import basalt.bench.published.japes.Japes.Case;

/** What the engines have in common whose components are objects. */
final class Objects {
    private static final float SECONDS = 0.001f;

    private Objects() {}

    private static void read(Place place) {
        consume(place.x);
        consume(place.y);
        consume(place.z);
    }

    private static void readBoth(Place place, Motion motion) {
        read(place);
        consume(motion.dx);
        consume(motion.dy);
        consume(motion.dz);
    }

    private static void step(Place place, Motion motion) {
        place.x += motion.dx * SECONDS;
        place.y += motion.dy * SECONDS;
        place.z += motion.dz * SECONDS;
    }

    /** What a system does with an entity. */
    @FunctionalInterface
    interface Body {
        void run(Place place, Motion motion);

        /** A measuring JVM has one of these, which is inlined into its loop. */
        static Body of(Case workload) {
            return switch (workload) {
                case READ_ONE -> (place, motion) -> read(place);
                case READ_TWO -> Objects::readBoth;
                case WRITE -> Place::add;
                default -> Objects::step;
            };
        }
    }

    /** Entities that move, or are looked at. */
    abstract static class Moving extends OneWay {
        final Body body;
        final Place[] places;

        Moving(Case workload, int entities) {
            body = Body.of(workload);
            places = new Place[entities];
            open(entities, workload == Case.READ_ONE);
            for (int i = 0; i < entities; i++) {
                Position at = Components.start(workload, i, entities);
                Velocity v = Components.speed(workload, i, entities);
                places[i] = new Place(at.x(), at.y(), at.z());
                create(places[i], new Motion(v.dx(), v.dy(), v.dz()), workload);
            }
        }

        /** Prepares the world. */
        abstract void open(int entities, boolean isAlone);

        /** Makes an entity with a place, and perhaps a motion and a mass. */
        abstract void create(Place place, Motion motion, Case workload);

        @Override
        public final float[] values() {
            Values values = new Values();
            for (Place place : places) {
                values.add(place.x, place.y, place.z);
            }
            return values.sorted(3);
        }
    }

    /** Changes are noted by hand: the numbers of the entities, which observers go through. */
    abstract static class Observed extends Observing {
        private final int[] moved = new int[CHANGES];
        private final int[] hurt = new int[CHANGES];
        private final int[] charged = new int[CHANGES];
        private int moves;
        private int hurts;
        private int charges;

        Observed(Case workload, int entities) {
            super(workload, entities);
        }

        abstract Place place(int number);

        abstract Health health(int number);

        abstract ManaObject mana(int number);

        @Override
        final void move(int number) {
            place(number).x += 1;
            moved[moves++] = number;
        }

        @Override
        final void hurt(int number) {
            health(number).points--;
            hurt[hurts++] = number;
        }

        @Override
        final void charge(int number) {
            mana(number).value++;
            charged[charges++] = number;
        }

        @Override
        final void observe() {
            for (int i = 0; i < moves; i++) {
                sumOfX += (long) place(moved[i]).x;
            }
            for (int i = 0; i < hurts; i++) {
                sumOfHealth += health(hurt[i]).points;
            }
            for (int i = 0; i < charges; i++) {
                sumOfMana += mana(charged[i]).value;
            }
            moves = 0;
            hurts = 0;
            charges = 0;
        }
    }

    /** Particles; a tick is the engine's. */
    abstract static class Particles extends OneWay {
        final int entities;
        long alive;
        long deaths;

        Particles(int entities) {
            this.entities = entities;
        }

        final void createAll() {
            for (int i = 0; i < entities; i++) {
                create(
                        new Place(i, i, i),
                        new Motion(1, 1, 1),
                        Components.with(new LifetimeObject(), 1000),
                        new Health(1 + i % 100));
            }
        }

        abstract void create(Place place, Motion motion, LifetimeObject lifetime, Health health);

        final void respawn() {
            for (long i = alive; i < entities; i++) {
                create(new Place(), new Motion(1, 1, 1), Components.with(new LifetimeObject(), 1000), new Health(100));
            }
        }

        /** Adds a particle's place and health to the values. */
        static void add(Values values, Place place, Health health) {
            values.add(place.x, place.y, place.z, health.points);
        }

        final float[] sorted(Values values) {
            values.add(alive, deaths, 0, 0);
            return values.sorted(4);
        }
    }
}
