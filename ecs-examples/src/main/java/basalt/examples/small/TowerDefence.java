package basalt.examples.small;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.when;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.examples.framework.inspect.Inspected;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.World;

/**
 * Tower defence: templates spawn waves of enemies, which walk along a road. Each tower shoots the foremost enemy within
 * range; a shot is an event, which the next system receives. A killed enemy leaves gold, which pays for the next tower.
 */
final class TowerDefence {
    static final int ROAD = 60, REACH = 5; // length of the road and range of a tower, in metres
    static final int PRICE = 20; // gold for a tower
    static final int WAVES = 12;

    record Enemy(float place, float speed, int health) {
        static final Component<Enemy> TYPE = Component.of(Enemy.class);
        static final FloatColumn PLACE = TYPE.float32("place"), SPEED = TYPE.float32("speed");
        static final IntColumn HEALTH = TYPE.int32("health");
    }

    record Tower(int place) {
        static final Component<Tower> TYPE = Component.of(Tower.class);
        static final IntColumn PLACE = TYPE.int32("place");
    }

    /** An event: a tower has shot at an enemy. */
    record Shot(@EntityHandle long enemy) {
        static final EventType<Shot> TYPE = EventType.of(Shot.class);
        static final EntityColumn ENEMY = TYPE.entity("enemy");
    }

    /** A resource that systems share: the state of the game. */
    static final class Score {
        int wave, shots, fallen, arrived, gold = 2 * PRICE;
    }

    final Score score = new Score();
    final Query enemies, towers;
    final Schedule schedule;

    TowerDefence(World world, int workers) {
        Template runner = world.template().with(new Enemy(0, 5, 5)).build();
        Template giant = world.template().with(new Enemy(0, 2, 20)).build();
        Template tower = world.template().with(new Tower(0)).build();
        enemies = world.query().all(Enemy.TYPE).build();
        towers = world.query().all(Tower.TYPE).build();
        Selection foremost = Selection.of(enemies);
        EventReader<Shot> shots = world.events(Shot.TYPE).reader();

        Runnable wave = () -> {
            score.wave++;
            for (int i = 0; i < 3 + score.wave; i++) { // one behind the other
                world.commands().set((i % 4 == 3 ? giant : runner).spawn(world.commands()), Enemy.PLACE, -4 * i);
            }
        };
        RowKernel walk = enemies.pureKernel(row -> row.set(
                Enemy.PLACE,
                row.get(Enemy.PLACE) + row.get(Enemy.SPEED) * world.time().deltaSeconds()));
        RowKernel aim = towers.kernel((row, commands) -> {
            for (int i = 0; i < foremost.size(); i++) {
                if (Math.abs(foremost.row(i).get(Enemy.PLACE) - row.get(Tower.PLACE)) <= REACH) {
                    commands.set(commands.send(Shot.TYPE), Shot.ENEMY, foremost.entity(i));
                    return;
                }
            }
        });
        Runnable shoot = () -> {
            foremost.collect().sortByDescending(Enemy.PLACE); // lies in the frame arena until this system ends
            aim.run();
        };
        Runnable hurt = () -> shots.forEach(shot -> {
            long enemy = shots.channel().get(shot, Shot.ENEMY);
            int health = world.get(enemy, Enemy.HEALTH) - 1;
            world.set(enemy, Enemy.HEALTH, health);
            score.shots++;
            if (health == 0) {
                world.commands().destroy(enemy);
                score.fallen++;
                score.gold += PRICE / 5;
            }
        });
        RowKernel arrive = enemies.kernel((row, commands) -> {
            if (row.get(Enemy.PLACE) >= ROAD) {
                commands.destroy(row.entity());
                score.arrived++;
            }
        });
        Runnable buy = () -> {
            world.commands().set(tower.spawn(world.commands()), Tower.PLACE, (15 + 22 * towers.count()) % ROAD);
            score.gold -= PRICE;
        };
        Access scores = writesResource(Score.class);
        schedule = Schedule.builder(world)
                .workers(workers)
                .add("wave", wave, when(() -> score.wave < WAVES), everyTicks(240), spawns(runner, giant), scores)
                .add("walk", walk, reads(Enemy.SPEED), writes(Enemy.PLACE))
                .add("shoot", shoot, everyTicks(15), reads(Enemy.PLACE), reads(Tower.TYPE), sends(Shot.TYPE))
                .add("hurt", hurt, receives(Shot.TYPE), writes(Enemy.TYPE), destroys(Enemy.TYPE), scores)
                .add("arrive", arrive, reads(Enemy.TYPE), destroys(Enemy.TYPE), scores)
                .add("buy", buy, when(() -> score.gold >= PRICE), reads(Tower.TYPE), spawns(tower), scores)
                .build();
        world.resources().own(schedule); // closes with the world
    }

    /** The road: T is a tower, o a runner, O a giant. Enemies in front of the road are shown at its start. */
    String picture() {
        StringBuilder road = new StringBuilder("-".repeat(ROAD));
        towers.forEach(row -> road.setCharAt(row.get(Tower.PLACE), 'T'));
        enemies.forEach(row ->
                road.setCharAt((int) Math.max(0, row.get(Enemy.PLACE)), row.get(Enemy.SPEED) < 3 ? 'O' : 'o'));
        return road.toString();
    }

    public static void main(String... args) {
        try (World world = World.create()) {
            TowerDefence game = new TowerDefence(world, 2);
            Inspected.ticks(game.schedule, 1 / 30f, 0, args); // with --inspect, until Enter is pressed
            while (game.score.wave < WAVES || !game.enemies.isEmpty()) {
                game.schedule.tick(1 / 30f);
                if (world.time().tick() % 240 == 120) {
                    System.out.printf("%s wave %2d%n", game.picture(), game.score.wave);
                }
            }
            System.out.printf("%d enemies have fallen, %d have arrived%n", game.score.fallen, game.score.arrived);
        }
    }
}
