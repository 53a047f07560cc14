package basalt.bench.vectorising;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;

/** The components of {@link PlainBody}, besides positions and velocities. */
public final class PlainColumns {
    private PlainColumns() {}

    /** A fighter: hits take its health until it is dead. */
    public record Fighter(int hp, int attack, byte defence, byte state) {
        static final byte DEAD = 2;
        static final Component<Fighter> TYPE = Component.of(Fighter.class);
        static final IntColumn HP = TYPE.int32("hp");
        static final IntColumn ATTACK = TYPE.int32("attack");
        static final ByteColumn DEFENCE = TYPE.int8("defence");
        static final ByteColumn STATE = TYPE.int8("state");

        Fighter hit() {
            if (hp <= 0) {
                return this;
            }
            int left = hp - Math.max(0, attack - defence);
            return new Fighter(left, attack, defence, left <= 0 ? DEAD : state);
        }
    }

    /** Seconds until something happens, and how often it does. */
    public record Timer(float left, float period, boolean fired) {
        static final Component<Timer> TYPE = Component.of(Timer.class);
        static final FloatColumn LEFT = TYPE.float32("left");
        static final FloatColumn PERIOD = TYPE.float32("period");
        static final BooleanColumn FIRED = TYPE.bool("fired");
    }

    /** A temperature and its colour. */
    public record Glow(float heat, byte red, byte green, byte blue) {
        static final Component<Glow> TYPE = Component.of(Glow.class);
        static final FloatColumn HEAT = TYPE.float32("heat");
        static final ByteColumn RED = TYPE.int8("red");
        static final ByteColumn GREEN = TYPE.int8("green");
        static final ByteColumn BLUE = TYPE.int8("blue");
    }

    /** A number that goes up and down. */
    public record Counter(int count, boolean up) {
        static final Component<Counter> TYPE = Component.of(Counter.class);
        static final IntColumn COUNT = TYPE.int32("count");
        static final BooleanColumn UP = TYPE.bool("up");
    }

    /** Values of several kinds, and the state of a random generator. */
    public record Data(int thingy, double dingy, boolean mingy, int numgy, int seed) {
        static final Component<Data> TYPE = Component.of(Data.class);
        static final IntColumn THINGY = TYPE.int32("thingy");
        static final DoubleColumn DINGY = TYPE.float64("dingy");
        static final BooleanColumn MINGY = TYPE.bool("mingy");
        static final IntColumn NUMGY = TYPE.int32("numgy");
        static final IntColumn SEED = TYPE.int32("seed");
    }

    /** A bundle: both are written. */
    public record Mover(Position position, Velocity velocity) {}
}
