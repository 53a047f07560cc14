package basalt.examples.showcase.particles.effects;

import java.util.List;

/**
 * The colour of a particle over its life: a list of stops, with linear interpolation between them.
 *
 * @param stops in ascending order, the first at 0, the last at 1
 */
public record Ramp(List<Stop> stops) {
    /**
     * Copies the list.
     *
     * @param stops in ascending order, the first at 0, the last at 1
     * @throws IllegalArgumentException if they are not in this order
     */
    public Ramp {
        stops = List.copyOf(stops);
        for (int i = 0; i < stops.size(); i++) {
            String wrong = wrong(stops.subList(0, i), stops.get(i).at());
            if (wrong != null) {
                throw new IllegalArgumentException(
                        wrong + ": at=" + stops.get(i).at());
            }
        }
        if (stops.isEmpty() || stops.get(stops.size() - 1).at() != 1) {
            throw new IllegalArgumentException("the last stop must be at 1: stops=" + stops);
        }
    }

    /** The error in the position of a stop that follows others; null if there is none. */
    static String wrong(List<Stop> before, float at) {
        if (before.isEmpty()) {
            return at == 0 ? null : "the first stop must be at 0";
        }
        float last = before.get(before.size() - 1).at();
        return at > last ? null : "must be greater than that of the previous stop, " + Tokens.describe(last);
    }

    /**
     * The colour at an age.
     *
     * @param part elapsed part of the lifetime, 0 to 1
     * @return the colour
     */
    public Colour at(float part) {
        int next = 1;
        while (next < stops.size() - 1 && stops.get(next).at() <= part) {
            next++;
        }
        Stop from = stops.get(next - 1);
        Stop to = stops.get(next);
        return from.colour().mix(to.colour(), (part - from.at()) / (to.at() - from.at()));
    }

    /**
     * A stop of a ramp.
     *
     * @param at elapsed part of the lifetime
     * @param colour the colour at that time
     */
    public record Stop(@Within(min = 0, max = 1) float at, Colour colour) {
        /**
         * Checks the fields, as the reader of the files does.
         *
         * @param at elapsed part of the lifetime
         * @param colour the colour at that time
         * @throws IllegalArgumentException if a field is out of its range, or null
         */
        public Stop {
            Limits.require(Stop.class, at, colour);
        }
    }
}
