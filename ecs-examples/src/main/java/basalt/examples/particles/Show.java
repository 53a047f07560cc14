package basalt.examples.particles;

import java.util.ArrayList;
import java.util.List;

/**
 * The emitters, and who emits when: fountains always, fireworks in turn.
 *
 * <p>Births are given out in whole numbers that add up exactly, so that a show never loses a particle.
 */
final class Show {
    /** Height of the stage; the width follows from the picture. */
    static final float HEIGHT = 20;

    private static final float SECONDS_A_BURST = 0.3f;
    private static final float FIREWORKS_SHARE = 0.45f;
    private static final float GOLDEN_RATIO = 0.618034f;
    private static final float PLASTIC_RATIO = 0.754878f;

    private final List<Emitter> fountains = new ArrayList<>();
    private final List<Emitter> fireworks = new ArrayList<>();

    /** Spreads emitters over a stage: fountains side by side on the ground, and fireworks in the sky. */
    Show(float stageWidth, int emitters) {
        int onGround = (emitters + 1) / 2 - (emitters > 4 ? 1 : 0);
        for (int i = 0; i < onGround; i++) {
            float place = (i + 0.5f) / onGround - 0.5f;
            float force = 15 - 5 * Math.abs(place);
            fountains.add(Emitter.fountain(place * stageWidth * 0.9f, force, Tint.ofHue(0.45f + place * 0.5f)));
        }
        for (int i = 0; i < emitters - onGround; i++) {
            float right = fraction(0.3f + i * GOLDEN_RATIO) - 0.5f;
            float up = fraction(0.6f + i * PLASTIC_RATIO);
            fireworks.add(Emitter.firework(
                    right * stageWidth * 0.8f, HEIGHT * (0.55f + 0.3f * up), Tint.ofHue(fraction(i * GOLDEN_RATIO))));
        }
    }

    int size() {
        return fountains.size() + fireworks.size();
    }

    /** An emitter by number; fountains come first. */
    Emitter emitter(int number) {
        return number < fountains.size() ? fountains.get(number) : fireworks.get(number - fountains.size());
    }

    /** The longest life of any particle, in seconds. */
    float longestLifetime() {
        float longest = 0;
        for (int i = 0; i < size(); i++) {
            longest = Math.max(longest, emitter(i).lifetime());
        }
        return longest;
    }

    /** How many of {@code births} are an emitter's at a time in seconds. Over all emitters this adds up to {@code births}. */
    int share(int number, int births, float time) {
        int inTheSky = fireworks.isEmpty() ? 0 : (int) (births * FIREWORKS_SHARE);
        if (number < fountains.size()) {
            return portion(number, fountains.size(), births - inTheSky);
        }
        int turn = (int) (time / SECONDS_A_BURST) % fireworks.size();
        return number - fountains.size() == turn ? inTheSky : 0;
    }

    /** As {@link #share}, on average over time. */
    int meanShare(int number, int births) {
        int inTheSky = fireworks.isEmpty() ? 0 : (int) (births * FIREWORKS_SHARE);
        return number < fountains.size()
                ? portion(number, fountains.size(), births - inTheSky)
                : portion(number - fountains.size(), fireworks.size(), inTheSky);
    }

    private static int portion(int number, int of, int births) {
        return (int) ((number + 1L) * births / of - (long) number * births / of);
    }

    private static float fraction(float value) {
        return value - (float) Math.floor(value);
    }
}
