package basalt.examples.framework.experiment;

import basalt.examples.framework.inspect.Pacemaker;
import basalt.examples.framework.render.Controls;
import basalt.examples.framework.render.Controls.Key;
import basalt.examples.framework.render.GifFile;
import basalt.examples.framework.render.Renderer;
import basalt.save.Checkpoints;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Shows an experiment tick by tick: draws it, records it, handles the keyboard, and rewinds time. It
 * can also save it once a minute, and keep it in time for an inspector.
 *
 * <p>Before measuring begins, nothing is recorded, and only a window is drawn, a few frames per second, so the warm-up
 * takes little longer.
 *
 * <p>Used on the renderer's thread. Does not close its arguments.
 */
final class ExperimentViewer implements TickObserver {
    private static final long PERIOD_NANOS = 50_000_000;
    private static final int FRAMES_A_TITLE = 15;

    private final Renderer renderer;
    private final Experiment experiment;
    private final boolean watched;
    private final Rewind rewind;
    private final List<ScriptedKey> keys;
    private final LongSupplier nanoTime;
    private long last;
    private int frames;
    private boolean changed;

    /** Null if nothing is recorded. */
    private GifFile film;

    private int ticksAFrame;
    private long tickNanos; // of the last tick

    /** Null if nothing is saved. */
    private Checkpoints checkpoints;

    /** Null if there is no inspector. */
    private Pacemaker pace;

    /** Uses the keys without a keyboard; {@code watched} says whether there is a window, with a keyboard. */
    ExperimentViewer(
            Renderer renderer,
            Experiment experiment,
            boolean watched,
            Rewind rewind,
            List<ScriptedKey> keys,
            LongSupplier nanoTime) {
        this.renderer = renderer;
        this.experiment = experiment;
        this.watched = watched;
        this.rewind = rewind;
        this.keys = keys;
        this.nanoTime = nanoTime;
        last = nanoTime.getAsLong() - PERIOD_NANOS;
    }

    /** Records a frame of a film every so many ticks, beginning with the first. */
    void record(GifFile gif, int everyTicks) {
        film = gif;
        ticksAFrame = everyTicks;
    }

    void saveTo(Checkpoints saved) {
        checkpoints = saved;
    }

    /** Such a run depends on the inspector's page, so it is not repeatable. */
    void keepPace(Pacemaker pacemaker) {
        pace = pacemaker;
        changed = pacemaker != null;
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        if (checkpoints != null) {
            checkpoints.tick(experiment.world());
        }
        tickNanos = nanos;
        rewind.afterTick();
        show();
        return handleKeys() && (pace == null || pace.await());
    }

    /** Draws and records a frame, after the systems of frames, if the schedule has some. */
    private void show() throws IOException {
        if (watched && frames % FRAMES_A_TITLE == 0) {
            renderer.title(title());
        }
        experiment.schedule().frame(1);
        renderer.draw();
        if (film != null && frames % ticksAFrame == 0) {
            film.add(renderer.picture());
        }
        frames++;
        for (ScriptedKey key : keys) {
            key.afterFrame(frames, renderer.controls());
        }
    }

    private String title() {
        return String.format(
                Locale.ROOT,
                "%stick %,d, %,d entities, %.2f ns each; %,d ticks to rewind, %,d B",
                isRewinding() ? "<<< " : "",
                experiment.world().time().tick(),
                experiment.population(),
                (double) tickNanos / experiment.population(),
                rewind.ticks(),
                rewind.reservedBytes());
    }

    @Override
    public boolean afterUnmeasuredTick() throws IOException {
        long now = watched ? nanoTime.getAsLong() : last;
        if (now - last < PERIOD_NANOS) {
            return true;
        }
        renderer.title("not measuring yet");
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
    private boolean handleKeys() throws IOException {
        Controls controls = renderer.controls();
        while (!controls.isQuit() && (isRewinding() || !controls.takeTick())) {
            if (isRewinding()) {
                changed |= rewind.stepBack();
                show();
            } else {
                renderer.draw(); // while paused, drawing polls the keyboard
            }
        }
        for (int asked = controls.takeSpawns(); asked > 0; asked--) {
            experiment.spawn();
            changed = true;
        }
        return !controls.isQuit();
    }

    private boolean isRewinding() {
        return renderer.controls().isRewinding() && rewind.isUsable();
    }

    /**
     * A key that is pressed without a keyboard, as in {@code s@60} or {@code r@120-180}.
     *
     * @param key its action
     * @param from frame after which it is pressed, from 1
     * @param to frame after which it is released
     */
    record ScriptedKey(Key key, int from, int to) {
        private static final Pattern FORMAT = Pattern.compile("(s|r|escape)@(\\d{1,9})(?:-(\\d{1,9}))?");
        private static final Map<String, Key> KEYS = Map.of("s", Key.SPAWN, "r", Key.REWIND, "escape", Key.QUIT);

        /** Presses or releases the key, if this is its frame. */
        void afterFrame(int frame, Controls controls) {
            if (frame == from) {
                controls.press(key);
            }
            if (frame == to) {
                controls.release(key);
            }
        }

        /** Converts a value of the command-line option. */
        static final class Converter implements ITypeConverter<ScriptedKey> {
            @Override
            public ScriptedKey convert(String value) {
                Matcher matcher = FORMAT.matcher(value);
                if (!matcher.matches()) {
                    throw new TypeConversionException(
                            "must be a key (s, r or escape) and frames, as s@60 or r@120-180, not '" + value + "'");
                }
                int from = Integer.parseInt(matcher.group(2));
                int to = matcher.group(3) == null ? from : Integer.parseInt(matcher.group(3));
                if (from < 1 || to < from) {
                    throw new TypeConversionException("must have frames from 1 on, in order, not '" + value + "'");
                }
                return new ScriptedKey(KEYS.get(matcher.group(1)), from, to);
            }
        }
    }
}
