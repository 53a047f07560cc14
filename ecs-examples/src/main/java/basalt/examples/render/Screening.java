package basalt.examples.render;

import basalt.examples.program.Spectator;
import java.io.IOException;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Shows an experiment tick by tick: draws it with an overlay, films it, and does what the keyboard asks for.
 *
 * <p>For the renderer's thread. Closes nothing.
 */
public final class Screening implements Spectator {
    private final Renderer renderer;
    private final Film film;
    private final IntSupplier entities;
    private final LongSupplier arenaBytes;
    private final Runnable spawn;

    /**
     * Nothing is shown yet.
     *
     * @param renderer who draws
     * @param film what films it
     * @param entities how many entities there are
     * @param arenaBytes what the frame arenas hold, in bytes
     * @param spawn makes more entities
     */
    public Screening(Renderer renderer, Film film, IntSupplier entities, LongSupplier arenaBytes, Runnable spawn) {
        this.renderer = renderer;
        this.film = film;
        this.entities = entities;
        this.arenaBytes = arenaBytes;
        this.spawn = spawn;
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        renderer.overlay().status(ticks, nanos, entities.getAsInt(), arenaBytes.getAsLong());
        renderer.draw();
        film.afterTick(renderer);
        Controls controls = renderer.controls();
        while (!controls.isQuit() && !controls.takeTick()) {
            renderer.draw(); // it pauses: who draws looks at the keyboard, too
        }
        for (int asked = controls.takeSpawns(); asked > 0; asked--) {
            spawn.run();
        }
        return !controls.isQuit();
    }
}
