package basalt.bench.engine;

import basalt.bench.engine.Parts.Letter;
import basalt.bench.engine.Parts.Motion;
import basalt.bench.engine.Parts.Place;
import java.util.Arrays;

/** What scenes whose components are objects have in common: their first values, and how they are read. */
public final class ObjectScenes {
    private ObjectScenes() {}

    /** Entities with a position and some with a velocity. */
    public abstract static class Moving implements Bodies {
        protected final int entities;
        protected final int moving;

        protected Moving(int entities, int moving) {
            this.entities = entities;
            this.moving = moving;
        }

        /** The position of an entity, by its handle. */
        protected abstract Place place(int number);

        /** The velocity of an entity; null if it has none. */
        protected abstract Motion motion(int number);

        /** The number of living entities. */
        protected abstract int count();

        @Override
        public final float x(int number) {
            return place(number).x;
        }

        @Override
        public final void x(int number, float value) {
            place(number).x = value;
        }

        @Override
        public final void rewind() {
            for (int i = 0; i < count(); i++) {
                place(i).put(i);
            }
        }

        @Override
        public final float[] values() {
            Values values = new Values();
            for (int i = 0; i < count(); i++) {
                Place place = place(i);
                Motion motion = motion(i);
                values.add(place.x, place.y, place.z);
                values.add(motion == null ? new float[3] : new float[] {motion.dx, motion.dy, motion.dz});
            }
            return values.all();
        }
    }

    /** Letters of entities, whose values change. */
    private abstract static class Lettered implements Scene {
        final Letter[][] letters;

        Lettered(int entities) {
            letters = new Letter[entities][];
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (Letter[] entity : letters) {
                for (Letter letter : entity) {
                    values.add(letter.value);
                }
            }
            return values.all();
        }
    }

    /** Entities of four kinds, whose letters are swapped. */
    public abstract static class Swapping extends Lettered {
        /** The kinds; letters are yet to be made by {@link #make}. */
        protected Swapping(int entitiesOfEach) {
            super(Start.SWAPPED_KINDS * entitiesOfEach);
        }

        /** Makes an entity with its letters, and returns them. */
        protected abstract Letter[] make(int kind);

        /** Makes all entities. */
        protected final void makeAll() {
            for (int i = 0; i < letters.length; i++) {
                letters[i] = make(i / (letters.length / Start.SWAPPED_KINDS));
            }
        }

        @Override
        public final void rewind() {
            for (int entity = 0; entity < letters.length; entity++) {
                for (int component = 0; component < letters[entity].length; component++) {
                    letters[entity][component].value = Start.letter(entity, component);
                }
            }
        }
    }

    /** Entities of 26 kinds with a common component. */
    public abstract static class Fragmented extends Lettered {
        /** Whether the last entity is destroyed and spawned in each run. */
        protected final boolean spawning;

        /** The kinds; entities are yet to be made by {@link #make}. */
        protected Fragmented(int entitiesOfEach, boolean spawning) {
            super(Start.FRAGMENT_KINDS * entitiesOfEach + (spawning ? 1 : 0));
            this.spawning = spawning;
        }

        /** Makes an entity with its letter, and returns its common component, whose value is 1. */
        protected abstract Letter make(int kind);

        /** Makes all entities; the last one, which each run spawns again, is of the first kind. */
        protected final void makeAll() {
            int ofEach = letters.length / Start.FRAGMENT_KINDS;
            for (int i = 0; i < letters.length; i++) {
                letters[i] = new Letter[] {make(i < Start.FRAGMENT_KINDS * ofEach ? i / ofEach : 0)};
            }
        }

        /** Makes the last entity again. */
        protected final void makeLast() {
            letters[letters.length - 1][0] = make(0);
        }

        @Override
        public final void rewind() {
            for (Letter[] entity : letters) {
                entity[0].value = 1;
            }
        }

        @Override
        public final float[] values() {
            float[] values = super.values();
            Arrays.sort(values);
            return values;
        }
    }
}
