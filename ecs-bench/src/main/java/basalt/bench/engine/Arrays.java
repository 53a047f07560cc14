package basalt.bench.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** The scenes in arrays of floats, one for each field. The loops know which entity has which component. */
final class Arrays implements Scenes {
    private final int threads;

    /**
     * Creates the engine.
     *
     * @param threads 1; or 2, of which each does half of {@link #swaps} and {@link #heavy}
     */
    Arrays(int threads) {
        this.threads = threads;
    }

    @Override
    public Scene scene(Workload workload, int entities, int option) {
        return switch (workload) {
            case MOVE -> new Moving(entities, option);
            case FRAGMENTED -> new Fragments(entities, option == 1);
            case SWAPS -> new Swaps(threads, entities);
            case HEAVY -> new Heavy(threads, entities);
            case SERIALIZE -> new Serializing(entities);
            case ADD_REMOVE -> new Flags(entities);
            case PARTICLES -> new Particles(entities);
            case HUNT -> new Hunting(entities);
        };
    }

    /** Six arrays, and a list of the entities with a velocity, unless all have one. */
    private static final class Moving implements Bodies {
        private final int capacity;
        private final int percent;
        private float[] x;
        private float[] y;
        private float[] z;
        private float[] dx;
        private float[] dy;
        private float[] dz;
        private int[] movers;
        private int count;
        private int moving;

        Moving(int entities, int percent) {
            capacity = entities;
            this.percent = percent;
        }

        @Override
        public int create() {
            x = new float[capacity];
            y = new float[capacity];
            z = new float[capacity];
            dx = new float[capacity];
            dy = new float[capacity];
            dz = new float[capacity];
            movers = percent == 100 ? null : new int[capacity];
            count = capacity;
            moving = 0;
            rewind();
            for (int i = 0; i < capacity; i++) {
                if (percent == 100 || Start.moves(i, percent)) {
                    dx[i] = Start.DX;
                    dy[i] = Start.DY;
                    dz[i] = Start.DZ;
                    if (percent != 100) {
                        movers[moving] = i;
                    }
                    moving++;
                }
            }
            return count;
        }

        @Override
        public int destroy() {
            count = 0;
            return count;
        }

        @Override
        public int run() {
            if (movers == null) {
                move(x, dx, y, dy, z, dz, count);
            } else {
                for (int k = 0; k < moving; k++) {
                    int i = movers[k];
                    x[i] += dx[i];
                    y[i] += dy[i];
                    z[i] += dz[i];
                }
            }
            return count;
        }

        private static void move(float[] x, float[] dx, float[] y, float[] dy, float[] z, float[] dz, int count) {
            for (int i = 0; i < count; i++) {
                x[i] += dx[i];
                y[i] += dy[i];
                z[i] += dz[i];
            }
        }

        @Override
        public void rewind() {
            for (int i = 0; i < count; i++) {
                x[i] = Start.x(i);
                y[i] = Start.y(i);
                z[i] = Start.z(i);
            }
        }

        @Override
        public float x(int number) {
            return x[number];
        }

        @Override
        public void x(int number, float value) {
            x[number] = value;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int i = 0; i < count; i++) {
                values.add(x[i], y[i], z[i], dx[i], dy[i], dz[i]);
            }
            return values.all();
        }

        @Override
        public void close() {
            count = 0;
        }
    }

    /** Arrays that are copied to a buffer, and from there to new arrays. */
    private static final class Serializing implements Scene {
        private static final int FIELDS = 6;

        private final int entities;
        private final FloatBuffer buffer;
        private float[][] fields;

        Serializing(int entities) {
            this.entities = entities;
            buffer = ByteBuffer.allocateDirect(FIELDS * entities * Float.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer();
            rewind();
        }

        @Override
        public int run() {
            buffer.clear();
            for (float[] field : fields) {
                buffer.put(field);
            }
            buffer.flip();
            float[][] loaded = new float[FIELDS][entities];
            for (float[] field : loaded) {
                buffer.get(field);
            }
            fields = loaded;
            return entities;
        }

        @Override
        public void rewind() {
            fields = new float[FIELDS][entities];
            for (int i = 0; i < entities; i++) {
                float[] first = {Start.x(i), Start.y(i), Start.z(i), Start.DX, Start.DY, Start.DZ};
                for (int field = 0; field < FIELDS; field++) {
                    fields[field][i] = first[field];
                }
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int i = 0; i < entities; i++) {
                for (float[] field : fields) {
                    values.add(field[i]);
                }
            }
            return values.all();
        }
    }

    /** The common component is an array; the entity that is spawned and destroyed is the last one. */
    private static final class Fragments implements Scene {
        private final float[] data;
        private final boolean spawning;

        Fragments(int entitiesOfEach, boolean spawning) {
            this.spawning = spawning;
            data = new float[Start.FRAGMENT_KINDS * entitiesOfEach + (spawning ? 1 : 0)];
            rewind();
        }

        @Override
        public int run() {
            if (spawning) {
                data[data.length - 1] = 1;
            }
            for (int i = 0; i < data.length; i++) {
                data[i] *= 2;
            }
            return data.length;
        }

        @Override
        public void rewind() {
            java.util.Arrays.fill(data, 1);
        }

        @Override
        public float[] values() {
            float[] values = data.clone();
            java.util.Arrays.sort(values);
            return values;
        }
    }

    /** A loop that this thread does alone, or half of it beside another thread. */
    private abstract static class Halved implements Scene {
        private final ForkJoinPool helper;
        private final Runnable upperHalf = () -> part(1, 2);

        Halved(int threads) {
            helper = threads == 1 ? null : new ForkJoinPool(1);
        }

        /** Does one of equal parts of the work. */
        abstract void part(int part, int parts);

        /** The number of entities. */
        abstract int count();

        @Override
        public final int run() {
            if (helper == null) {
                part(0, 1);
            } else {
                ForkJoinTask<?> upper = helper.submit(upperHalf);
                part(0, 2);
                upper.join();
            }
            return count();
        }

        @Override
        public void close() {
            if (helper != null) {
                helper.shutdown();
            }
        }
    }

    /** An array for each component, and for each of the kinds of entities in which C is swapped. */
    private static final class Swaps extends Halved {
        private final int ofEach;
        private final float[] a;
        private final float[] b;
        private final float[] cAlone;
        private final float[] cOfD;
        private final float[] d;
        private final float[] cOfE;
        private final float[] e;

        Swaps(int threads, int entitiesOfEach) {
            super(threads);
            ofEach = entitiesOfEach;
            a = new float[4 * ofEach];
            b = new float[4 * ofEach];
            cAlone = new float[ofEach];
            cOfD = new float[ofEach];
            d = new float[ofEach];
            cOfE = new float[ofEach];
            e = new float[ofEach];
            rewind();
        }

        @Override
        int count() {
            return a.length;
        }

        @Override
        void part(int part, int parts) {
            swap(a, b, part * a.length / parts, (part + 1) * a.length / parts);
            swap(cOfD, d, part * ofEach / parts, (part + 1) * ofEach / parts);
            swap(cOfE, e, part * ofEach / parts, (part + 1) * ofEach / parts);
        }

        private static void swap(float[] one, float[] other, int from, int to) {
            for (int i = from; i < to; i++) {
                float value = one[i];
                one[i] = other[i];
                other[i] = value;
            }
        }

        /** The arrays of a kind's components: A, B, C, and D or E. */
        private float[][] arrays(int kind) {
            return switch (kind) {
                case 0 -> new float[][] {a, b};
                case 1 -> new float[][] {a, b, cAlone};
                case 2 -> new float[][] {a, b, cOfD, d};
                default -> new float[][] {a, b, cOfE, e};
            };
        }

        @Override
        public void rewind() {
            for (int entity = 0; entity < a.length; entity++) {
                float[][] arrays = arrays(entity / ofEach);
                for (int component = 0; component < arrays.length; component++) {
                    arrays[component][component < 2 ? entity : entity % ofEach] = Start.letter(entity, component);
                }
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int entity = 0; entity < a.length; entity++) {
                float[][] arrays = arrays(entity / ofEach);
                for (int component = 0; component < arrays.length; component++) {
                    values.add(arrays[component][component < 2 ? entity : entity % ofEach]);
                }
            }
            return values.all();
        }
    }

    private static final class Heavy extends Halved {
        private final float[] x;

        Heavy(int threads, int entities) {
            super(threads);
            x = new float[entities];
            rewind();
        }

        @Override
        int count() {
            return x.length;
        }

        @Override
        void part(int part, int parts) {
            for (int i = part * x.length / parts; i < (part + 1) * x.length / parts; i++) {
                x[i] = Start.compute(x[i]);
            }
        }

        @Override
        public void rewind() {
            for (int i = 0; i < x.length; i++) {
                x[i] = Start.fraction(i);
            }
        }

        @Override
        public float[] values() {
            return x.clone();
        }
    }

    /** A flag for each entity with the component, and an array of values. */
    private static final class Flags extends Toggling {
        private final boolean[] has;
        private final float[] values;

        Flags(int entities) {
            super(entities);
            has = new boolean[entities];
            values = new float[entities];
        }

        @Override
        protected int add() {
            for (int i = 0; i < has.length; i++) {
                has[i] = true;
                values[i] = 0;
            }
            return has.length;
        }

        @Override
        protected int remove() {
            java.util.Arrays.fill(has, false);
            return has.length;
        }

        @Override
        protected float set(int number) {
            float before = values[number];
            values[number] = 1;
            return before;
        }
    }

    /** An array for each field; a destroyed particle is replaced by the last one. */
    private static final class Particles implements Scene {
        private final int capacity;
        private final float[] x;
        private final float[] y;
        private final float[] z;
        private final float[] dx;
        private final float[] dy;
        private final float[] dz;
        private final int[] health;
        private int count;
        private int spawned;

        Particles(int entities) {
            capacity = entities;
            x = new float[capacity];
            y = new float[capacity];
            z = new float[capacity];
            dx = new float[capacity];
            dy = new float[capacity];
            dz = new float[capacity];
            health = new int[capacity];
            rewind();
        }

        @Override
        public int run() {
            for (int i = 0; i < count; i++) {
                x[i] += dx[i];
                y[i] += dy[i];
                z[i] += dz[i];
            }
            for (int i = 0; i < count; i++) {
                health[i] -= 1;
            }
            int alive = count;
            for (int i = count - 1; i >= 0; i--) {
                if (health[i] <= 0) {
                    alive--;
                    move(alive, i);
                }
            }
            int dead = count - alive;
            count = alive;
            spawn(dead);
            return count;
        }

        private void move(int from, int to) {
            x[to] = x[from];
            y[to] = y[from];
            z[to] = z[from];
            dx[to] = dx[from];
            dy[to] = dy[from];
            dz[to] = dz[from];
            health[to] = health[from];
        }

        private void spawn(int number) {
            for (int k = 0; k < number; k++) {
                int i = count++;
                x[i] = Start.spawnX(spawned);
                y[i] = 0;
                z[i] = 0;
                dx[i] = Start.DX;
                dy[i] = Start.DY;
                dz[i] = Start.DZ;
                health[i] = Start.health(spawned);
                spawned++;
            }
        }

        @Override
        public void rewind() {
            count = 0;
            spawned = 0;
            spawn(capacity);
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int i = 0; i < count; i++) {
                values.add(x[i], y[i], z[i], health[i]);
            }
            return values.sorted(4);
        }
    }

    /** An array for each field, predators first. A predator knows the number of its prey. */
    private static final class Hunting implements Scene {
        private final Chase chase = new Chase();
        private final int predators;
        private final int prey;
        private final float[] x;
        private final float[] y;
        private final float[] dx;
        private final float[] dy;
        private final int[] target;

        /** The predators that have caught their prey in this tick. */
        private final int[] catchers;

        Hunting(int ofPrey) {
            prey = ofPrey;
            predators = Chase.predators(ofPrey);
            x = new float[predators + prey];
            y = new float[predators + prey];
            dx = new float[predators + prey];
            dy = new float[predators + prey];
            target = new int[predators];
            catchers = new int[predators];
            rewind();
        }

        @Override
        public int run() {
            for (int i = 0; i < x.length; i++) {
                x[i] += dx[i];
                y[i] += dy[i];
            }
            for (int i = 0; i < predators; i++) {
                if (target[i] == Chase.NONE) {
                    target[i] = chase.choose(prey);
                }
            }
            renew(pursue());
            return predators + prey;
        }

        private int pursue() {
            int caught = 0;
            for (int i = 0; i < predators; i++) {
                int at = predators + target[i];
                float toX = x[at] - x[i];
                float toY = y[at] - y[i];
                float square = toX * toX + toY * toY;
                float distance = (float) Math.sqrt(square);
                if (distance > Chase.NO_TURN) {
                    dx[i] = Chase.turned(toX, distance);
                    dy[i] = Chase.turned(toY, distance);
                }
                if (square <= Chase.CATCH_SQUARE) {
                    catchers[caught++] = i;
                }
            }
            return caught;
        }

        private void renew(int caught) {
            for (int k = 0; k < caught; k++) {
                int number = target[catchers[k]];
                if (number != Chase.NONE) { // else another one has caught it too
                    release(number);
                    place(number);
                }
            }
        }

        private void release(int number) {
            for (int i = 0; i < predators; i++) {
                if (target[i] == number) {
                    target[i] = Chase.NONE;
                }
            }
        }

        private void place(int number) {
            int at = predators + number;
            x[at] = chase.place();
            y[at] = chase.place();
            dx[at] = 0;
            dy[at] = 0;
        }

        @Override
        public void rewind() {
            chase.rewind();
            for (int i = 0; i < predators; i++) {
                x[i] = chase.den();
                y[i] = chase.den();
                dx[i] = Chase.START_SPEED;
                dy[i] = Chase.START_SPEED;
                target[i] = Chase.NONE;
            }
            for (int number = 0; number < prey; number++) {
                place(number);
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int i = 0; i < predators; i++) {
                values.add(x[i], y[i], dx[i], dy[i], target[i]);
            }
            for (int i = predators; i < predators + prey; i++) {
                values.add(x[i], y[i]);
            }
            return values.all();
        }
    }
}
