package basalt.examples.framework.render;

/**
 * The state of the keyboard controls. Space pauses and resumes; {@code n} or the period key pauses, and makes a
 * single step while paused; {@code s} spawns more entities; {@code r} rewinds time while it is held down; Escape, or
 * closing the window, ends the program.
 *
 * <p>Used by the renderer's thread only.
 */
public final class Controls {
    /** The action of a key. */
    public enum Key {
        /** Pauses or resumes. */
        PAUSE,
        /** Makes a single step. */
        STEP,
        /** Spawns more entities. */
        SPAWN,
        /** Rewinds time while it is held. */
        REWIND,
        /** Ends the program. */
        QUIT
    }

    private boolean paused;
    private boolean rewinding;
    private boolean quit;
    private int steps;
    private int spawns;

    Controls() {}

    /**
     * Called when a key is pressed, or repeats while it is held down.
     *
     * @param key its action
     */
    public void press(Key key) {
        switch (key) {
            case PAUSE -> {
                paused = !paused;
                steps = 0;
            }
            case STEP -> {
                steps += paused ? 1 : 0;
                paused = true;
            }
            case SPAWN -> spawns++;
            case REWIND -> rewinding = true;
            case QUIT -> quit = true;
        }
    }

    /**
     * Called when a key is released.
     *
     * @param key its action
     */
    public void release(Key key) {
        if (key == Key.REWIND) {
            rewinding = false;
        }
    }

    /**
     * Whether to run the next tick now: always, except while the program is paused; then once per requested step.
     *
     * @return true if so; this consumes a requested step
     */
    public boolean takeTick() {
        if (!paused) {
            return true;
        }
        if (steps == 0) {
            return false;
        }
        steps--;
        return true;
    }

    /**
     * The number of requests for more entities since the last call.
     *
     * @return requests, mostly 0
     */
    public int takeSpawns() {
        int asked = spawns;
        spawns = 0;
        return asked;
    }

    /**
     * Whether the program is paused.
     *
     * @return true if so
     */
    public boolean isPaused() {
        return paused;
    }

    /**
     * Whether time is to run backwards.
     *
     * @return true while the key is held down
     */
    public boolean isRewinding() {
        return rewinding;
    }

    /**
     * Whether to end the program.
     *
     * @return true once this was requested
     */
    public boolean isQuit() {
        return quit;
    }
}
