package basalt.examples.framework.inspect;

import basalt.system.Schedule;
import basalt.world.World;

/**
 * The argument {@code --inspect} of small examples, or {@code --inspect=7070} for a port: the program runs in real time
 * until Enter is pressed, and its world can be looked into from the browser.
 */
public final class Inspected {
    private static final String ARGUMENT = "--inspect";

    private Inspected() {}

    /**
     * Whether the arguments ask for an inspector.
     *
     * @param args the arguments of the program
     * @return true if they do
     */
    public static boolean isAsked(String... args) {
        return port(args) >= 0;
    }

    /** The port; -1 if no inspector was asked for. */
    private static int port(String... args) {
        for (String arg : args) {
            if (arg.equals(ARGUMENT)) {
                return 0;
            }
            if (arg.startsWith(ARGUMENT + "=")) {
                return Integer.parseInt(arg.substring(ARGUMENT.length() + 1));
            }
        }
        return -1;
    }

    /**
     * Runs ticks of a schedule: a number of them at once, or, if the arguments ask for it, in real time until Enter is
     * pressed.
     *
     * @param schedule the schedule
     * @param tickSeconds length of a tick
     * @param ticks how many are run at once
     * @param args the arguments of the program
     */
    public static void ticks(Schedule schedule, float tickSeconds, int ticks, String... args) {
        run(schedule, tickSeconds, ticks, () -> schedule.tick(tickSeconds), args);
    }

    /**
     * Runs steps of a program without a schedule, as {@link #ticks} does.
     *
     * @param world its world
     * @param stepSeconds length of a step
     * @param steps how many are run at once
     * @param step runs a step
     * @param args the arguments of the program
     */
    public static void steps(World world, float stepSeconds, int steps, Runnable step, String... args) {
        try (Schedule none = Schedule.builder(world).workers(1).build()) {
            run(none, stepSeconds, steps, step, args);
        }
    }

    /**
     * Runs ticks of a schedule with other work around them, as {@link #ticks} does.
     *
     * @param schedule the schedule
     * @param tickSeconds length of a tick
     * @param ticks how many are run at once
     * @param tick runs a tick
     * @param args the arguments of the program
     */
    public static void run(Schedule schedule, float tickSeconds, int ticks, Runnable tick, String... args) {
        if (!isAsked(args)) {
            for (int i = 0; i < ticks; i++) {
                tick.run();
            }
            return;
        }
        try (Pacemaker pace = new Pacemaker(schedule, tickSeconds, port(args), options -> {})) {
            do {
                tick.run();
            } while (pace.await());
        }
    }
}
