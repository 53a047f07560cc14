package basalt.system;

import java.util.List;

/** Stub. */
public final class ScheduleFigures {
    ScheduleFigures(List<String> names) {}

    void record(int system, long nanos, long rows, long commands, long arenaBytes) {}

    void endTick(long nanos) {}
}
