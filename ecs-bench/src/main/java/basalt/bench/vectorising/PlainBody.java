package basalt.bench.vectorising;

import basalt.bench.engine.NativeLibrary;
import basalt.bench.scene.Marked;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.bench.vectorising.PlainColumns.Counter;
import basalt.bench.vectorising.PlainColumns.Data;
import basalt.bench.vectorising.PlainColumns.Fighter;
import basalt.bench.vectorising.PlainColumns.Glow;
import basalt.bench.vectorising.PlainColumns.Mover;
import basalt.bench.vectorising.PlainColumns.Timer;
import basalt.component.Column;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.world.Time;
import basalt.world.World;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Bodies written without a thought of vectors: with branches, casts, and columns of several kinds. */
public enum PlainBody {
    /** Two floats, no branch. */
    MOVE(
            time -> row -> {
                row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds());
                row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * time.deltaSeconds());
            },
            PlainUnit::move,
            Position.X,
            Position.Y,
            Velocity.DX,
            Velocity.DY),
    /** Floats and two branches. */
    BOUNCE(
            time -> row -> {
                float x = row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds();
                float y = row.get(Position.Y) + row.get(Velocity.DY) * time.deltaSeconds();
                if (x < 0 || x > PlainBody.SIZE) {
                    row.set(Velocity.DX, -row.get(Velocity.DX));
                    x = clamp(x, 0, PlainBody.SIZE);
                }
                if (y < 0 || y > PlainBody.SIZE) {
                    row.set(Velocity.DY, -row.get(Velocity.DY));
                    y = clamp(y, 0, PlainBody.SIZE);
                }
                row.set(Position.X, x);
                row.set(Position.Y, y);
            },
            PlainUnit::bounce,
            Position.X,
            Position.Y,
            Velocity.DX,
            Velocity.DY),
    /** 4-byte and 1-byte integers, one branch in another. */
    DAMAGE(
            time -> row -> {
                int hp = row.get(Fighter.HP);
                if (hp > 0) {
                    hp -= Math.max(0, row.get(Fighter.ATTACK) - row.get(Fighter.DEFENCE));
                    row.set(Fighter.HP, hp);
                    if (hp <= 0) {
                        row.set(Fighter.STATE, Fighter.DEAD);
                    }
                }
            },
            PlainUnit::damage,
            Fighter.HP,
            Fighter.ATTACK,
            Fighter.DEFENCE,
            Fighter.STATE),
    /** A float and a boolean. */
    COOLDOWN(
            time -> row -> {
                float left = row.get(Timer.LEFT) - time.deltaSeconds();
                if (left <= 0) {
                    left += row.get(Timer.PERIOD);
                    row.set(Timer.FIRED, true);
                }
                row.set(Timer.LEFT, left);
            },
            PlainUnit::cooldown,
            Timer.LEFT,
            Timer.PERIOD,
            Timer.FIRED),
    /** A tenth of the rows, by a remainder, gets a velocity at random. */
    REMAINDERS(
            time -> row -> {
                if (row.get(Data.THINGY) % 10 == 0) {
                    int first = scrambled(row.get(Data.SEED));
                    int second = first * 31;
                    if (row.get(Position.X) > row.get(Position.Y)) {
                        row.set(Velocity.DX, below(first, 16) - 7);
                        row.set(Velocity.DY, below(second, 10));
                    } else {
                        row.set(Velocity.DX, below(first, 10));
                        row.set(Velocity.DY, below(second, 16) - 7);
                    }
                    row.set(Data.SEED, first);
                }
            },
            PlainUnit::remainders,
            Data.THINGY,
            Data.SEED,
            Position.X,
            Position.Y,
            Velocity.DX,
            Velocity.DY),
    /** A square root and a guarded division. */
    NORMALISE(
            time -> row -> {
                float dx = row.get(Velocity.DX);
                float dy = row.get(Velocity.DY);
                float length = (float) Math.sqrt(dx * dx + dy * dy);
                if (length > 0) {
                    row.set(Velocity.DX, dx / length);
                    row.set(Velocity.DY, dy / length);
                }
            },
            PlainUnit::normalise,
            Velocity.DX,
            Velocity.DY),
    /** A colour by choices among floats, as three bytes. */
    RAMP(
            time -> row -> {
                float t = clamp((row.get(Glow.HEAT) - 20) / 80, 0, 1);
                float red = t < 0.5f ? 0 : (t - 0.5f) * 2;
                float green = t < 0.5f ? t * 2 : (1 - t) * 2;
                float blue = t < 0.25f ? 1 : t < 0.5f ? 2 - t * 4 : 0;
                row.set(Glow.RED, (byte) (255 * red));
                row.set(Glow.GREEN, (byte) (255 * green));
                row.set(Glow.BLUE, (byte) (255 * blue));
            },
            PlainUnit::ramp,
            Glow.HEAT,
            Glow.RED,
            Glow.GREEN,
            Glow.BLUE),
    /** An integer that a boolean steers. */
    COUNTER(
            time -> row -> {
                int count = row.get(Counter.COUNT);
                if (row.get(Counter.UP)) {
                    count++;
                    if (count >= PlainBody.TOP) {
                        count = PlainBody.TOP;
                        row.set(Counter.UP, false);
                    }
                } else {
                    count--;
                    if (count <= 0) {
                        count = 0;
                        row.set(Counter.UP, true);
                    }
                }
                row.set(Counter.COUNT, count);
            },
            PlainUnit::counter,
            Counter.COUNT,
            Counter.UP),
    /** A double, integers and a boolean, no branch. */
    DATA(
            time -> row -> {
                int thingy = (row.get(Data.THINGY) + 1) % 1_000_000;
                row.set(Data.THINGY, thingy);
                row.set(Data.DINGY, row.get(Data.DINGY) + 0.0001 * time.deltaSeconds());
                row.set(Data.MINGY, !row.get(Data.MINGY));
                row.set(Data.NUMGY, scrambled(row.get(Data.NUMGY)) + (thingy & 7));
            },
            PlainUnit::data,
            Data.THINGY,
            Data.DINGY,
            Data.MINGY,
            Data.NUMGY);

    private static final float SIZE = 100;
    private static final int TOP = 100;

    private final Function<Time, RowBody> rows;
    private final PlainUnit.Tick inPlainJava;
    private final List<Column> columns;

    PlainBody(Function<Time, RowBody> rows, PlainUnit.Tick inPlainJava, Column... columns) {
        this.rows = rows;
        this.inPlainJava = inPlainJava;
        this.columns = List.of(columns);
    }

    /** The columns that it uses, in the order of the parameters in C. */
    List<Column> columns() {
        return columns;
    }

    /** What it does to one row, by plain Java. */
    PlainUnit.Tick inPlainJava() {
        return inPlainJava;
    }

    /** The body over rows. */
    RowBody of(Time time) {
        return rows.apply(time);
    }

    /** A kernel of the body over records, of marked rows; only of some bodies. */
    RowKernel records(World world) {
        Time time = world.time();
        return switch (this) {
            case MOVE ->
                world.query(Position.class, Velocity.class)
                        .with(Marked.class)
                        .update((position, velocity) -> new Position(
                                position.x() + velocity.dx() * time.deltaSeconds(),
                                position.y() + velocity.dy() * time.deltaSeconds()));
            case BOUNCE -> world.query(Mover.class).with(Marked.class).update(mover -> bounced(mover, time));
            case DAMAGE -> world.query(Fighter.class).with(Marked.class).update(Fighter::hit);
            default -> throw new UnsupportedOperationException(this + " has no form over records");
        };
    }

    private static Mover bounced(Mover mover, Time time) {
        float dx = mover.velocity().dx();
        float dy = mover.velocity().dy();
        float x = mover.position().x() + dx * time.deltaSeconds();
        float y = mover.position().y() + dy * time.deltaSeconds();
        if (x < 0 || x > SIZE) {
            dx = -dx;
            x = clamp(x, 0, SIZE);
        }
        if (y < 0 || y > SIZE) {
            dy = -dy;
            y = clamp(y, 0, SIZE);
        }
        return new Mover(new Position(x, y), new Velocity(dx, dy));
    }

    /** Its function in C: of the addresses of blocks, their number, and the seconds of a tick. */
    MethodHandle inC(Loop loop) {
        return InC.LIBRARY.function(
                name().toLowerCase(Locale.ROOT) + "_" + loop.name().toLowerCase(Locale.ROOT), "(JIF)V");
    }

    /** How C goes through words of which some rows match. */
    enum Loop {
        /** From one set bit to the next. */
        BITS,
        /** Through all rows, with a test for each. */
        MASKS
    }

    /** Loaded with the first function. */
    private static final class InC {
        /** Under these flags C overflows and rounds as Java does, and its square root sets no errno. */
        static final NativeLibrary LIBRARY =
                NativeLibrary.of("plain.c", "-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math");
    }

    private static float clamp(float value, float low, float high) {
        return value < low ? low : value > high ? high : value;
    }

    private static int scrambled(int seed) {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        return seed ^ seed << 5;
    }

    /** A number from 0 to n - 1. */
    private static int below(int random, int n) {
        return (random >>> 16) * n >>> 16;
    }
}
