package basalt.examples.showcase.bullets.bulletml;

import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolAllocator;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A small world for a pattern: an emitter at (0, 0), its target 200 below it, and bullets, each with its script in a
 * block of a pool. Bullets outside vanish, and the number of bullets is limited. Makes no garbage.
 */
final class Swarm implements Shooter, AutoCloseable {
    private static final float EDGE = 300;

    final PoolAllocator scripts;
    final float[] x;
    final float[] y;
    int count; // the first entries are the emitter, once per top-level action
    int fired;
    int split; // fired by bullets
    int turned; // number of changes of a bullet's direction, speed or drift
    int runs; // number of script runs, one per script and tick
    boolean handsOver; // whether scripts hand over ticks instead of running in them
    private final Pattern pattern;
    private final Interpreter interpreter = new Interpreter();
    private final Script running = new Script();
    private final Script started = new Script(); // the script of a fired bullet, while another script runs
    private final SplittableRandom random = new SplittableRandom(1);
    private final float rank;
    private final float[] direction;
    private final float[] speed;
    private final float[] driftX;
    private final float[] driftY;
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
        direction = new float[capacity];
        speed = new float[capacity];
        driftX = new float[capacity];
        driftY = new float[capacity];
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
                x[i] += Angles.x(direction[i]) * speed[i] + driftX[i];
                y[i] += Angles.y(direction[i]) * speed[i] + driftY[i];
                if (vanished || !(Math.abs(x[i]) < EDGE && Math.abs(y[i]) < EDGE)) {
                    remove(i);
                }
            }
        }
    }

    private void run(int i) {
        runs++;
        if (!interpreter.run(running.wrap(pattern, scripts, script[i]), this)) {
            scripts.free(script[i]);
            script[i] = 0;
        } else if (handsOver) {
            idle[i] = interpreter.handOver(running, glides[i]);
        }
    }

    private void glide(int i) {
        direction[i] = Glide.turned(direction[i], glides[i].turn());
        speed[i] = Glide.changed(speed[i], glides[i].acceleration());
        driftX[i] = Glide.changed(driftX[i], glides[i].driftX());
        driftY[i] = Glide.changed(driftY[i], glides[i].driftY());
    }

    /** A hash of the whole state. */
    long hash() {
        long hash = count;
        for (int i = 0; i < count; i++) {
            hash = hash * 31 + Float.floatToIntBits(x[i]);
            hash = hash * 31 + Float.floatToIntBits(y[i]);
            hash = hash * 31 + Float.floatToIntBits(direction[i]);
            hash = hash * 31 + Float.floatToIntBits(speed[i]);
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
        direction[i] = direction[last];
        speed[i] = speed[last];
        driftX[i] = driftX[last];
        driftY[i] = driftY[last];
        script[i] = script[last];
        idle[i] = idle[last];
        Glide unused = glides[i];
        glides[i] = glides[last];
        glides[last] = unused;
    }

    @Override
    public float direction() {
        return direction[now];
    }

    @Override
    public float speed() {
        return speed[now];
    }

    @Override
    public float driftX() {
        return driftX[now];
    }

    @Override
    public float driftY() {
        return driftY[now];
    }

    @Override
    public float aim() {
        return Angles.toward(-x[now], 200 - y[now]);
    }

    @Override
    public float random() {
        return (random.nextInt() >>> 8) * 0x1p-24f;
    }

    @Override
    public float rank() {
        return rank;
    }

    @Override
    public void setDirection(float direction) {
        require(direction >= 0 && direction < 360);
        this.direction[now] = direction;
        turned++;
    }

    @Override
    public void setSpeed(float speed) {
        require(Float.isFinite(speed));
        this.speed[now] = speed;
        turned++;
    }

    @Override
    public void setDriftX(float driftX) {
        require(Float.isFinite(driftX));
        this.driftX[now] = driftX;
        turned++;
    }

    @Override
    public void setDriftY(float driftY) {
        require(Float.isFinite(driftY));
        this.driftY[now] = driftY;
        turned++;
    }

    @Override
    public void fire(float direction, float speed, int action, Params params) {
        require(direction >= 0 && direction < 360 && Float.isFinite(speed));
        fired++;
        split += now >= pattern.topCount() ? 1 : 0;
        if (count == x.length) {
            return;
        }
        x[count] = x[now];
        y[count] = y[now];
        this.direction[count] = direction;
        this.speed[count] = speed;
        driftX[count] = 0;
        driftY[count] = 0;
        idle[count] = 0;
        script[count] = action == Pattern.NO_ACTION ? 0 : start(action, params);
        count++;
    }

    @Override
    public void vanish() {
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
