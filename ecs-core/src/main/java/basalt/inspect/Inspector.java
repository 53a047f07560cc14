package basalt.inspect;

import basalt.internal.NoState;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.system.Schedule;
import org.agrona.CloseHelper;

/**
 * A page in the browser that shows a running world: entities, systems, memory and history.
 *
 * <pre>{@code
 * try (Inspector inspector = Inspector.of(schedule).port(7070).build()) {
 *     while (isRunning()) {
 *         schedule.tick(1 / 60f);
 *     }
 * }
 * }</pre>
 *
 * <p>It prints the address of the page. The page, and the JSON interface under it, are described in {@code
 * docs/inspector.md}.
 *
 * <p><b>What it costs.</b> Questions of the page are answered after each tick on the world's thread, for 200
 * microseconds at most ({@link InspectorBuilder#budgetMicros}), copied, and written by other threads, so a slow browser
 * does not slow down the world. A schedule without an inspector has no cost.
 *
 * <p><b>What it may do.</b> It shows. With {@link InspectorBuilder#editable()} it also changes: entities by commands
 * before a tick, which a {@link basalt.save.Replay} records; systems, the loop, and the state.
 *
 * <p><b>Who may use it.</b> Programs on this machine that know the token in the address, unless {@link
 * InspectorBuilder#address} says otherwise. Whoever has the address can read, and change if it is editable, whatever is
 * in the world.
 *
 * <p>Built, named and closed on the world's thread; {@link #address}, {@link #port} and {@link #onDiagnostic} are for
 * all threads. Close it before the schedule.
 */
@NoState
public final class Inspector implements AutoCloseable {
    private final Inspection inspected;
    private final WebServer server;
    private final String address;
    private boolean isClosed;

    Inspector(InspectorBuilder options) {
        inspected = options.inspection();
        boolean isAttached = false;
        WebServer started = null;
        try {
            inspected.control.boundary(inspected);
            isAttached = true;
            Api api = new Api(inspected);
            started = new WebServer(inspected, api, options.socketAddress(), options.token, options.limits);
            address = "http://" + options.host() + ":" + started.port() + "/#" + options.token;
            options.announce.accept("inspector: " + address);
        } catch (Throwable e) {
            if (isAttached) {
                inspected.control.boundary(null);
            }
            CloseHelper.closeAll(started, inspected.history);
            throw e;
        }
        server = started;
    }

    /**
     * Sets an inspector up.
     *
     * @param schedule the schedule whose world it shows
     * @throws IllegalStateException on the wrong thread, or after the schedule or its world was closed
     */
    public static InspectorBuilder of(Schedule schedule) {
        if (schedule == null) {
            throw new IllegalArgumentException("schedule must not be null");
        }
        schedule.world(); // checks thread and state
        return new InspectorBuilder(schedule);
    }

    /**
     * The address of the page, with its token.
     *
     * @return such as {@code http://127.0.0.1:7070/#3f9c0c5b6d0e4a51a2b7c8d9e0f1a2b3}
     */
    public String address() {
        return address;
    }

    /**
     * The port.
     *
     * @return the port on which it listens
     */
    public int port() {
        return server.port();
    }

    /**
     * Names an entity on the page. A name ends with its entity, and is not part of the world.
     *
     * @param name its name, at most 100 characters; empty for none
     * @throws IllegalArgumentException if the name is null or too long
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws IllegalStateException on the wrong thread, in a system, or after close
     */
    public void name(long entity, String name) {
        requireOpen("inspector.name(...)");
        if (name == null || name.length() > EntityNames.MAX_LENGTH) {
            throw new IllegalArgumentException("name must have at most " + EntityNames.MAX_LENGTH + " characters: "
                    + (name == null ? "null" : name.length() + " characters"));
        }
        inspected.name(entity, name);
    }

    /**
     * Answers questions of the page, and makes its changes, for programs that make no ticks for a while, such as in a
     * menu. A {@link basalt.system.FixedStepLoop} does it while it is paused.
     *
     * @throws IllegalStateException on the wrong thread, during a tick, an iteration or an observer, or after close
     */
    public void serve() {
        requireOpen("inspector.serve()");
        inspected.runtime.requireIdle("inspector.serve()");
        inspected.betweenTicks();
    }

    /**
     * Shows a finding on the page: give the inspector to a {@link basalt.memory.tracking.MemoryMonitor} as its
     * listener. For all threads.
     */
    public void onDiagnostic(MemoryDiagnostic.Report report) {
        if (report == null) {
            throw new IllegalArgumentException("report must not be null");
        }
        inspected.memory.found(inspected.lastTick(), report);
    }

    private void requireOpen(String call) {
        inspected.store().checkOwner(call, "call it after the tick");
        if (isClosed) {
            throw new IllegalStateException("the inspector is closed; build another one");
        }
    }

    /**
     * Ends the server and all its connections. The schedule goes on. Further calls do nothing.
     *
     * @throws IllegalStateException on the wrong thread, or during a tick
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        if (!inspected.runtime.isClosed()) {
            inspected.store().checkOwner("inspector.close()", "call it after the tick");
            inspected.control.boundary(null);
        }
        isClosed = true;
        inspected.closed();
        CloseHelper.closeAll(server, inspected.history);
    }
}
