package basalt.examples.framework.save;

import basalt.examples.framework.program.TickObserver;
import basalt.examples.framework.render.RenderedExperiment;
import basalt.examples.framework.render.Renderer;
import basalt.examples.framework.render.RendererKind;
import basalt.save.LoadOptions;
import basalt.save.SaveInfo;
import basalt.world.Checkpoints;
import basalt.world.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/**
 * Saves an experiment once a minute and at the end, with a small picture, and keeps the last ten files. Observes the
 * ticks for another observer.
 */
final class AutoSave implements TickObserver, AutoCloseable {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final int FILES = 10;
    private static final int PICTURE_WIDTH = 320;
    private static final int PICTURE_HEIGHT = 180;

    private final World world;
    private final Renderer renderer;
    private final Checkpoints checkpoints;
    private final TickObserver observer;

    /** Begins with a folder, which is created if there is none. */
    AutoSave(Path folder, RenderedExperiment experiment, TickObserver observer) {
        this.observer = observer;
        world = experiment.world();
        renderer = RendererKind.JAVA2D.open("", PICTURE_WIDTH, PICTURE_HEIGHT, experiment.scene());
        checkpoints = Checkpoints.every(PERIOD)
                .keep(FILES)
                .exclude(experiment.derived())
                .picture(saved -> picture())
                .in(folder);
    }

    /**
     * Loads the newest good file of a folder.
     *
     * @return the world; null if there is no file
     */
    static World newest(Path folder, LoadOptions how, Consumer<SaveInfo> whenSkipped) {
        try (Checkpoints checkpoints = Checkpoints.every(PERIOD).in(folder)) {
            return checkpoints.tryLoadNewest(how, whenSkipped);
        }
    }

    private byte[] picture() {
        renderer.draw();
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(renderer.picture(), "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return png.toByteArray();
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        checkpoints.tick(world);
        return observer.afterTick(ticks, nanos);
    }

    @Override
    public boolean afterUnmeasuredTick() throws IOException {
        return observer.afterUnmeasuredTick();
    }

    @Override
    public boolean hasChangedExperiment() {
        return observer.hasChangedExperiment();
    }

    /** Saves the end of the run. */
    void end() {
        checkpoints.now(world, "the end of a run");
    }

    /** Waits until the last file is on disk. */
    @Override
    public void close() {
        try (renderer) {
            checkpoints.close();
        }
    }
}
