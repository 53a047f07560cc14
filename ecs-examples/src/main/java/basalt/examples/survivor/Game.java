package basalt.examples.survivor;

import static basalt.system.Access.*;
import static basalt.system.RunCondition.*;

import basalt.component.*;
import basalt.examples.survivor.Model.*;
import basalt.memory.frame.FrameLongList;
import basalt.query.*;
import basalt.system.*;
import basalt.world.*;
import java.util.function.Consumer;

/**
 * The rules: the systems of the game, in their order. Kernels over records say themselves what they read and write, so
 * only resources, events and structural changes are declared, once for each set of systems. Bodies that touch several
 * kinds of entities, but few of them, are exclusive.
 */
final class Game {
    private static final float SIZE = 1500; // from the centre to each border
    private static final int ENEMIES = 5000;
    private static final float BODY = 8; // how near a hit is
    private static final Velocity REST = new Velocity(new Vec(0, 0)), UP = new Velocity(new Vec(0, -20));
    private static final Global ORIGIN = new Global(new Vec(0, 0), new Vec(1, 0));
    private static final Condition OVER = Condition.on(Timer.class, timer -> timer.left() <= 0);
    private static final Condition DEAD = Condition.on(Health.class, health -> health.points() <= 0);
    private static final Condition RISEN = Condition.on(Level.class, level -> level.xp() >= level.next());
    private static final int ANGLE = 1, DISTANCE = 2, SPEED = 3, HEAL = 4; // what a random number is for

    final Schedule schedule; // closed before the world
    final Hero hero = new Hero();
    private final World world;
    private final Time time;
    private final Hierarchy tree;
    private final ValueIndex byName;
    private final RecordQuery.Of2<Position, Push> enemies;
    private final SpatialGrid grid; // of the enemies

    /** The hero: its entity, and its place, which is set in each tick. A resource. */
    static final class Hero {
        long entity;
        private Vec at = new Vec(0, 0);
    }

    /** Plays in a world that is new or was loaded. */
    Game(World world, int workers, Consumer<ScheduleBuilder> ui) {
        this.world = world;
        time = world.time();
        tree = world.hierarchy();
        byName = world.index(Info.class, Info::name);
        hero.entity = byName.find("hero"); // of a loaded world
        enemies = world.query(Position.class, Push.class).with(Enemy.class);
        grid = enemies.grid((Position p) -> p.at().x(), p -> p.at().y()).radius(2 * BODY);
        Consumer<ScheduleBuilder> sim = ticks -> ticks.set("sight", this::addSight, writesResource(Hero.class))
                .set("motion", this::addMotion, readsResource(Hero.class))
                .set("guns", this::addFire, readsResource(Hero.class), reads(grid), reads(Position.class), spawns())
                .set("hits", this::addHits, readsResource(Hero.class), reads(grid), sends(Hit.class), destroys())
                .set("effects", this::addEffects, exclusive());
        ScheduleBuilder systems = Schedule.builder(world).workers(workers);
        schedule = systems.set("ui", ui, eachFrame()).set("sim", sim).build();
    }

    /** Adds the hero, two weapons and all enemies. */
    void start() {
        long pistol = world.spawn(new Info("pistol"), new Weapon(false, 0.1f, 10, 300, 5), new Timer(0));
        long missiles = world.spawn(new Info("missiles"), new Weapon(true, 0.5f, 20, 250, 6), new Timer(0));
        Arsenal arsenal = new Arsenal(new long[] {pistol, missiles});
        Inventory inventory = new Inventory(new Item[] {new Item(Item.WEAPON, 1), new Item(Item.WEAPON, 1)});
        Position middle = new Position(new Vec(0, 0));
        Level level = new Level(1, 0, 10);
        Info info = new Info("hero");
        hero.entity = world.spawn(middle, REST, new Health(100, 100), level, new Score(0, 0), info, arsenal, inventory);
        addEnemies();
    }

    private void addEnemies() {
        Randoms random = world.random();
        for (int i = enemies.count(); i < ENEMIES; i++) {
            Vec way = Vec.polar(random.nextFloat(i, ANGLE, 0, 6.2832f), random.nextFloat(i, DISTANCE, 400, 1400));
            Enemy enemy = new Enemy(random.nextFloat(i, SPEED, 30, 50), 5, 1);
            world.spawn(new Position(hero.at.plus(way)), REST, new Health(25, 25), enemy, Push.NONE);
        }
    }

    void addBoss() {
        Local place = new Local(hero.at.plus(new Vec(200, 0)), new Vec(1, 0));
        Global global = ORIGIN.of(place);
        long left = world.spawn(new Local(new Vec(-12, 0), new Vec(0, 1)), global, new Turret(2, 0.3f), new Timer(0));
        long right = world.spawn(new Local(new Vec(12, 0), new Vec(0, -1)), global, new Turret(-3, 0.2f), new Timer(0));
        Info info = new Info("boss of second " + (int) time.elapsedSeconds());
        Position at = new Position(place.at());
        Boss turrets = new Boss(left, right);
        Enemy enemy = new Enemy(25, 30, 50);
        long boss = world.spawn(at, REST, new Health(1000, 1000), enemy, Push.NONE, place, global, info, turrets);
        tree.attach(left, boss);
        tree.attach(right, boss);
    }

    private void addSight(ScheduleBuilder systems) {
        var heroes = world.query(Velocity.class, Position.class).with(Score.class);
        systems.add("steer", heroes.update(this::steer)).add("grid", grid);
    }

    private Velocity steer(Velocity velocity, Position position) {
        hero.at = position.at();
        double seconds = time.elapsedSeconds();
        return new Velocity(new Vec((float) (60 * Math.cos(seconds * 0.7)), (float) (60 * Math.sin(seconds * 0.4))));
    }

    private void addMotion(ScheduleBuilder systems) {
        var chasers =
                world.query(Velocity.class, Position.class, Enemy.class).without(Timer.class); // who is not stunned
        var crowd = world.query(Velocity.class, Push.class);
        var missiles = world.query(Velocity.class, Position.class).with(Homing.class);
        var target = world.relation(Homing.class, OnTargetDestroy.CLEAR);
        var bosses = world.query(Local.class, Position.class);
        var places = world.query(Local.class, Global.class);
        systems.add("chase", chasers.update((v, p, enemy) -> p.towards(hero.at, enemy.speed())))
                .add(
                        "push",
                        grid.neighbours(Position.class)
                                .accumulate(Push.NONE, (push, mine, other) -> push.plus(mine, other, 2 * BODY)))
                .add(
                        "separate",
                        crowd.update((v, push) ->
                                new Velocity(v.perSecond().plus(push.by().times(150)))))
                .add("home", missiles.pairs(target, enemies).update((v, p, enemy, push) -> p.towards(enemy.at(), 250)))
                .add("move", world.query(Position.class, Velocity.class).update(this::move))
                .add("place", bosses.update((local, p) -> new Local(p.at(), local.facing())))
                .add("spin", world.query(Local.class, Turret.class).update(this::spin))
                .add("transform", places.cascade(TreeType.DEFAULT, ORIGIN::of, (local, parent) -> parent.of(local)));
    }

    private Position move(Position position, Velocity velocity) {
        Vec to = position.at().plus(velocity.perSecond().times(time.deltaSeconds()));
        return new Position(new Vec(Math.max(-SIZE, Math.min(SIZE, to.x())), Math.max(-SIZE, Math.min(SIZE, to.y()))));
    }

    private Local spin(Local local, Turret turret) {
        Vec turn = new Vec(1, turret.spin() * time.deltaSeconds());
        return new Local(local.at(), local.facing().turned(turn).ofLength(1));
    }

    private void addFire(ScheduleBuilder systems) {
        var turrets = world.query(Timer.class, Turret.class, Global.class).where(OVER);
        var weapons = world.query(Timer.class, Weapon.class).where(OVER);
        systems.add("fire turrets", turrets.update(this::fireTurret)).add("fire", weapons.update(this::fire));
    }

    private Timer fireTurret(long entity, Timer timer, Turret turret, Global global, Commands commands) {
        Velocity velocity = new Velocity(global.facing().times(120));
        commands.spawn(new Position(global.at()), velocity, new Bullet(5, false), new Timer(4), new Hostile());
        return new Timer(turret.cooldown());
    }

    private Timer fire(long entity, Timer timer, Weapon weapon, Commands commands) {
        FrameLongList targets = FrameLongList.in(world.frame(), weapon.shots());
        int found = grid.nearest(hero.at.x(), hero.at.y(), 250, weapon.shots(), targets);
        if (found == 0) {
            return timer;
        }
        Vec aim = world.get(targets.get(0), Position.class).at().minus(hero.at).ofLength(1);
        for (int i = 0; i < weapon.shots(); i++) {
            Vec facing = aim.turned(Vec.polar(0.15 * (i - (weapon.shots() - 1) / 2.0), 1));
            Position from = new Position(hero.at.plus(facing.times(14)));
            Velocity velocity = new Velocity(facing.times(weapon.speed()));
            Bullet bullet = new Bullet(weapon.damage(), weapon.isHoming());
            long enemy = weapon.isHoming() ? targets.get(i % found) : Entity.NULL;
            commands.spawn(from, velocity, bullet, new Timer(weapon.isHoming() ? 4 : 2), new Homing(enemy));
        }
        return new Timer(weapon.cooldown());
    }

    private void addHits(ScheduleBuilder systems) {
        var bullets = world.query(Bullet.class, Position.class);
        systems.add("strike", bullets.without(Hostile.class).each(this::strike))
                .add("strike hero", bullets.with(Hostile.class).each(this::strikeHero))
                .add("bite", world.query(Enemy.class, Position.class).each(this::bite));
    }

    private void strike(long entity, Bullet bullet, Position position, Commands commands) {
        long hit = grid.nearest(position.at().x(), position.at().y(), BODY);
        if (hit != Entity.NULL) {
            commands.send(new Hit(hit, bullet.damage(), bullet.stuns()));
            commands.destroy(entity);
        }
    }

    private void strikeHero(long entity, Bullet bullet, Position position, Commands commands) {
        if (position.isNear(hero.at, BODY)) {
            commands.send(new Hit(hero.entity, bullet.damage(), false));
            commands.destroy(entity);
        }
    }

    private void bite(long entity, Enemy enemy, Position position, Commands commands) {
        if (position.isNear(hero.at, BODY)) {
            commands.send(new Hit(hero.entity, enemy.damage() * time.deltaSeconds(), false));
        }
    }

    private void addEffects(ScheduleBuilder systems) {
        EventReader<Hit> hits = world.events(Hit.class).reader();
        var timers = world.query(Timer.class);
        var over = timers.where(OVER);
        BulkChange shown = over.any(Bullet.class, Label.class).rows().bulk();
        BulkChange stunned = over.with(Enemy.class).rows().bulk();
        systems.add("damage", () -> hits.forEach(this::damage))
                .add("die", world.query(Enemy.class, Position.class).where(DEAD).each(this::die)::run)
                .add("level up", world.query(Level.class).where(RISEN).update(this::levelUp)::run)
                .add("collect", world.query(Pickup.class, Position.class).each(this::collect)::run)
                .add("revive", world.query(Fate.class).where(DEAD).update(Fate::revived)::run)
                .add("count down", timers.update(timer -> new Timer(timer.left() - time.deltaSeconds()))::run)
                .add("expire", shown::destroy)
                .add("recover", () -> stunned.remove(Timer.class))
                .add("wave", this::addEnemies, every(0.25f))
                .add("boss", this::addBoss, every(15))
                .add("compact", () -> world.rows().compactRows(500), everyTicks(60));
    }

    private void damage(Hit hit) {
        if (world.isAlive(hit.target())) {
            world.update(hit.target(), Health.class, health -> health.plus(-hit.damage()));
            if (hit.stuns()) {
                world.add(hit.target(), new Timer(0.5f));
            }
            if (hit.damage() >= 1) {
                world.spawn(world.get(hit.target(), Position.class), UP, new Label(hit.damage()), new Timer(0.7f));
            }
        }
    }

    private void die(long entity, Enemy enemy, Position position, Commands commands) {
        Score score = world.update(hero.entity, Score.class, old -> new Score(old.kills() + 1, old.deaths()));
        float heal = world.random().nextFloat(score.kills(), HEAL) < 0.05f ? 20 : 0;
        commands.spawn(position, new Pickup(enemy.xp(), heal));
        commands.destroy(entity);
    }

    private Level levelUp(long hero, Level old) {
        int level = old.level() + 1, more = level % 3 == 0 ? 1 : 0;
        world.update(hero, Inventory.class, inventory -> inventory.plus(new Item(Item.UPGRADE, level)));
        for (long weapon : world.get(hero, Arsenal.class).weapons()) {
            world.update(weapon, Weapon.class, gun -> gun.improved(more));
        }
        return new Level(level, old.xp(), old.next() + 10 * level);
    }

    private void collect(long entity, Pickup pickup, Position position, Commands commands) {
        if (position.isNear(hero.at, 60)) {
            world.update(hero.entity, Level.class, old -> new Level(old.level(), old.xp() + pickup.xp(), old.next()));
            world.update(hero.entity, Health.class, health -> health.plus(pickup.heal()));
            commands.destroy(entity);
        }
    }
}
