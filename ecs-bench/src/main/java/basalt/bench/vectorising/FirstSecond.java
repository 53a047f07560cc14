package basalt.bench.vectorising;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.vectorising.PlainColumns.Counter;
import basalt.bench.vectorising.PlainColumns.Data;
import basalt.bench.vectorising.PlainColumns.Fighter;
import basalt.bench.vectorising.PlainColumns.Glow;
import basalt.bench.vectorising.PlainColumns.Timer;
import basalt.component.Column;
import basalt.query.RowBody;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.Time;
import basalt.world.World;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The first ticks of a game whose code is cold: 30 kernels with bodies of their own over 16,384 rows. Prints the
 * longest tick, and the sums of ticks 1 to 100 and 101 to 300; also by the processor time of the game's thread.
 *
 * <p>Between ticks it waits as a game does, so that the JIT's threads run; without waiting, they compete with ticks.
 */
public final class FirstSecond {
    private static final int ROWS = 16_384;
    private static final int TICKS = 300;
    private static final int EARLY = 100;
    private static final double MILLIS = 1e6;
    private static final long SECOND = 1_000_000_000L;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final World world;
    private final Schedule schedule;
    private final double[] processor = new double[TICKS];

    private FirstSecond(PlainRows rows) {
        world = rows.world();
        ScheduleBuilder builder = Schedule.builder(world).workers(1);
        bodies(world.time())
                .forEach((name, body) ->
                        builder.add(name, rows.marked().kernel(body), Access.writes(rows.components())));
        schedule = builder.build();
    }

    /**
     * Runs the game.
     *
     * @param arguments ticks a second, 60 by default, 0 without waiting; percentage of rows that match, 95 by default
     */
    public static void main(String[] arguments) {
        int rate = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
        int present = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 95;
        run(rate, present, System.out);
    }

    /** Runs the game, and prints its times. */
    static void run(int rate, int present, PrintStream out) {
        Set<Column> columns = new LinkedHashSet<>();
        for (PlainBody body : PlainBody.values()) {
            columns.addAll(body.columns());
        }
        try (PlainRows rows = new PlainRows(List.copyOf(columns), ROWS, present)) {
            long start = System.nanoTime();
            FirstSecond game = new FirstSecond(rows);
            double made = (System.nanoTime() - start) / MILLIS;
            try {
                game.report(made, game.play(rate), out);
            } finally {
                game.schedule.close();
            }
        }
    }

    private double[] play(int rate) {
        double[] ticks = new double[TICKS];
        long next = System.nanoTime();
        for (int i = 0; i < TICKS; i++) {
            long used = THREADS.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            schedule.tick(1 / 60f);
            long end = System.nanoTime();
            processor[i] = (THREADS.getCurrentThreadCpuTime() - used) / MILLIS;
            ticks[i] = (end - start) / MILLIS;
            next = rate == 0 ? end : next + SECOND / rate;
            while (System.nanoTime() < next) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
        return ticks;
    }

    private void report(double made, double[] ticks, PrintStream out) {
        int longest = 0;
        for (int i = 0; i < TICKS; i++) {
            longest = ticks[i] > ticks[longest] ? i : longest;
        }
        double[] last = Arrays.copyOfRange(ticks, TICKS - EARLY, TICKS);
        Arrays.sort(last);
        out.printf(Locale.ROOT, "kernels made in %.1f ms%n", made);
        out.printf(Locale.ROOT, "longest tick %.2f ms, number %d%n", ticks[longest], longest + 1);
        out.printf(Locale.ROOT, "ticks 1-100: %.1f ms%n", sum(ticks, 0, EARLY));
        out.printf(Locale.ROOT, "ticks 101-300: %.1f ms%n", sum(ticks, EARLY, TICKS));
        out.printf(Locale.ROOT, "median of the last 100: %.3f ms%n", last[last.length / 2]);
        out.printf(
                Locale.ROOT,
                "processor time: tick 1 %.1f ms, longest of 2-100 %.1f ms, of 101-300 %.1f ms%n",
                processor[0],
                Arrays.stream(processor, 1, EARLY).max().orElse(0),
                Arrays.stream(processor, EARLY, TICKS).max().orElse(0));
        out.printf(
                Locale.ROOT,
                "processor time: ticks 1-100 %.1f ms, 101-300 %.1f ms%n",
                sum(processor, 0, EARLY),
                sum(processor, EARLY, TICKS));
    }

    private static double sum(double[] ticks, int from, int to) {
        return Arrays.stream(ticks, from, to).sum();
    }

    /** The plain bodies, and 21 more, each with code of its own. */
    static Map<String, RowBody> bodies(Time time) {
        Map<String, RowBody> bodies = new LinkedHashMap<>();
        for (PlainBody body : PlainBody.values()) {
            bodies.put(body.name().toLowerCase(Locale.ROOT), body.of(time));
        }
        moves(bodies, time);
        fights(bodies, time);
        looks(bodies, time);
        return bodies;
    }

    private static void moves(Map<String, RowBody> bodies, Time time) {
        bodies.put("fall", row -> row.set(DY, row.get(DY) - 9.81f * time.deltaSeconds()));
        bodies.put("drag", row -> {
            row.set(DX, row.get(DX) * (1 - 0.1f * time.deltaSeconds()));
            row.set(DY, row.get(DY) * (1 - 0.1f * time.deltaSeconds()));
        });
        bodies.put("limit", row -> {
            float square = row.get(DX) * row.get(DX) + row.get(DY) * row.get(DY);
            if (square > 900) {
                float scale = 30 / (float) Math.sqrt(square);
                row.set(DX, row.get(DX) * scale);
                row.set(DY, row.get(DY) * scale);
            }
        });
        bodies.put("wrap", row -> {
            float x = row.get(X);
            row.set(X, x < 0 ? x + 100 : x >= 100 ? x - 100 : x);
        });
        bodies.put("ground", row -> {
            if (row.get(Y) < 0) {
                row.set(Y, 0);
                row.set(DY, Math.abs(row.get(DY)) * 0.5f);
            }
        });
        bodies.put("attract", row -> {
            row.set(DX, row.get(DX) + (50 - row.get(X)) * time.deltaSeconds());
            row.set(DY, row.get(DY) + (50 - row.get(Y)) * time.deltaSeconds());
        });
        bodies.put("wind", row -> {
            if (row.get(Y) > 50 && row.get(DX) < 10) {
                row.set(DX, row.get(DX) + time.deltaSeconds());
            }
        });
    }

    private static void fights(Map<String, RowBody> bodies, Time time) {
        bodies.put("heal", row -> {
            int hp = row.get(Fighter.HP);
            if (hp > 0 && hp < 50) {
                row.set(Fighter.HP, hp + 1);
            }
        });
        bodies.put("revive", row -> {
            if (row.get(Fighter.STATE) == Fighter.DEAD) {
                row.set(Fighter.STATE, (byte) 0);
                row.set(Fighter.HP, 100);
            }
        });
        bodies.put("enrage", row -> {
            if (row.get(Fighter.HP) < 20) {
                row.set(Fighter.ATTACK, Math.min(20, row.get(Fighter.ATTACK) + 1));
            }
        });
        bodies.put("tire", row -> row.set(Fighter.ATTACK, Math.max(1, row.get(Fighter.ATTACK) * 9 / 10)));
        bodies.put("guard", row -> {
            byte defence = row.get(Fighter.DEFENCE);
            row.set(Fighter.DEFENCE, defence < 10 ? (byte) (defence + 1) : (byte) 0);
        });
        bodies.put("rest", row -> {
            if (row.get(Timer.FIRED)) {
                row.set(Timer.FIRED, false);
                row.set(Timer.PERIOD, Math.min(0.5f, row.get(Timer.PERIOD) * 1.5f));
            }
        });
        bodies.put("hurry", row -> {
            float period = row.get(Timer.PERIOD) - 0.01f * time.deltaSeconds();
            row.set(Timer.PERIOD, period < 0.1f ? 0.1f : period);
        });
    }

    private static void looks(Map<String, RowBody> bodies, Time time) {
        bodies.put("cool", row -> row.set(Glow.HEAT, row.get(Glow.HEAT) * (1 - 0.2f * time.deltaSeconds())));
        bodies.put("kindle", row -> {
            if (row.get(Glow.HEAT) < 5) {
                row.set(Glow.HEAT, 120);
            }
        });
        bodies.put("rub", row -> {
            float speed = Math.abs(row.get(DX)) + Math.abs(row.get(DY));
            row.set(Glow.HEAT, Math.min(120, row.get(Glow.HEAT) + speed * 0.01f));
        });
        bodies.put("invert", row -> {
            if (!row.get(Counter.UP)) {
                row.set(Glow.RED, (byte) ~row.get(Glow.RED));
            }
        });
        bodies.put("step", row -> row.set(Counter.COUNT, row.get(Counter.COUNT) ^ (row.get(Counter.UP) ? 1 : 0)));
        bodies.put("mix", row -> row.set(Data.NUMGY, row.get(Data.NUMGY) * 31 + row.get(Data.THINGY) % 7));
        bodies.put("drift", row -> {
            if (row.get(Data.MINGY)) {
                row.set(Data.DINGY, row.get(Data.DINGY) * 0.999);
            }
        });
    }
}
