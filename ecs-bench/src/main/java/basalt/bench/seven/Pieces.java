package basalt.bench.seven;

import basalt.bench.engine.Parts.Part;
import basalt.bench.seven.Parts.Kind;
import basalt.bench.seven.Parts.Status;
import java.util.ArrayList;
import java.util.List;

/** The components of libraries that keep objects, with what the systems do to them. */
public final class Pieces {
    private Pieces() {}

    /** A component. */
    public abstract static class Piece extends Part {
        abstract void set(Unit unit);

        abstract void read(Unit unit);
    }

    /** Those of an entity, without values. */
    static Piece[] of(Unit unit) {
        List<Piece> pieces = new ArrayList<>();
        if (unit.hasPosition) {
            pieces.add(new Place());
        }
        if (unit.hasVelocity) {
            pieces.add(new Motion());
        }
        if (unit.hasData) {
            pieces.add(new Data());
        }
        if (unit.isFigure) {
            pieces.addAll(List.of(new Player(), new Health(), new Damage(), new Sprite()));
        }
        return pieces.toArray(Piece[]::new);
    }

    /** A position. */
    public static final class Place extends Piece {
        private float x;
        private float y;

        void move(Motion motion, float seconds) {
            x += motion.dx * seconds;
            y += motion.dy * seconds;
        }

        @Override
        void set(Unit unit) {
            x = unit.x;
            y = unit.y;
        }

        @Override
        void read(Unit unit) {
            unit.x = x;
            unit.y = y;
        }
    }

    /** A velocity. */
    public static final class Motion extends Piece {
        private float dx;
        private float dy;

        void turn(Place place, Data data) {
            if (data.thingy % 10 == 0) {
                int first = Numbers.next(data.seed);
                data.seed = Numbers.next(first);
                boolean isRight = place.x > place.y;
                dx = isRight ? Numbers.steep(first) : Numbers.flat(first);
                dy = isRight ? Numbers.flat(data.seed) : Numbers.steep(data.seed);
            }
        }

        @Override
        void set(Unit unit) {
            dx = unit.dx;
            dy = unit.dy;
        }

        @Override
        void read(Unit unit) {
            unit.dx = dx;
            unit.dy = dy;
        }
    }

    /** Values of several kinds, and the state of a random generator. */
    public static final class Data extends Piece {
        private int thingy;
        private double dingy;
        private boolean mingy;
        private int numgy;
        private int seed;

        void next(float seconds) {
            thingy = (thingy + 1) % Numbers.THINGIES;
            dingy += 0.0001 * seconds;
            mingy = !mingy;
            seed = Numbers.next(seed);
            numgy = Numbers.mixed(seed);
        }

        @Override
        void set(Unit unit) {
            thingy = unit.thingy;
            dingy = unit.dingy;
            mingy = unit.mingy;
            numgy = unit.numgy;
            seed = unit.seed;
        }

        @Override
        void read(Unit unit) {
            unit.thingy = thingy;
            unit.dingy = dingy;
            unit.mingy = mingy;
            unit.numgy = numgy;
            unit.seed = seed;
        }
    }

    /** The kind of figure that the entity is. */
    public static final class Player extends Piece {
        private Kind kind;

        @Override
        void set(Unit unit) {
            kind = unit.kind;
        }

        @Override
        void read(Unit unit) {
            unit.kind = kind;
        }
    }

    /** Points of life. */
    public static final class Health extends Piece {
        private int hp;
        private int most;
        private Status status;

        void live() {
            if (hp <= 0 && status != Status.DEAD) {
                hp = 0;
                status = Status.DEAD;
            } else if (status == Status.DEAD && hp == 0) {
                hp = most;
                status = Status.SPAWN;
            } else {
                hp = hp >= most && status != Status.ALIVE ? most : hp;
                status = Status.ALIVE;
            }
        }

        void suffer(Damage damage) {
            int points = damage.attack - damage.defence;
            if (hp > 0 && points > 0) {
                hp = Math.max(hp - points, 0);
            }
        }

        @Override
        void set(Unit unit) {
            hp = unit.hp;
            most = unit.most;
            status = unit.status;
        }

        @Override
        void read(Unit unit) {
            unit.hp = hp;
            unit.status = status;
        }
    }

    /** What it suffers. */
    public static final class Damage extends Piece {
        private int attack;
        private int defence;

        @Override
        void set(Unit unit) {
            attack = unit.attack;
            defence = unit.defence;
        }

        @Override
        void read(Unit unit) {
            unit.attack = attack;
            unit.defence = defence;
        }
    }

    /** A character of the screen. */
    public static final class Sprite extends Piece {
        private byte character;

        void choose(Player player, Health health) {
            character = Parts.character(player.kind, health.status);
        }

        void draw(Place place, Screen screen) {
            screen.draw((int) place.x, (int) place.y, character);
        }

        @Override
        void set(Unit unit) {
            character = unit.character;
        }

        @Override
        void read(Unit unit) {
            unit.character = character;
        }
    }
}
