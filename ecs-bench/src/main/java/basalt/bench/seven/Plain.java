package basalt.bench.seven;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.bench.seven.Parts.Damage;
import basalt.bench.seven.Parts.Data;
import basalt.bench.seven.Parts.Health;
import basalt.bench.seven.Parts.Player;
import basalt.bench.seven.Parts.Sprite;
import basalt.bench.seven.Parts.Status;
import basalt.component.Component;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Time;
import java.util.List;

/** Kernels over rows, with branches, as a game writes them. */
class Plain extends WorldGame {
    Plain(Unit[] units) {
        super(units);
    }

    private Query all(Component<?>... components) {
        return world.query().all(components).build();
    }

    @Override
    List<RowKernel> kernels() {
        return List.of(move(), data(), turn(), live(), damage(), sprite(), render());
    }

    private RowKernel move() {
        Time time = world.time();
        return all(Position.TYPE, Velocity.TYPE).kernel(row -> {
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds());
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * time.deltaSeconds());
        });
    }

    private RowKernel data() {
        Time time = world.time();
        return all(Data.TYPE).kernel(row -> {
            row.set(Data.THINGY, (row.get(Data.THINGY) + 1) % Numbers.THINGIES);
            row.set(Data.DINGY, row.get(Data.DINGY) + 0.0001 * time.deltaSeconds());
            row.set(Data.MINGY, !row.get(Data.MINGY));
            int random = Numbers.next(row.get(Data.SEED));
            row.set(Data.SEED, random);
            row.set(Data.NUMGY, Numbers.mixed(random));
        });
    }

    private RowKernel turn() {
        return all(Position.TYPE, Velocity.TYPE, Data.TYPE).kernel(row -> {
            if (row.get(Data.THINGY) % 10 == 0) {
                int first = Numbers.next(row.get(Data.SEED));
                int second = Numbers.next(first);
                if (row.get(Position.X) > row.get(Position.Y)) {
                    row.set(Velocity.DX, Numbers.steep(first));
                    row.set(Velocity.DY, Numbers.flat(second));
                } else {
                    row.set(Velocity.DX, Numbers.flat(first));
                    row.set(Velocity.DY, Numbers.steep(second));
                }
                row.set(Data.SEED, second);
            }
        });
    }

    private RowKernel live() {
        return all(Health.TYPE).kernel(row -> {
            int hp = row.get(Health.HP);
            Status status = row.get(Health.STATUS);
            if (hp <= 0 && status != Status.DEAD) {
                row.set(Health.HP, 0);
                row.set(Health.STATUS, Status.DEAD);
            } else if (status == Status.DEAD && hp == 0) {
                row.set(Health.HP, row.get(Health.MOST));
                row.set(Health.STATUS, Status.SPAWN);
            } else if (hp >= row.get(Health.MOST) && status != Status.ALIVE) {
                row.set(Health.HP, row.get(Health.MOST));
                row.set(Health.STATUS, Status.ALIVE);
            } else {
                row.set(Health.STATUS, Status.ALIVE);
            }
        });
    }

    private RowKernel damage() {
        return all(Health.TYPE, Damage.TYPE).kernel(row -> {
            int points = row.get(Damage.ATTACK) - row.get(Damage.DEFENCE);
            int hp = row.get(Health.HP);
            if (hp > 0 && points > 0) {
                row.set(Health.HP, Math.max(hp - points, 0));
            }
        });
    }

    private RowKernel sprite() {
        return all(Sprite.TYPE, Player.TYPE, Health.TYPE)
                .kernel(row ->
                        row.set(Sprite.CHARACTER, Parts.character(row.get(Player.KIND), row.get(Health.STATUS))));
    }

    private RowKernel render() {
        Screen on = screen;
        return all(Position.TYPE, Sprite.TYPE)
                .kernel(row ->
                        on.draw((int) row.get(Position.X), (int) row.get(Position.Y), row.get(Sprite.CHARACTER)));
    }

    @Override
    final void add(Unit unit, List<Record> components) {
        if (unit.hasData) {
            components.add(new Data(unit.thingy, unit.dingy, unit.mingy, unit.numgy, unit.seed));
        }
        if (unit.isFigure) {
            components.addAll(List.of(
                    new Player(unit.kind),
                    new Health(unit.hp, unit.most, unit.status),
                    new Damage(unit.attack, unit.defence),
                    new Sprite(unit.character)));
        }
    }

    @Override
    final void readParts(long entity, Unit unit) {
        if (world.has(entity, Data.TYPE)) {
            Data data = world.get(entity, Data.TYPE);
            unit.thingy = data.thingy();
            unit.dingy = data.dingy();
            unit.mingy = data.mingy();
            unit.numgy = data.numgy();
            unit.seed = data.seed();
        }
        if (world.has(entity, Health.TYPE)) {
            Health health = world.get(entity, Health.TYPE);
            unit.hp = health.hp();
            unit.status = health.status();
            unit.character = world.get(entity, Sprite.CHARACTER);
        }
    }
}
