package basalt.bench.seven;

import basalt.bench.seven.Parts.Kind;
import basalt.bench.seven.Parts.Status;
import java.util.SplittableRandom;

/** An entity as an object, with what the systems do by plain Java. */
final class Unit {
    boolean hasPosition = true;
    boolean hasVelocity = true;
    boolean hasData = true;
    /** Has all other components. */
    boolean isFigure;

    float x;
    float y;
    float dx = 1;
    float dy = 1;
    int thingy;
    double dingy;
    boolean mingy;
    int numgy;
    int seed;
    Kind kind = Kind.NPC;
    int hp;
    int most;
    Status status = Status.SPAWN;
    int attack;
    int defence;
    byte character;

    /**
     * As many as ecs_benchmark creates.
     *
     * @param isMixed every other one is a figure, and a few lack position, velocity or data; otherwise all have all
     */
    static Unit[] of(int count, boolean isMixed) {
        SplittableRandom random = new SplittableRandom(count);
        Unit[] units = new Unit[count];
        for (int i = 0; i < count; i++) {
            units[i] = new Unit();
            units[i].seed = random.nextInt() | 1;
            if (isMixed) {
                units[i].strip(i, count);
            }
            if (!isMixed || i % 2 == 0) {
                Kind any = any(random.nextInt(100));
                units[i].become(!isMixed || i != 0 && i % 6 == 0 ? any : i % 4 == 0 ? Kind.HERO : Kind.MONSTER, random);
            }
        }
        return units;
    }

    /** In the third quarter, each tenth may lose components. */
    private void strip(int i, int count) {
        int first = (count + 1) / 2;
        if (i >= first && i <= 3 * count / 4 && (i - first) % 10 == 0) {
            hasPosition = i % 7 != 0;
            hasVelocity = i % 11 != 0;
            hasData = i % 13 != 0;
        }
    }

    private static Kind any(int percent) {
        return percent < 3 ? Kind.NPC : percent < 30 ? Kind.HERO : Kind.MONSTER;
    }

    private void become(Kind newKind, SplittableRandom random) {
        isFigure = true;
        hasPosition = true;
        kind = newKind;
        most = random.nextInt(4, 13);
        defence = random.nextInt(2, 9);
        attack = kind == Kind.NPC ? 0 : random.nextInt(3, 11);
        character = Screen.SPAWN;
        x = random.nextInt(-100, 321);
        y = random.nextInt(-100, 241);
    }

    /** All systems. */
    void tick(float seconds, Screen screen) {
        if (hasPosition && hasVelocity) {
            x += dx * seconds;
            y += dy * seconds;
        }
        if (hasData) {
            thingy = (thingy + 1) % Numbers.THINGIES;
            dingy += 0.0001 * seconds;
            mingy = !mingy;
            seed = Numbers.next(seed);
            numgy = Numbers.mixed(seed);
        }
        if (hasPosition && hasVelocity && hasData && thingy % 10 == 0) {
            turn();
        }
        if (isFigure) {
            live();
            hp = hp > 0 ? Math.max(hp - Math.max(attack - defence, 0), 0) : hp;
            character = Parts.character(kind, status);
            screen.draw((int) x, (int) y, character);
        }
    }

    private void turn() {
        int first = Numbers.next(seed);
        seed = Numbers.next(first);
        dx = x > y ? Numbers.steep(first) : Numbers.flat(first);
        dy = x > y ? Numbers.flat(seed) : Numbers.steep(seed);
    }

    private void live() {
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
}
