package basalt.bench.published.ecsbenchmark;

import basalt.bench.engine.Parts;
import basalt.bench.seven.Numbers;
import java.util.List;

/** Components of libraries that keep objects. */
public final class Objects {
    private Objects() {}

    /** A position. */
    public static final class Place extends Parts.Part {
        public float x = 1;
        public float y = 2;

        void move(Motion motion, float seconds) {
            x += motion.dx * seconds;
            y += motion.dy * seconds;
        }
    }

    /** A velocity. */
    public static final class Motion extends Parts.Part {
        public float dx = 3;
        public float dy = 4;
    }

    /** Values of several kinds. */
    public static final class Data extends Parts.Part {
        public int thingy = 5;
        public double dingy;
        public boolean mingy;
        public int numgy;
        public int seed = 1;

        void next(float seconds) {
            thingy = (thingy + 1) % Numbers.THINGIES;
            dingy += 0.0001 * seconds;
            mingy = !mingy;
            seed = Numbers.next(seed);
            numgy = Numbers.mixed(seed);
        }
    }

    /** The components of an entity. */
    static Parts.Part[] of(Mix mix, int i, int count) {
        return mix.of(i, count, new Place(), new Motion(), new Data()).toArray(Parts.Part[]::new);
    }

    /** A number made of all values of an entity, of which each component may be null. */
    static double value(Place place, Data data) {
        double value = place == null ? 0 : place.x + 3 * place.y;
        return data == null ? value : value + value(data.thingy, data.dingy, data.mingy, data.numgy);
    }

    /** A number made of data. */
    static double value(int thingy, double dingy, boolean mingy, int numgy) {
        return thingy + 1e6 * dingy + (mingy ? 0.5 : 0) + numgy;
    }

    /** The value of an entity after so many ticks. */
    static double value(Mix mix, int number, int count, int ticks) {
        Place place = new Place();
        Motion motion = new Motion();
        Data data = new Data();
        List<Parts.Part> has = mix.of(number, count, place, motion, data);
        for (int tick = 0; tick < ticks; tick++) {
            if (has.contains(place) && has.contains(motion)) {
                place.move(motion, Entities.SECONDS);
            }
            data.next(Entities.SECONDS);
        }
        return value(has.contains(place) ? place : null, has.contains(data) ? data : null);
    }
}
