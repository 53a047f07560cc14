package basalt.bench.seven;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.bench.seven.Parts.Status;
import basalt.component.BooleanColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Time;
import java.util.List;

/**
 * Kernels that C2 vectorises without a translation: no branches but masks, columns of one size in each, and integers
 * instead of constants of enums. A mask has all bits or none.
 */
final class Tuned extends WorldGame {
    private static final int DEAD = Status.DEAD.ordinal();
    private static final int ALIVE = Status.ALIVE.ordinal();
    private static final float STEEP = 1e38f;

    /** Values of several kinds, and the state of a random generator. */
    public record Numbered(int thingy, double dingy, boolean mingy, int numgy, int seed) {
        static final Component<Numbered> TYPE = Component.of(Numbered.class);
        static final IntColumn THINGY = TYPE.int32("thingy");
        static final DoubleColumn DINGY = TYPE.float64("dingy");
        static final BooleanColumn MINGY = TYPE.bool("mingy");
        static final IntColumn NUMGY = TYPE.int32("numgy");
        static final IntColumn SEED = TYPE.int32("seed");
    }

    /** What a figure has. */
    public record Figure(int kind, int hp, int most, int status, int attack, int defence, int character) {
        static final Component<Figure> TYPE = Component.of(Figure.class);
        static final IntColumn KIND = TYPE.int32("kind");
        static final IntColumn HP = TYPE.int32("hp");
        static final IntColumn MOST = TYPE.int32("most");
        static final IntColumn STATUS = TYPE.int32("status");
        static final IntColumn ATTACK = TYPE.int32("attack");
        static final IntColumn DEFENCE = TYPE.int32("defence");
        static final IntColumn CHARACTER = TYPE.int32("character");
    }

    Tuned(Unit[] units) {
        super(units);
    }

    @Override
    List<RowKernel> kernels() {
        Time time = world.time();
        Screen on = screen;
        Query numbered = world.query().all(Numbered.TYPE).build();
        Query figures = world.query().all(Figure.TYPE).build();
        return List.of(
                world.query().all(Position.TYPE, Velocity.TYPE).build().kernel(row -> {
                    row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds());
                    row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * time.deltaSeconds());
                }),
                numbered.kernel(row -> {
                    int next = row.get(Numbered.THINGY) + 1;
                    row.set(Numbered.THINGY, next & next - Numbers.THINGIES >> 31);
                    int random = Numbers.next(row.get(Numbered.SEED));
                    row.set(Numbered.SEED, random);
                    row.set(Numbered.NUMGY, Numbers.mixed(random));
                }),
                numbered.kernel(row -> row.set(Numbered.DINGY, row.get(Numbered.DINGY) + 0.0001 * time.deltaSeconds())),
                numbered.kernel(row -> row.set(Numbered.MINGY, !row.get(Numbered.MINGY))),
                turn(),
                figures.kernel(row -> {
                    int hp = row.get(Figure.HP);
                    int most = row.get(Figure.MOST);
                    int status = row.get(Figure.STATUS);
                    int isDead = isZero(status ^ DEAD);
                    int dies = ~(-hp >> 31) & ~isDead;
                    int spawns = isDead & isZero(hp);
                    int heals = ~dies & (spawns | ~(hp - most >> 31) & ~isZero(status ^ ALIVE));
                    row.set(Figure.HP, ~dies & (heals & most | ~heals & hp));
                    row.set(Figure.STATUS, dies & DEAD | ~dies & ~spawns & ALIVE);
                }),
                figures.kernel(row -> {
                    int hp = row.get(Figure.HP);
                    int points = Math.max(row.get(Figure.ATTACK) - row.get(Figure.DEFENCE), 0);
                    row.set(Figure.HP, Math.min(hp, Math.max(hp - points, 0)));
                }),
                figures.kernel(row -> {
                    int isDead = isZero(row.get(Figure.STATUS) ^ DEAD);
                    int isAlive = isZero(row.get(Figure.STATUS) ^ ALIVE);
                    int isMonster = isZero(row.get(Figure.KIND) ^ 1);
                    int isHero = isZero(row.get(Figure.KIND) ^ 2);
                    int alive = isHero & Screen.HERO | isMonster & Screen.MONSTER | ~isHero & ~isMonster & Screen.NPC;
                    row.set(
                            Figure.CHARACTER,
                            isDead & Screen.GRAVE | isAlive & alive | ~isDead & ~isAlive & Screen.SPAWN);
                }),
                world.query()
                        .all(Position.TYPE, Figure.TYPE)
                        .build()
                        .kernel(row -> on.draw((int) row.get(Position.X), (int) row.get(Position.Y), (byte)
                                row.get(Figure.CHARACTER))));
    }

    /** By weights: 1 for one of two values, 0 for the other. */
    private RowKernel turn() {
        return world.query()
                .all(Position.TYPE, Velocity.TYPE, Numbered.TYPE)
                .build()
                .kernel(row -> {
                    int turns = isZero(row.get(Numbered.THINGY) % 10);
                    float keeps = 1 + turns;
                    float turned = -turns;
                    int first = Numbers.next(row.get(Numbered.SEED));
                    int second = Numbers.next(first);
                    float right = Math.max(0, Math.min(1, (row.get(Position.X) - row.get(Position.Y)) * STEEP));
                    float left = 1 - right;
                    row.set(
                            Velocity.DX,
                            keeps * row.get(Velocity.DX)
                                    + turned * (right * Numbers.steep(first) + left * Numbers.flat(first)));
                    row.set(
                            Velocity.DY,
                            keeps * row.get(Velocity.DY)
                                    + turned * (right * Numbers.flat(second) + left * Numbers.steep(second)));
                    row.set(Numbered.SEED, turns & second | ~turns & row.get(Numbered.SEED));
                });
    }

    /** All bits if a number is zero. */
    private static int isZero(int number) {
        return ~((number | -number) >> 31);
    }

    @Override
    void add(Unit unit, List<Record> components) {
        if (unit.hasData) {
            components.add(new Numbered(unit.thingy, unit.dingy, unit.mingy, unit.numgy, unit.seed));
        }
        if (unit.isFigure) {
            components.add(new Figure(
                    unit.kind.ordinal(),
                    unit.hp,
                    unit.most,
                    unit.status.ordinal(),
                    unit.attack,
                    unit.defence,
                    unit.character));
        }
    }

    @Override
    void readParts(long entity, Unit unit) {
        if (world.has(entity, Numbered.TYPE)) {
            Numbered numbered = world.get(entity, Numbered.TYPE);
            unit.thingy = numbered.thingy();
            unit.dingy = numbered.dingy();
            unit.mingy = numbered.mingy();
            unit.numgy = numbered.numgy();
            unit.seed = numbered.seed();
        }
        if (world.has(entity, Figure.TYPE)) {
            Figure figure = world.get(entity, Figure.TYPE);
            unit.hp = figure.hp();
            unit.status = Status.values()[figure.status()];
            unit.character = (byte) figure.character();
        }
    }
}
