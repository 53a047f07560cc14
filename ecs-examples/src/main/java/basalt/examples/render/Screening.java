package basalt.examples.render;

import basalt.examples.program.Spectator;
import java.io.IOException;

/**
 * Shows an experiment tick by tick: draws it with an overlay, films it, and does what the keyboard asks for.
 *
 * <p>For the renderer's thread. Closes nothing.
 */
public final class Screening implements Spectator {
    private final Renderer renderer;
    private final Film film;
    private final Exhibit exhibit;

    /**
     * Nothing is shown yet.
     *
     * @param renderer who draws
     * @param film what films it
     * @param exhibit what is shown
     */
    public Screening(Renderer renderer, Film film, Exhibit exhibit) {
        this.renderer = renderer;
        this.film = film;
        this.exhibit = exhibit;
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        renderer.overlay()
                .status(ticks, nanos, exhibit.population(), exhibit.memory().frameBytes());
        renderer.draw();
        film.afterTick(renderer);
        Controls controls = renderer.controls();
        while (!controls.isQuit() && !controls.takeTick()) {
            renderer.draw(); // it pauses: who draws looks at the keyboard, too
        }
        for (int asked = controls.takeSpawns(); asked > 0; asked--) {
            exhibit.spawn();
        }
        return !controls.isQuit();
    }
}
