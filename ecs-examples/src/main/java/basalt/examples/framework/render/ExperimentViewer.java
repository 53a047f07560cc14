package basalt.examples.framework.render;

import basalt.examples.framework.program.TickObserver;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Shows an experiment tick by tick: draws it with an overlay, records it, and handles the keyboard.
 *
 * <p>Before measuring begins, nothing is recorded, and only a window is drawn, a few frames per second, so the warm-up
 * takes little longer.
 *
 * <p>Used on the renderer's thread. Does not close its arguments.
 */
public final class ExperimentViewer implements TickObserver {
    private static final long PERIOD_NANOS = 50_000_000;

    private final Renderer renderer;
    private final Film film;
    private final RenderedExperiment experiment;
    private final boolean watched;
    private final LongSupplier nanoTime;
    private long last;
    private boolean changed;

    /**
     * Creates a observer that has shown nothing yet.
     *
     * @param renderer draws the experiment
     * @param film records the frames
     * @param experiment the experiment
     * @param watched whether there is a window, with a keyboard
     */
    public ExperimentViewer(Renderer renderer, Film film, RenderedExperiment experiment, boolean watched) {
        this(renderer, film, experiment, watched, System::nanoTime);
    }

    /** Uses this clock. */
    ExperimentViewer(
            Renderer renderer, Film film, RenderedExperiment experiment, boolean watched, LongSupplier nanoTime) {
        this.renderer = renderer;
        this.film = film;
        this.experiment = experiment;
        this.watched = watched;
        this.nanoTime = nanoTime;
        last = nanoTime.getAsLong() - PERIOD_NANOS;
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        renderer.overlay()
                .status(
                        ticks,
                        nanos,
                        experiment.population(),
                        experiment.memory().frameBytes());
        renderer.draw();
        film.afterTick(renderer);
        return handleKeys();
    }

    @Override
    public boolean afterUnmeasuredTick() {
        long now = watched ? nanoTime.getAsLong() : last;
        if (now - last < PERIOD_NANOS) {
            return true;
        }
        renderer.overlay().line(0).add(0, "not measuring yet");
        renderer.draw();
        boolean goesOn = handleKeys();
        last = nanoTime.getAsLong();
        return goesOn;
    }

    @Override
    public boolean hasChangedExperiment() {
        return changed;
    }

    /** Handles the keyboard. Returns whether to continue. */
    private boolean handleKeys() {
        Controls controls = renderer.controls();
        while (!controls.isQuit() && !controls.takeTick()) {
            renderer.draw(); // while paused, drawing polls the keyboard
        }
        for (int asked = controls.takeSpawns(); asked > 0; asked--) {
            experiment.spawn();
            changed = true;
        }
        return !controls.isQuit();
    }
}
