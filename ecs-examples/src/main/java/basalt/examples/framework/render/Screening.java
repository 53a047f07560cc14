package basalt.examples.framework.render;

import basalt.examples.framework.program.Spectator;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Shows an experiment tick by tick: draws it with an overlay, films it, and does what the keyboard asks for.
 *
 * <p>Before measuring begins it films nothing, and draws only if it may be watched: some pictures a second, so that it
 * does not last much longer.
 *
 * <p>For the renderer's thread. Closes nothing.
 */
public final class Screening implements Spectator {
    private static final long PERIOD_NANOS = 50_000_000;

    private final Renderer renderer;
    private final Film film;
    private final Exhibit exhibit;
    private final boolean watched;
    private final LongSupplier nanoTime;
    private long last;
    private boolean changed;

    /**
     * Nothing is shown yet.
     *
     * @param renderer draws
     * @param film what films it
     * @param exhibit what is shown
     * @param watched whether what is drawn may be watched, and keys pressed
     */
    public Screening(Renderer renderer, Film film, Exhibit exhibit, boolean watched) {
        this(renderer, film, exhibit, watched, System::nanoTime);
    }

    /** The same with a clock. */
    Screening(Renderer renderer, Film film, Exhibit exhibit, boolean watched, LongSupplier nanoTime) {
        this.renderer = renderer;
        this.film = film;
        this.exhibit = exhibit;
        this.watched = watched;
        this.nanoTime = nanoTime;
        last = nanoTime.getAsLong() - PERIOD_NANOS;
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        renderer.overlay()
                .status(ticks, nanos, exhibit.population(), exhibit.memory().frameBytes());
        renderer.draw();
        film.afterTick(renderer);
        return obey();
    }

    @Override
    public boolean afterUnmeasuredTick() {
        long now = watched ? nanoTime.getAsLong() : last;
        if (now - last < PERIOD_NANOS) {
            return true;
        }
        renderer.overlay().line(0).add(0, "not measuring yet");
        renderer.draw();
        boolean goesOn = obey();
        last = nanoTime.getAsLong();
        return goesOn;
    }

    @Override
    public boolean hasChangedIt() {
        return changed;
    }

    /** Does what the keyboard asks for; answers whether to go on. */
    private boolean obey() {
        Controls controls = renderer.controls();
        while (!controls.isQuit() && !controls.takeTick()) {
            renderer.draw(); // it pauses: the renderer looks at the keyboard, too
        }
        for (int asked = controls.takeSpawns(); asked > 0; asked--) {
            exhibit.spawn();
            changed = true;
        }
        return !controls.isQuit();
    }
}
