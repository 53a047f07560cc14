package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.examples.framework.program.SmallRandom;
import basalt.examples.showcase.bullets.Components.Bullet;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.Components.Velocity;
import basalt.examples.showcase.bullets.bulletml.Angles;
import basalt.examples.showcase.bullets.bulletml.Interpreter;
import basalt.examples.showcase.bullets.bulletml.Params;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.examples.showcase.bullets.bulletml.Script;
import basalt.examples.showcase.bullets.bulletml.Shooter;
import basalt.examples.showcase.bullets.bulletml.Shooter.Glide;
import basalt.query.Commands;
import basalt.query.Row;
import basalt.world.Restorable;
import basalt.world.Template;
import basalt.world.World;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Runs the scripts of emitters and bullets, one entity at a time: provides their view of the world, and spawns the
 * bullets that they fire. One object serves all entities, so scripts make no garbage. A resource: there is one per
 * world, and systems declare access to it as to a component. Used on the world's thread only, like the scripts.
 */
final class Gun extends Shooter implements Restorable {
    private final World world;
    private final Fleet fleet;
    private final List<Pattern> patterns;
    private final Scripts scripts;
    private final Interpreter interpreter = new Interpreter();
    private final Script running = new Script();
    private final Glide glide = new Glide();
    private final Template plain;
    private final Template scripted;
    private final float rank;
    private final SmallRandom random = new SmallRandom(0);
    private int room;
    private long heldBack;

    private Commands commands;
    private int pattern;
    private int target;
    private float x;
    private float y;
    private float velocityX;
    private float velocityY;
    private final int[] lanes = new int[Routine.MOST];
    private int idle;
    private boolean hasVanished;

    Gun(World world, Fleet fleet, List<Pattern> patterns, Scripts scripts, float rank) {
        this.world = world;
        this.fleet = fleet;
        this.patterns = patterns;
        this.scripts = scripts;
        this.rank = rank;
        plain = world.template().with(Bullet.TYPE, Position.TYPE, Velocity.TYPE).build();
        scripted = world.template()
                .with(Bullet.TYPE, Position.TYPE, Velocity.TYPE, Routine.TYPE)
                .build();
    }

    /** The template of bullets without a script. */
    Template plain() {
        return plain;
    }

    /** The template of bullets with a script. */
    Template scripted() {
        return scripted;
    }

    /** Restarts. Equal seeds give equal random numbers. */
    void load(long seed) {
        random.seed(seed);
        heldBack = 0;
    }

    /** Limits the number of bullets that can be fired from now on. */
    void limit(int bullets) {
        room = bullets;
    }

    /** Number of bullets that were not fired because of the limit. */
    long heldBack() {
        return heldBack;
    }

    /** Restarts the pattern of an emitter, with another ship as the target. */
    void arm(long emitter, int number, Commands changes) {
        Pattern begun = patterns.get(number);
        changes.add(emitter, Routine.TYPE);
        changes.set(emitter, Routine.PATTERN, number);
        changes.set(emitter, Routine.TARGET, (int) (random.next() * fleet.size()));
        for (int i = 0; i < begun.topCount(); i++) {
            changes.set(emitter, Routine.SCRIPTS, i, scripts.start(begun, begun.top(i), Params.NONE));
        }
    }

    /** Loads the values of a row. This method and {@link #store} are small, so the JIT inlines them in every caller. */
    void load(Row row) {
        pattern = row.get(Routine.PATTERN);
        target = row.get(Routine.TARGET);
        x = row.get(Position.X);
        y = row.get(Position.Y);
        direction = row.get(Routine.DIRECTION);
        speed = row.get(Routine.SPEED);
        driftX = row.get(Routine.DRIFT_X);
        driftY = row.get(Routine.DRIFT_Y);
        for (int lane = 0; lane < Routine.MOST; lane++) {
            lanes[lane] = row.get(Routine.SCRIPTS, lane);
        }
    }

    /** Stores the values in the row. */
    void store(Row row) {
        row.set(Routine.DIRECTION, direction);
        row.set(Routine.SPEED, speed);
        row.set(Routine.DRIFT_X, driftX);
        row.set(Routine.DRIFT_Y, driftY);
        row.set(Routine.IDLE, idle);
        row.set(Routine.TURN, glide.turn());
        row.set(Routine.ACCELERATION, glide.acceleration());
        row.set(Routine.DRIFT_X_STEP, glide.driftX());
        row.set(Routine.DRIFT_Y_STEP, glide.driftY());
        row.set(Velocity.DX, velocityX);
        row.set(Velocity.DY, velocityY);
        for (int lane = 0; lane < Routine.MOST; lane++) {
            row.set(Routine.SCRIPTS, lane, lanes[lane]);
        }
    }

    /**
     * Runs the scripts of the loaded entity. When all scripts have ended, the component is removed; the entity is
     * destroyed if a script has called vanish.
     */
    void run(long entity, Commands changes) {
        commands = changes;
        hasVanished = false;
        int going = 0;
        int last = 0;
        for (int lane = 0; lane < Routine.MOST; lane++) {
            if (lanes[lane] != 0) {
                if (run(lanes[lane])) {
                    going++;
                    last = lanes[lane];
                } else {
                    lanes[lane] = 0;
                }
            }
        }
        // Only for a single script: two could change the same value, and the float sum of their steps might differ.
        idle = going == 1 ? interpreter.handOver(scripts.wrap(running, patterns.get(pattern), last), glide) : 0;
        velocityX = velocityX(direction, speed, driftX);
        velocityY = velocityY(direction, speed, driftY);
        if (hasVanished) {
            changes.destroy(entity);
        } else if (going == 0) {
            changes.remove(entity, Routine.TYPE);
        }
    }

    /** Advances a bullet or emitter by one tick without running its scripts. */
    static void glide(Row row) {
        float direction = Glide.turned(row.get(Routine.DIRECTION), row.get(Routine.TURN));
        float speed = Glide.changed(row.get(Routine.SPEED), row.get(Routine.ACCELERATION));
        float driftX = Glide.changed(row.get(Routine.DRIFT_X), row.get(Routine.DRIFT_X_STEP));
        float driftY = Glide.changed(row.get(Routine.DRIFT_Y), row.get(Routine.DRIFT_Y_STEP));
        row.set(Routine.DIRECTION, direction);
        row.set(Routine.SPEED, speed);
        row.set(Routine.DRIFT_X, driftX);
        row.set(Routine.DRIFT_Y, driftY);
        row.set(Velocity.DX, velocityX(direction, speed, driftX));
        row.set(Velocity.DY, velocityY(direction, speed, driftY));
    }

    private static float velocityX(float direction, float speed, float driftX) {
        return Angles.x(direction) * speed + driftX;
    }

    private static float velocityY(float direction, float speed, float driftY) {
        return -(Angles.y(direction) * speed + driftY); // here y points up
    }

    private boolean run(int script) {
        boolean goesOn = interpreter.run(scripts.wrap(running, patterns.get(pattern), script), this);
        if (!goesOn) {
            scripts.free(script);
        }
        return goesOn;
    }

    /** Frees the scripts of an entity. */
    void drop(long entity) {
        Row row = world.row(entity);
        for (int lane = 0; lane < Routine.MOST; lane++) {
            int script = row.get(Routine.SCRIPTS, lane);
            if (script != 0) {
                scripts.free(script);
            }
        }
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        to.putLong(offset, heldBack, ByteOrder.LITTLE_ENDIAN);
        return Long.BYTES + random.save(to, offset + Long.BYTES);
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        heldBack = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        random.restore(from, offset + Long.BYTES, length - Long.BYTES);
    }

    @Override
    protected void fire(float toward, float withSpeed, int action, Params params) {
        if (room == 0) {
            heldBack++;
            return;
        }
        room--;
        boolean isPlain = action == Pattern.NO_ACTION;
        long bullet = (isPlain ? plain : scripted).spawn(commands);
        commands.set(bullet, Bullet.ARGB, BattleView.colour(pattern));
        commands.set(bullet, Position.X, x);
        commands.set(bullet, Position.Y, y);
        commands.set(bullet, Velocity.DX, Angles.x(toward) * withSpeed);
        commands.set(bullet, Velocity.DY, -Angles.y(toward) * withSpeed);
        if (!isPlain) {
            commands.set(bullet, Routine.PATTERN, pattern);
            commands.set(bullet, Routine.TARGET, target);
            commands.set(bullet, Routine.DIRECTION, toward);
            commands.set(bullet, Routine.SPEED, withSpeed);
            commands.set(bullet, Routine.SCRIPTS, 0, scripts.start(patterns.get(pattern), action, params));
        }
    }

    @Override
    protected void vanish() {
        hasVanished = true;
    }

    @Override
    protected float aim() {
        long ship = fleet.ship(target);
        if (!world.isAlive(ship)) {
            return direction; // it was destroyed from outside, and is replaced in this tick
        }
        return Angles.toward(world.get(ship, Position.X) - x, y - world.get(ship, Position.Y));
    }

    @Override
    protected float random() {
        return random.next();
    }

    @Override
    protected float rank() {
        return rank;
    }

    /**
     * The scripts of an emitter or bullet, and the motion that they control. The scripts themselves lie in a pool. In
     * most ticks a script only continues to turn and accelerate the bullet; these values are stored here, so the script
     * need not be read.
     *
     * @param pattern index of the pattern
     * @param target number of the target ship in the {@link Fleet}
     * @param direction direction in degrees
     * @param speed speed in pixels per tick
     * @param driftX additional velocity to the right, in pixels per tick
     * @param driftY additional velocity downwards, in pixels per tick
     * @param idle number of ticks in which the scripts need not run, as the next four values describe the motion
     * @param turn change of the direction, in degrees per tick
     * @param acceleration change of the speed per tick
     * @param driftXStep change of driftX per tick
     * @param driftYStep change of driftY per tick
     * @param scripts numbers of the {@link Scripts}; 0 for none
     */
    record Routine(
            int pattern,
            int target,
            float direction,
            float speed,
            float driftX,
            float driftY,
            int idle,
            float turn,
            float acceleration,
            float driftXStep,
            float driftYStep,
            @Length(Routine.MOST) int[] scripts) {
        /** Maximum number of top-level actions of a pattern. */
        static final int MOST = 4;

        static final Component<Routine> TYPE = Component.of(Routine.class);
        static final IntColumn PATTERN = TYPE.int32("pattern");
        static final IntColumn TARGET = TYPE.int32("target");
        static final FloatColumn DIRECTION = TYPE.float32("direction");
        static final FloatColumn SPEED = TYPE.float32("speed");
        static final FloatColumn DRIFT_X = TYPE.float32("driftX");
        static final FloatColumn DRIFT_Y = TYPE.float32("driftY");
        static final IntColumn IDLE = TYPE.int32("idle");
        static final FloatColumn TURN = TYPE.float32("turn");
        static final FloatColumn ACCELERATION = TYPE.float32("acceleration");
        static final FloatColumn DRIFT_X_STEP = TYPE.float32("driftXStep");
        static final FloatColumn DRIFT_Y_STEP = TYPE.float32("driftYStep");
        static final IntColumn SCRIPTS = TYPE.int32("scripts");
    }
}
