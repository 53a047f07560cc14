package basalt.examples.showcase.bullets.bulletml;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Records the calls of a script. */
class RecordingShooter extends Shooter {
    /** A fired bullet, with all nine parameters. */
    record Shot(float direction, float speed, int action, List<Float> params) {}

    final List<Shot> shots = new ArrayList<>();
    float aim = 180;
    float[] randoms = {0.5f};
    float rank = 0.5f;
    boolean vanished;
    private int randomsTaken;

    @Override
    protected float aim() {
        return aim;
    }

    @Override
    protected float random() {
        return randoms[randomsTaken++ % randoms.length];
    }

    @Override
    protected float rank() {
        return rank;
    }

    @Override
    protected void fire(float direction, float speed, int action, Params params) {
        List<Float> values =
                IntStream.rangeClosed(1, Params.MOST).mapToObj(params::get).toList();
        shots.add(new Shot(direction, speed, action, values));
    }

    @Override
    protected void vanish() {
        vanished = true;
    }
}
