package basalt.examples.showcase.bullets.bulletml;

import basalt.examples.showcase.bullets.bulletml.Shooter.Glide;
import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolAllocator;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A small world for a pattern: an emitter at (0, 0), its target 200 below it, and bullets, each with its script in a
 * block of a pool. Bullets outside vanish, and the number of bullets is limited. Makes no garbage.
 */
final class Swarm extends Shooter implements AutoCloseable {
    private static final float EDGE = 300;

    final PoolAllocator scripts;
    final float[] x;
    final float[] y;
    int count; // the first entries are the emitter, once per top-level action
    int fired;
    int split; // fired by bullets
    int turned; // number of script runs that changed a direction, speed or drift
    int runs; // number of script runs, one per script and tick
    boolean handsOver; // whether scripts hand over ticks instead of running in them
    private final Pattern pattern;
    private final Interpreter interpreter = new Interpreter();
    private final Script running = new Script();
    private final Script started = new Script(); // the script of a fired bullet, while another script runs
    private final SplittableRandom random = new SplittableRandom(1);
    private final float rank;
    private final float[] directions;
    private final float[] speeds;
    private final float[] driftsX;
    private final float[] driftsY;
    private final long[] script;
    private final int[] idle;
    private final Glide[] glides;
    private int now;
    private boolean vanished;

    Swarm(Pattern pattern, int capacity, float rank) {
        this.pattern = pattern;
        this.rank = rank;
        scripts = new PoolAllocator(MemorySource.direct(), pattern.scriptBytes(), 4);
        x = new float[capacity];
        y = new float[capacity];
        directions = new float[capacity];
        speeds = new float[capacity];
        driftsX = new float[capacity];
        driftsY = new float[capacity];
        script = new long[capacity];
        idle = new int[capacity];
        glides = Stream.generate(Glide::new).limit(capacity).toArray(Glide[]::new);
        for (int i = 0; i < pattern.topCount(); i++) {
            script[count++] = start(pattern.top(i), Params.NONE);
        }
    }

    void tick() {
        for (int i = count - 1; i >= 0; i--) {
            now = i;
            vanished = false;
            if (idle[i] > 0) {
                idle[i]--;
                glide(i);
            } else if (script[i] != 0) {
                run(i);
            }
            if (i >= pattern.topCount()) {
                x[i] += Angles.x(directions[i]) * speeds[i] + driftsX[i];
                y[i] += Angles.y(directions[i]) * speeds[i] + driftsY[i];
                if (vanished || !(Math.abs(x[i]) < EDGE && Math.abs(y[i]) < EDGE)) {
                    remove(i);
                }
            }
        }
    }

    private void run(int i) {
        runs++;
        direction = directions[i];
        speed = speeds[i];
        driftX = driftsX[i];
        driftY = driftsY[i];
        boolean goesOn = interpreter.run(running.wrap(pattern, scripts, script[i]), this);
        require(direction >= 0 && direction < 360);
        require(Float.isFinite(speed) && Float.isFinite(driftX) && Float.isFinite(driftY));
        boolean isSame = direction == directions[i] && speed == speeds[i] && driftX == driftsX[i];
        turned += isSame && driftY == driftsY[i] ? 0 : 1;
        directions[i] = direction;
        speeds[i] = speed;
        driftsX[i] = driftX;
        driftsY[i] = driftY;
        if (!goesOn) {
            scripts.free(script[i]);
            script[i] = 0;
        } else if (handsOver) {
            idle[i] = interpreter.handOver(running, glides[i]);
        }
    }

    private void glide(int i) {
        directions[i] = Glide.turned(directions[i], glides[i].turn());
        speeds[i] = Glide.changed(speeds[i], glides[i].acceleration());
        driftsX[i] = Glide.changed(driftsX[i], glides[i].driftX());
        driftsY[i] = Glide.changed(driftsY[i], glides[i].driftY());
    }

    /** A hash of the whole state. */
    long hash() {
        long hash = count;
        for (int i = 0; i < count; i++) {
            hash = hash * 31 + Float.floatToIntBits(x[i]);
            hash = hash * 31 + Float.floatToIntBits(y[i]);
            hash = hash * 31 + Float.floatToIntBits(directions[i]);
            hash = hash * 31 + Float.floatToIntBits(speeds[i]);
        }
        return hash;
    }

    private long start(int action, Params params) {
        long handle = scripts.allocate();
        started.wrap(pattern, scripts, handle).start(action, params);
        return handle;
    }

    private void remove(int i) {
        if (script[i] != 0) {
            scripts.free(script[i]);
        }
        int last = --count;
        x[i] = x[last];
        y[i] = y[last];
        directions[i] = directions[last];
        speeds[i] = speeds[last];
        driftsX[i] = driftsX[last];
        driftsY[i] = driftsY[last];
        script[i] = script[last];
        idle[i] = idle[last];
        Glide unused = glides[i];
        glides[i] = glides[last];
        glides[last] = unused;
    }

    @Override
    protected float aim() {
        return Angles.toward(-x[now], 200 - y[now]);
    }

    @Override
    protected float random() {
        return (random.nextInt() >>> 8) * 0x1p-24f;
    }

    @Override
    protected float rank() {
        return rank;
    }

    @Override
    protected void fire(float toward, float withSpeed, int action, Params params) {
        require(toward >= 0 && toward < 360 && Float.isFinite(withSpeed));
        fired++;
        split += now >= pattern.topCount() ? 1 : 0;
        if (count == x.length) {
            return;
        }
        x[count] = x[now];
        y[count] = y[now];
        directions[count] = toward;
        speeds[count] = withSpeed;
        driftsX[count] = 0;
        driftsY[count] = 0;
        idle[count] = 0;
        script[count] = action == Pattern.NO_ACTION ? 0 : start(action, params);
        count++;
    }

    @Override
    protected void vanish() {
        vanished = true;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new AssertionError("a script has passed an invalid number or direction");
        }
    }

    @Override
    public void close() {
        scripts.close();
    }
}
