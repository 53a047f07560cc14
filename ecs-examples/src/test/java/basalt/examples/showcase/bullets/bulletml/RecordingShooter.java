package basalt.examples.showcase.bullets.bulletml;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Records the calls of a script. */
class RecordingShooter implements Shooter {
    /** A fired bullet, with all nine parameters. */
    record Shot(float direction, float speed, int action, List<Float> params) {}

    final List<Shot> shots = new ArrayList<>();
    float direction;
    float speed;
    float driftX;
    float driftY;
    float aim = 180;
    float[] randoms = {0.5f};
    float rank = 0.5f;
    boolean vanished;
    private int randomsTaken;

    @Override
    public float direction() {
        return direction;
    }

    @Override
    public float speed() {
        return speed;
    }

    @Override
    public float driftX() {
        return driftX;
    }

    @Override
    public float driftY() {
        return driftY;
    }

    @Override
    public float aim() {
        return aim;
    }

    @Override
    public float random() {
        return randoms[randomsTaken++ % randoms.length];
    }

    @Override
    public float rank() {
        return rank;
    }

    @Override
    public void setDirection(float direction) {
        this.direction = direction;
    }

    @Override
    public void setSpeed(float speed) {
        this.speed = speed;
    }

    @Override
    public void setDriftX(float driftX) {
        this.driftX = driftX;
    }

    @Override
    public void setDriftY(float driftY) {
        this.driftY = driftY;
    }

    @Override
    public void fire(float direction, float speed, int action, Params params) {
        List<Float> values =
                IntStream.rangeClosed(1, Params.MOST).mapToObj(params::get).toList();
        shots.add(new Shot(direction, speed, action, values));
    }

    @Override
    public void vanish() {
        vanished = true;
    }
}
