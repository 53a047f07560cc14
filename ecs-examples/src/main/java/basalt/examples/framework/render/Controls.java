package basalt.examples.framework.render;

/**
 * What the keyboard asks a program to do. Space pauses and goes on; {@code n} or a full stop makes a single step while
 * it pauses, and pauses otherwise; {@code s} asks for more entities; Escape, or closing the window, ends the program.
 *
 * <p>For the renderer's thread.
 */
public final class Controls {
    /** What a key means. */
    enum Key {
        PAUSE,
        STEP,
        SPAWN,
        QUIT
    }

    private boolean paused;
    private boolean quit;
    private int steps;
    private int spawns;

    Controls() {}

    /** A key was pressed, or is held down and repeats. */
    void press(Key key) {
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
            case QUIT -> quit = true;
        }
    }

    /**
     * Whether the next tick is to be made now: always, except while the program pauses; then once for each step asked
     * for.
     *
     * @return true if so; a step is used up by that
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
     * How often more entities were asked for since the last call.
     *
     * @return times, mostly 0
     */
    public int takeSpawns() {
        int asked = spawns;
        spawns = 0;
        return asked;
    }

    /**
     * Whether the program pauses.
     *
     * @return true if so
     */
    public boolean isPaused() {
        return paused;
    }

    /**
     * Whether the program is to end.
     *
     * @return true once it was asked to
     */
    public boolean isQuit() {
        return quit;
    }
}
