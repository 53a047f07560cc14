package basalt.bench.seven;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.EnumColumn;
import basalt.component.IntColumn;

/** The components, besides positions and velocities. */
public final class Parts {
    private Parts() {}

    /** The kind of a figure. */
    public enum Kind {
        /** Does not fight. */
        NPC,
        /** Drawn as a k. */
        MONSTER,
        /** Drawn as an at sign. */
        HERO
    }

    /** The state of a figure's health. */
    public enum Status {
        /** Comes to life. */
        SPAWN,
        /** Comes back in the next tick. */
        DEAD,
        /** Can be hit. */
        ALIVE
    }

    /** Values of several kinds, and the state of a random generator. */
    public record Data(int thingy, double dingy, boolean mingy, int numgy, int seed) {
        static final Component<Data> TYPE = Component.of(Data.class);
        static final IntColumn THINGY = TYPE.int32("thingy");
        static final DoubleColumn DINGY = TYPE.float64("dingy");
        static final BooleanColumn MINGY = TYPE.bool("mingy");
        static final IntColumn NUMGY = TYPE.int32("numgy");
        static final IntColumn SEED = TYPE.int32("seed");

        /** A tick of it. */
        public Data next(float seconds) {
            int random = Numbers.next(seed);
            return new Data(
                    (thingy + 1) % Numbers.THINGIES, dingy + 0.0001 * seconds, !mingy, Numbers.mixed(random), random);
        }
    }

    /** The kind of figure that the entity is. */
    public record Player(Kind kind) {
        static final Component<Player> TYPE = Component.of(Player.class);
        static final EnumColumn<Kind> KIND = TYPE.enumeration("kind", Kind.class);
    }

    /** Points of life. */
    public record Health(int hp, int most, Status status) {
        static final Component<Health> TYPE = Component.of(Health.class);
        static final IntColumn HP = TYPE.int32("hp");
        static final IntColumn MOST = TYPE.int32("most");
        static final EnumColumn<Status> STATUS = TYPE.enumeration("status", Status.class);

        Health next() {
            if (hp <= 0 && status != Status.DEAD) {
                return new Health(0, most, Status.DEAD);
            }
            if (status == Status.DEAD && hp == 0) {
                return new Health(most, most, Status.SPAWN);
            }
            return new Health(hp >= most && status != Status.ALIVE ? most : hp, most, Status.ALIVE);
        }

        Health hit(Damage damage) {
            int points = damage.attack() - damage.defence();
            return hp > 0 && points > 0 ? new Health(Math.max(hp - points, 0), most, status) : this;
        }
    }

    /** What it suffers. */
    public record Damage(int attack, int defence) {
        static final Component<Damage> TYPE = Component.of(Damage.class);
        static final IntColumn ATTACK = TYPE.int32("attack");
        static final IntColumn DEFENCE = TYPE.int32("defence");
    }

    /** A character of the screen. */
    public record Sprite(byte character) {
        static final Component<Sprite> TYPE = Component.of(Sprite.class);
        static final ByteColumn CHARACTER = TYPE.int8("character");

        static Sprite of(Player player, Health health) {
            return new Sprite(Parts.character(player.kind(), health.status()));
        }
    }

    /** A bundle: all of it is written. */
    public record Wanderer(Position position, Velocity velocity, Data data) {
        Wanderer turned() {
            if (data.thingy() % 10 != 0) {
                return this;
            }
            int first = Numbers.next(data.seed());
            int second = Numbers.next(first);
            boolean isRight = position.x() > position.y();
            return new Wanderer(
                    position,
                    new Velocity(
                            isRight ? Numbers.steep(first) : Numbers.flat(first),
                            isRight ? Numbers.flat(second) : Numbers.steep(second)),
                    new Data(data.thingy(), data.dingy(), data.mingy(), data.numgy(), second));
        }
    }

    static byte character(Kind kind, Status status) {
        return switch (status) {
            case DEAD -> Screen.GRAVE;
            case SPAWN -> Screen.SPAWN;
            case ALIVE ->
                switch (kind) {
                    case HERO -> Screen.HERO;
                    case MONSTER -> Screen.MONSTER;
                    case NPC -> Screen.NPC;
                };
        };
    }
}
