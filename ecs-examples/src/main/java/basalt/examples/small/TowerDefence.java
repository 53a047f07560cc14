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
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.examples.framework.inspect.Inspected;
import basalt.query.RecordQuery;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.EventReader;
import basalt.world.World;

/**
 * Tower defence: waves of enemies walk along a road. Each tower shoots the foremost enemy within range; a shot is an
 * event, which the next system receives. A killed enemy leaves gold, which pays for the next tower. Enemies have a
 * column, since a selection sorts by one.
 */
final class TowerDefence {
    static final int ROAD = 60, REACH = 5; // length of the road and range of a tower, in metres
    static final int PRICE = 20; // gold for a tower
    static final int WAVES = 12;

    record Enemy(float place, float speed, int health) {
        static final FloatColumn PLACE = Component.of(Enemy.class).float32("place");

        Enemy walked(float seconds) {
            return new Enemy(place + speed * seconds, speed, health);
        }

        Enemy hurt() {
            return new Enemy(place, speed, health - 1);
        }
    }

    record Tower(int place) {}

    /** An event: a tower has shot at an enemy. */
    record Shot(@EntityHandle long enemy) {}

    /** A resource that systems share: the state of the game. */
    static final class Score {
        int wave, shots, fallen, arrived, gold = 2 * PRICE;
    }

    final Score score = new Score();
    final RecordQuery.Of1<Enemy> enemies;
    final RecordQuery.Of1<Tower> towers;
    final Schedule schedule;

    TowerDefence(World world, int workers) {
        enemies = world.query(Enemy.class);
        towers = world.query(Tower.class);
        Selection foremost = Selection.of(enemies.rows());
        EventReader<Shot> shots = world.events(Shot.class).reader();

        Runnable wave = () -> {
            score.wave++;
            for (int i = 0; i < 3 + score.wave; i++) { // one behind the other; each fourth is a giant
                world.commands().spawn(i % 4 == 3 ? new Enemy(-4 * i, 2, 20) : new Enemy(-4 * i, 5, 5));
            }
        };
        RowKernel walk = enemies.update(enemy -> enemy.walked(world.time().deltaSeconds()));
        RowKernel aim = towers.each((entity, tower, commands) -> {
            for (int i = 0; i < foremost.size(); i++) {
                if (Math.abs(foremost.row(i).get(Enemy.PLACE) - tower.place()) <= REACH) {
                    commands.send(new Shot(foremost.entity(i)));
                    return;
                }
            }
        });
        Runnable shoot = () -> {
            foremost.collect().sortByDescending(Enemy.PLACE); // lies in the frame arena until this system ends
            aim.run();
        };
        Runnable hurt = () -> shots.forEach(shot -> {
            score.shots++;
            if (world.update(shot.enemy(), Enemy.class, Enemy::hurt).health() == 0) {
                world.commands().destroy(shot.enemy());
                score.fallen++;
                score.gold += PRICE / 5;
            }
        });
        RowKernel arrive = enemies.each((entity, enemy, commands) -> {
            if (enemy.place() >= ROAD) {
                commands.destroy(entity);
                score.arrived++;
            }
        });
        Runnable buy = () -> {
            world.commands().spawn(new Tower((15 + 22 * towers.count()) % ROAD));
            score.gold -= PRICE;
        };
        Access scores = writesResource(Score.class);
        schedule = Schedule.builder(world)
                .workers(workers)
                .add("wave", wave, when(() -> score.wave < WAVES), everyTicks(240), spawns(Enemy.class), scores)
                .add("walk", walk)
                .add("shoot", shoot, everyTicks(15), reads(Enemy.class, Tower.class), sends(Shot.class))
                .add("hurt", hurt, receives(Shot.class), writes(Enemy.class), destroys(Enemy.class), scores)
                .add("arrive", arrive, destroys(Enemy.class), scores)
                .add("buy", buy, when(() -> score.gold >= PRICE), reads(Tower.class), spawns(Tower.class), scores)
                .build();
        world.resources().own(schedule); // closes with the world
    }

    /** The road: T is a tower, o a runner, O a giant. Enemies in front of the road are shown at its start. */
    String picture() {
        StringBuilder road = new StringBuilder("-".repeat(ROAD));
        towers.forEach(tower -> road.setCharAt(tower.place(), 'T'));
        enemies.forEach(enemy -> road.setCharAt((int) Math.max(0, enemy.place()), enemy.speed() < 3 ? 'O' : 'o'));
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
