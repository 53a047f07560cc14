package basalt.world;

import basalt.system.Access;
import basalt.system.Schedule;

/** A tick of a schedule that has a single system. */
public final class OneSystem {
    private OneSystem() {}

    /** Runs a body as a system that declares accesses. */
    public static void run(World world, Runnable body, Access... accesses) {
        try (Schedule schedule =
                Schedule.builder(world).workers(2).add("only", body, accesses).build()) {
            schedule.tick(1);
        }
    }
}
