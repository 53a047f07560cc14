package basalt.bench.seven;

import basalt.bench.seven.Parts.Kind;
import basalt.bench.seven.Parts.Status;

/** Loops over an array for each field; where not all entities match, over a list of those that do. */
final class InArrays implements Game {
    private static final byte DEAD = (byte) Status.DEAD.ordinal();
    private static final byte SPAWN = (byte) Status.SPAWN.ordinal();
    private static final byte ALIVE = (byte) Status.ALIVE.ordinal();
    private static final byte HERO = (byte) Kind.HERO.ordinal();
    private static final byte MONSTER = (byte) Kind.MONSTER.ordinal();

    private final Unit[] start;
    private final Screen screen = new Screen();
    private final int[][] lists = new int[Matches.SYSTEMS.size()][];
    private final float[] x;
    private final float[] y;
    private final float[] dx;
    private final float[] dy;
    private final int[] thingy;
    private final double[] dingy;
    private final boolean[] mingy;
    private final int[] numgy;
    private final int[] seed;
    private final byte[] kind;
    private final int[] hp;
    private final int[] most;
    private final byte[] status;
    private final int[] attack;
    private final int[] defence;
    private final byte[] character;

    InArrays(Unit[] units) {
        start = units;
        for (int system = 0; system < lists.length; system++) {
            lists[system] = Matches.list(system, units);
        }
        int count = units.length;
        x = new float[count];
        y = new float[count];
        dx = new float[count];
        dy = new float[count];
        thingy = new int[count];
        dingy = new double[count];
        mingy = new boolean[count];
        numgy = new int[count];
        seed = new int[count];
        kind = new byte[count];
        hp = new int[count];
        most = new int[count];
        status = new byte[count];
        attack = new int[count];
        defence = new int[count];
        character = new byte[count];
    }

    @Override
    public void reset() {
        for (int i = 0; i < start.length; i++) {
            Unit unit = start[i];
            x[i] = unit.x;
            y[i] = unit.y;
            dx[i] = unit.dx;
            dy[i] = unit.dy;
            thingy[i] = unit.thingy;
            dingy[i] = unit.dingy;
            mingy[i] = unit.mingy;
            numgy[i] = unit.numgy;
            seed[i] = unit.seed;
            kind[i] = (byte) unit.kind.ordinal();
            hp[i] = unit.hp;
            most[i] = unit.most;
            status[i] = (byte) unit.status.ordinal();
            attack[i] = unit.attack;
            defence[i] = unit.defence;
            character[i] = unit.character;
        }
    }

    @Override
    public void tick() {
        if (lists[3] == null) {
            tickAll();
        } else {
            tickSome();
        }
    }

    private void tickAll() {
        int count = start.length;
        for (int i = 0; i < count; i++) {
            move(i, SECONDS);
        }
        for (int i = 0; i < count; i++) {
            data(i, SECONDS);
        }
        for (int i = 0; i < count; i++) {
            turn(i);
        }
        for (int i = 0; i < count; i++) {
            live(i);
        }
        for (int i = 0; i < count; i++) {
            damage(i);
        }
        for (int i = 0; i < count; i++) {
            sprite(i);
        }
        for (int i = 0; i < count; i++) {
            render(i);
        }
    }

    private void tickSome() {
        for (int i : lists[0]) {
            move(i, SECONDS);
        }
        for (int i : lists[1]) {
            data(i, SECONDS);
        }
        for (int i : lists[2]) {
            turn(i);
        }
        for (int i : lists[3]) {
            live(i);
        }
        for (int i : lists[4]) {
            damage(i);
        }
        for (int i : lists[5]) {
            sprite(i);
        }
        for (int i : lists[6]) {
            render(i);
        }
    }

    private void move(int i, float seconds) {
        x[i] += dx[i] * seconds;
        y[i] += dy[i] * seconds;
    }

    private void data(int i, float seconds) {
        thingy[i] = (thingy[i] + 1) % Numbers.THINGIES;
        dingy[i] += 0.0001 * seconds;
        mingy[i] = !mingy[i];
        int random = Numbers.next(seed[i]);
        seed[i] = random;
        numgy[i] = Numbers.mixed(random);
    }

    private void turn(int i) {
        if (thingy[i] % 10 == 0) {
            int first = Numbers.next(seed[i]);
            int second = Numbers.next(first);
            if (x[i] > y[i]) {
                dx[i] = Numbers.steep(first);
                dy[i] = Numbers.flat(second);
            } else {
                dx[i] = Numbers.flat(first);
                dy[i] = Numbers.steep(second);
            }
            seed[i] = second;
        }
    }

    private void live(int i) {
        if (hp[i] <= 0 && status[i] != DEAD) {
            hp[i] = 0;
            status[i] = DEAD;
        } else if (status[i] == DEAD && hp[i] == 0) {
            hp[i] = most[i];
            status[i] = SPAWN;
        } else if (hp[i] >= most[i] && status[i] != ALIVE) {
            hp[i] = most[i];
            status[i] = ALIVE;
        } else {
            status[i] = ALIVE;
        }
    }

    private void damage(int i) {
        int points = attack[i] - defence[i];
        if (hp[i] > 0 && points > 0) {
            hp[i] = Math.max(hp[i] - points, 0);
        }
    }

    private void sprite(int i) {
        if (status[i] == ALIVE) {
            character[i] = kind[i] == HERO ? Screen.HERO : kind[i] == MONSTER ? Screen.MONSTER : Screen.NPC;
        } else {
            character[i] = status[i] == DEAD ? Screen.GRAVE : Screen.SPAWN;
        }
    }

    private void render(int i) {
        screen.draw((int) x[i], (int) y[i], character[i]);
    }

    @Override
    public void read(int number, Unit unit) {
        unit.x = x[number];
        unit.y = y[number];
        unit.dx = dx[number];
        unit.dy = dy[number];
        unit.thingy = thingy[number];
        unit.dingy = dingy[number];
        unit.mingy = mingy[number];
        unit.numgy = numgy[number];
        unit.seed = seed[number];
        unit.hp = hp[number];
        unit.status = Status.values()[status[number]];
        unit.character = character[number];
    }

    @Override
    public byte[] drawn() {
        return screen.characters();
    }

    @Override
    public void close() {
        // Nothing to free.
    }
}
