package basalt.examples.showcase.particles.effects;

import java.util.List;

/**
 * Describes what a particle program shows. Lengths are in world units, y points up, angles are in degrees,
 * anticlockwise from the right.
 *
 * @param view the visible part of the world
 * @param gravity change of the upward velocity per second
 * @param drag part of its velocity that a particle loses per second
 * @param floor the floor from which particles bounce; null if there is none
 * @param attractors points that attract or repel particles
 * @param emitters the sources of particles
 */
public record Effect(
        Camera view,
        @Within(min = -1_000, max = 1_000) float gravity,
        @Within(min = 0, max = 100) float drag,
        @OptionalField Floor floor,
        @OptionalField @Within(min = 0, max = 8) List<Attractor> attractors,
        @Within(min = 1, max = 64) List<Emitter> emitters) {
    /**
     * Copies the lists, and checks the fields, as the reader of the files does.
     *
     * @param view the visible part of the world
     * @param gravity change of the upward velocity per second
     * @param drag part of its velocity that a particle loses per second
     * @param floor the floor from which particles bounce; null if there is none
     * @param attractors the attractors; null for none
     * @param emitters the sources of particles
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Effect {
        attractors = attractors == null ? List.of() : List.copyOf(attractors);
        Limits.require(Effect.class, view, gravity, drag, floor, attractors, emitters);
        emitters = List.copyOf(emitters);
    }

    /**
     * The longest lifetime of any particle.
     *
     * @return seconds
     */
    public float longestLife() {
        float longest = 0;
        for (Emitter emitter : emitters) {
            longest = Math.max(longest, emitter.life().to());
        }
        return longest;
    }
}
