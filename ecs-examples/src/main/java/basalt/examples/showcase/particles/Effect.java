package basalt.examples.showcase.particles;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/**
 * Describes what a particle program shows. It has the structure of its file, see {@link EffectReader}. Lengths are in
 * world units, y points up, angles are in degrees, anticlockwise from the right.
 *
 * @param view the visible part of the world
 * @param gravity change of the upward velocity per second
 * @param drag part of its velocity that a particle loses per second
 * @param floor the floor from which particles bounce; null if there is none
 * @param attractors points that attract or repel particles
 * @param emitters the sources of particles
 */
record Effect(
        Camera view,
        float gravity,
        float drag,
        @Optional Floor floor,
        @Optional List<Attractor> attractors,
        List<Emitter> emitters) {
    Effect {
        requireValue("view", view);
        require("gravity", gravity, -1_000, 1_000);
        require("drag", drag, 0, 100);
        attractors = attractors == null ? List.of() : copy("attractors", attractors, 0, 8);
        emitters = copy("emitters", emitters, 1, 64);
    }

    /** Marks a field that a file may omit. Its value is then 0 or null. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Optional {}

    /** The longest lifetime of any particle, in seconds. */
    float longestLife() {
        float longest = 0;
        for (Emitter emitter : emitters) {
            longest = Math.max(longest, emitter.life.to);
        }
        return longest;
    }

    /**
     * The visible part of the world. Its width follows from the shape of the picture.
     *
     * @param x x of the centre
     * @param y y of the centre
     * @param height from the bottom to the top of the picture
     */
    record Camera(float x, float y, float height) {
        Camera {
            require("x", x, -1_000, 1_000);
            require("y", y, -1_000, 1_000);
            require("height", height, 0.1f, 1_000);
        }
    }

    /**
     * The floor from which particles bounce.
     *
     * @param y height of the floor
     * @param bounce part of the falling speed that becomes upward speed
     * @param friction part of the horizontal speed that is lost at each touch
     */
    record Floor(float y, float bounce, float friction) {
        Floor {
            require("y", y, -1_000, 1_000);
            require("bounce", bounce, 0, 1);
            require("friction", friction, 0, 1);
        }
    }

    /**
     * Attracts particles; the force grows as they come nearer.
     *
     * @param x x of the centre
     * @param y y of the centre
     * @param strength change of velocity per second at a distance of 1, without softening; negative values repel
     * @param radius radius within which the force is about constant; a larger radius softens it
     */
    record Attractor(float x, float y, float strength, float radius) {
        Attractor {
            require("x", x, -1_000, 1_000);
            require("y", y, -1_000, 1_000);
            require("strength", strength, -1_000, 1_000);
            require("radius", radius, 0.1f, 1_000);
        }
    }

    /**
     * A source of particles, with their position and velocity at birth.
     *
     * @param x x of the centre
     * @param y y of the centre
     * @param radius largest distance from the centre at birth
     * @param direction mean direction of the particles
     * @param spread angle between the outermost directions
     * @param speed in that direction
     * @param jitter largest random velocity that is added
     * @param shell a shell whose velocities are added; null if there is none
     * @param life lifetime, in seconds
     * @param rate spawn rate while it emits, relative to the other emitters
     * @param burst times at which it emits; null for always
     * @param ramp colour over the lifetime
     */
    record Emitter(
            float x,
            float y,
            @Optional float radius,
            float direction,
            float spread,
            Range speed,
            @Optional float jitter,
            @Optional Shell shell,
            Range life,
            float rate,
            @Optional Burst burst,
            Ramp ramp) {
        Emitter {
            require("x", x, -1_000, 1_000);
            require("y", y, -1_000, 1_000);
            require("radius", radius, 0, 1_000);
            require("direction", direction, -360, 360);
            require("spread", spread, 0, 360);
            require("speed", speed, 0, 1_000);
            require("jitter", jitter, 0, 1_000);
            require("life", life, 0.01f, 60);
            require("rate", rate, 0.001f, 1_000_000);
            requireValue("ramp", ramp);
        }

        /** Spawn rate in a tick of {@code dt} seconds, relative to the other emitters. */
        float rate(long tick, float dt) {
            return burst == null || burst.isOn(tick, dt) ? rate : 0;
        }

        /** Mean number of living particles with ticks of {@code dt} seconds, relative to the other emitters. */
        float population(float dt) {
            float share = burst == null ? 1 : burst.share(dt);
            return rate * share * life.at(0.5f);
        }
    }

    /** A range of numbers: {@code [from, to]} in a file. */
    record Range(float from, float to) {
        Range {
            if (!(Float.isFinite(from) && Float.isFinite(to) && from <= to)) {
                throw new IllegalArgumentException(
                        "must be [least, greatest], not [" + number(from) + ", " + number(to) + "]");
            }
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Range of(float... numbers) {
            if (numbers.length != 2) {
                throw new IllegalArgumentException("must be [least, greatest], not a list of " + numbers.length);
            }
            return new Range(numbers[0], numbers[1]);
        }

        /** Interpolates: 0 for the least to 1 for the greatest. */
        float at(float part) {
            return from + (to - from) * part;
        }
    }

    /**
     * A firework shell: velocities along rays that are spread evenly over a sphere, seen from the front.
     *
     * @param rays number of rays
     * @param speed along them
     */
    record Shell(int rays, Range speed) {
        Shell {
            require("rays", rays, 1, 10_000);
            require("speed", speed, 0, 1_000);
        }
    }

    /**
     * The times at which an emitter emits, which repeat.
     *
     * @param every seconds from one burst to the next
     * @param at start of the first burst, in seconds
     * @param lasts length of a burst, in seconds; the emitter never stops if this is at least {@code every}
     */
    record Burst(float every, float at, float lasts) {
        /** Both operands are floats, rounded to 24 bits, so the relative error of their quotient is less than this. */
        private static final double ROUNDING = 0x1p-22;

        Burst {
            require("every", every, 0.01f, 60);
            require("at", at, 0, 60);
            require("lasts", lasts, 0.01f, 60);
        }

        /** Whether it emits in a tick, counted from 0. A burst lasts at least one tick, and there were some before. */
        boolean isOn(long tick, float dt) {
            double period = ticks(every, dt);
            double since = (tick - ticks(at, dt)) % period; // exact also for late ticks
            return lasts >= every || (since < 0 ? since + period : since) < length(dt);
        }

        /**
         * Converts a time to ticks. A result that differs from a whole number only by rounding becomes that number, as
         * the file means it.
         */
        private static double ticks(float seconds, float dt) {
            double ticks = (double) seconds / dt;
            double whole = Math.rint(ticks);
            return Math.abs(ticks - whole) <= ticks * ROUNDING ? whole : ticks;
        }

        /** The part of all ticks in which it emits. */
        float share(float dt) {
            return lasts >= every ? 1 : (float) Math.min(1, length(dt) / ticks(every, dt));
        }

        /** The length of a burst in ticks. */
        private double length(float dt) {
            return Math.max(1, ticks(lasts, dt));
        }
    }

    /** The colour of a particle over its life: stops in ascending order, from 0 to 1, interpolated linearly. */
    record Ramp(List<Stop> stops) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Ramp {
            stops = copy("stops", stops, 2, 16);
            for (int i = 1; i < stops.size(); i++) {
                if (stops.get(i).at <= stops.get(i - 1).at) {
                    throw new IllegalArgumentException("at of stop " + (i + 1) + " must be greater than "
                            + number(stops.get(i - 1).at) + ", not " + number(stops.get(i).at));
                }
            }
            require("at of the first stop", stops.get(0).at, 0, 0);
            require("at of the last stop", stops.get(stops.size() - 1).at, 1, 1);
        }

        /** The colour at an age, as the elapsed part of the lifetime. */
        Colour at(float part) {
            int next = 1;
            while (next < stops.size() - 1 && stops.get(next).at <= part) {
                next++;
            }
            Stop from = stops.get(next - 1);
            Stop to = stops.get(next);
            return from.colour.mix(to.colour, (part - from.at) / (to.at - from.at));
        }
    }

    /** A stop of a ramp; {@code at} is the elapsed part of the lifetime. */
    record Stop(float at, Colour colour) {
        Stop {
            require("at", at, 0, 1);
            requireValue("colour", colour);
        }
    }

    /** A colour as linear light, each channel from 0 to 1; {@code "#rrggbb"}, of a screen, in a file. */
    record Colour(float red, float green, float blue) {
        private static final double GAMMA = 2.2;

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Colour of(String hex) {
            if (!hex.matches("#[0-9a-fA-F]{6}")) {
                throw new IllegalArgumentException("must be a colour like \"#ff8800\", not \"%.40s\"".formatted(hex));
            }
            int rgb = Integer.parseInt(hex.substring(1), 16);
            return new Colour(light(rgb >> 16), light(rgb >> 8), light(rgb));
        }

        private Colour mix(Colour other, float part) {
            float rest = 1 - part;
            return new Colour(
                    red * rest + other.red * part, green * rest + other.green * part, blue * rest + other.blue * part);
        }

        /** StrictMath: the same on every machine. */
        private static float light(int channel) {
            return (float) StrictMath.pow((channel & 255) / 255.0, GAMMA);
        }
    }

    private static void requireValue(String name, Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
    }

    private static void require(String name, float value, float least, float most) {
        if (!(value >= least && value <= most)) {
            String range = least == most ? number(least) : number(least) + " to " + number(most);
            throw new IllegalArgumentException(name + " must be " + range + ", not " + number(value));
        }
    }

    private static String number(float number) {
        return number == Math.rint(number) && Math.abs(number) < 1e9 ? "" + (long) number : "" + number;
    }

    private static void require(String name, Range range, float least, float most) {
        requireValue(name, range);
        require(name, range.from, least, most);
        require(name, range.to, least, most);
    }

    private static <T> List<T> copy(String name, List<T> list, int least, int most) {
        requireValue(name, list);
        require("number of " + name, list.size(), least, most);
        list.forEach(element -> requireValue("an element of " + name, element));
        return List.copyOf(list);
    }
}
