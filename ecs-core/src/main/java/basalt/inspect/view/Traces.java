package basalt.inspect.view;

import basalt.runtime.TickControl;
import basalt.runtime.TickTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * The trace of the last tick. Ticks are traced while questions ask for them, and two seconds longer. For the world's
 * thread.
 */
final class Traces {
    private static final long KEPT_NANOS = 2_000_000_000;

    private final TickControl control;
    private final TickTrace last = new TickTrace();
    private final List<TickRecording> recordings = new ArrayList<>();
    private boolean isOn;
    private long wantedAt;

    Traces(TickControl control) {
        this.control = control;
    }

    /** Asks for the traces of the ticks to come. */
    void want() {
        wantedAt = System.nanoTime();
        if (!isOn) {
            isOn = true;
            control.trace(last);
        }
    }

    TickTrace last() {
        return last;
    }

    /** Lets a recording have the ticks to come. */
    void add(TickRecording recording) {
        want();
        recordings.add(recording);
    }

    /** Called after each tick. */
    void afterTick() {
        if (!isOn || last.tick() == 0) {
            return;
        }
        for (int i = recordings.size() - 1; i >= 0; i--) {
            if (!recordings.get(i).add(last)) {
                recordings.remove(i);
            }
        }
        if (recordings.isEmpty() && System.nanoTime() - wantedAt > KEPT_NANOS) {
            stop();
        }
    }

    /** Ends all traces. */
    void stop() {
        if (isOn) {
            isOn = false;
            control.trace(null);
        }
    }
}
