package basalt.bench.state;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.inspect.Inspector;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A tick of a world without an inspector, with one that nobody watches, and with one of which 200 rows, the systems,
 * the last tick and the memory are watched, 10 times a second. With one worker, so that the server has a processor of
 * its own where there are two. As a program, it prints what part of a core the threads of a game take that ticks 60
 * times a second.
 */
public class InspectedTick extends OperationBenchmark {
    private static final String TOKEN = "0123456789abcdef";
    private static final String VIEWS = "view=status&view=entities%3Fquery%3DPosition%2CVelocity%26limit%3D200"
            + "&view=systems&view=timeline&view=memory";

    private static final int FRAMES = 60;
    private static final int WARM_UP_SECONDS = 20;
    private static final int SECONDS = 20;
    private static final long SECOND = 1_000_000_000L;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * Ticks 60 times a second, and prints the processor time of the game's thread and of the inspector's, in percent of
     * a core.
     */
    public static void main(String[] args) throws InterruptedException {
        for (Look look : Look.values()) {
            Game game = new Game();
            game.entities = 1_000;
            game.look = look;
            game.make();
            run(game, WARM_UP_SECONDS);
            long own = THREADS.getCurrentThreadCpuTime();
            long others = inspectorNanos();
            run(game, SECONDS);
            double percent = SECONDS * SECOND / 100.0;
            System.out.printf(
                    "%-8s game %.2f %%, inspector %.2f %%%n",
                    look, (THREADS.getCurrentThreadCpuTime() - own) / percent, (inspectorNanos() - others) / percent);
            game.close();
        }
    }

    private static void run(Game game, int seconds) {
        long next = System.nanoTime();
        for (int i = 0; i < seconds * FRAMES; i++) {
            game.schedule.tick(1f / FRAMES);
            next += SECOND / FRAMES;
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    private static long inspectorNanos() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("basalt-inspector"))
                .mapToLong(thread -> Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId())))
                .sum();
    }

    /** Who looks. */
    public enum Look {
        /** There is no inspector. */
        NONE,
        /** There is one. */
        ATTACHED,
        /** A stream of it is read. */
        WATCHED
    }

    /** A world that ticks. */
    @State(Scope.Thread)
    public static class Game {
        /** The number of entities. */
        @Param({"1000000", "1000"})
        public int entities;

        /** Who looks. */
        @Param
        public Look look;

        private World world;
        private Schedule schedule;
        private Inspector inspector;
        private Watcher watcher;

        /** Makes the world. */
        @Setup
        public void make() {
            world = World.create();
            world.template()
                    .with(new Position(0, 0), new Velocity(1, 1))
                    .build()
                    .spawn(entities);
            RowKernel move = world.query()
                    .all(Position.TYPE, Velocity.TYPE)
                    .build()
                    .kernel(row -> {
                        row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
                        row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY));
                    });
            schedule = Schedule.builder(world)
                    .workers(1)
                    .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                    .build();
            if (look != Look.NONE) {
                inspector =
                        Inspector.of(schedule).token(TOKEN).announce(line -> {}).build();
            }
            if (look == Look.WATCHED) {
                watcher = new Watcher(inspector.port());
            }
        }

        /** Ends it. */
        @TearDown
        public void close() throws InterruptedException {
            if (inspector != null) {
                inspector.close();
            }
            if (watcher != null) {
                watcher.join();
                if (watcher.bytes < 1_000) {
                    throw new IllegalStateException("the stream has sent " + watcher.bytes + " bytes");
                }
            }
            schedule.close();
            world.close();
        }
    }

    /** A tick. */
    @Benchmark
    public void tick(Game game) {
        game.schedule.tick(1 / 60f);
    }

    /** A browser without a picture: reads a stream of an inspector until the inspector is closed. */
    private static final class Watcher extends Thread {
        private final URL url;
        private long bytes;

        Watcher(int port) {
            try {
                url = new URL("http://127.0.0.1:" + port + "/api/v1/watch?hz=10&token=" + TOKEN + "&" + VIEWS);
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            byte[] buffer = new byte[1 << 16];
            try (InputStream in = url.openStream()) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    bytes += count;
                }
            } catch (IOException closed) {
                // The inspector has ended.
            }
        }
    }
}
