package basalt.examples.showcase.particles.effects;

import java.util.List;

/**
 * What a particle program shows. Lengths are in world units, y goes up, angles are in degrees anticlockwise from the
 * right.
 *
 * @param view which part of the world is seen
 * @param gravity change of the upward velocity in a second
 * @param drag which part of its velocity a particle loses in a second, as long as it is slow enough to keep it
 * @param floor from which particles bounce; null if there is none
 * @param attractors what draws particles on, or pushes them away
 * @param emitters where particles come from
 */
public record Effect(
        Camera view,
        @Within(min = -1_000, max = 1_000) float gravity,
        @Within(min = 0, max = 100) float drag,
        @MayLack Floor floor,
        @MayLack @Within(min = 0, max = 8) List<Attractor> attractors,
        @Within(min = 1, max = 64) List<Emitter> emitters) {
    /**
     * Takes copies of the lists, and requires what files must have, too.
     *
     * @param view which part of the world is seen
     * @param gravity change of the upward velocity in a second
     * @param drag which part of its velocity a particle loses in a second, as long as it is slow enough to keep it
     * @param floor from which particles bounce; null if there is none
     * @param attractors what draws particles on, or pushes them away; null is nothing
     * @param emitters where particles come from
     * @throws IllegalArgumentException if a field is out of its range, or null
     */
    public Effect {
        attractors = attractors == null ? List.of() : List.copyOf(attractors);
        Limits.require(Effect.class, view, gravity, drag, floor, attractors, emitters);
        emitters = List.copyOf(emitters);
    }

    /**
     * The longest life that a particle can have.
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
