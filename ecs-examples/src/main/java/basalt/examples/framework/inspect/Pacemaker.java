package basalt.examples.framework.inspect;

import basalt.inspect.Inspector;
import basalt.inspect.InspectorBuilder;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Keeps the ticks of a program that has a loop of its own in time, and shows them by an inspector, whose page can pause
 * and step them, and change their speed. Ends when a line is typed.
 *
 * <pre>{@code
 * try (Pacemaker pace = new Pacemaker(schedule, 1 / 60f, 0, options -> {})) {
 *     do {
 *         schedule.tick(1 / 60f);
 *     } while (pace.await());
 * }
 * }</pre>
 *
 * <p>For the world's thread.
 */
public final class Pacemaker implements AutoCloseable {
    private static final long NAP_NANOS = 1_000_000;

    private final Inspector inspector;
    private final FixedStepLoop loop;
    private int permits;
    private volatile boolean isEnded;

    /**
     * Starts an inspector, which prints its address.
     *
     * @param schedule the schedule whose world it shows
     * @param tickSeconds length of a tick
     * @param port the port; 0 for any
     * @param options further options
     */
    public Pacemaker(Schedule schedule, float tickSeconds, int port, Consumer<InspectorBuilder> options) {
        loop = FixedStepLoop.builder(seconds -> permits++)
                .stepSeconds(tickSeconds)
                .build();
        InspectorBuilder builder = Inspector.of(schedule).port(port).editable().loop(loop);
        options.accept(builder);
        inspector = builder.build();
        Thread reader = new Thread(this::read, "end of the program");
        reader.setDaemon(true);
        reader.start();
    }

    /** Ends the program when a line is typed. Without a keyboard, it goes on. */
    private void read() {
        try {
            for (int typed = System.in.read(); typed >= 0; typed = System.in.read()) {
                if (typed == '\n') {
                    isEnded = true;
                    return;
                }
            }
        } catch (IOException e) {
            isEnded = false; // there is no keyboard
        }
    }

    /** The inspector. */
    Inspector inspector() {
        return inspector;
    }

    /**
     * Waits until it is time for the next tick, and answers the page meanwhile.
     *
     * @return false if the program is to end
     */
    public boolean await() {
        while (permits == 0 && !isEnded) {
            loop.frame();
            if (permits == 0) {
                inspector.serve();
                LockSupport.parkNanos(NAP_NANOS);
            }
        }
        permits--;
        return !isEnded;
    }

    @Override
    public void close() {
        inspector.close();
    }
}
