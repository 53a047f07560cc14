package basalt.bench.published.japes;

import static basalt.bench.published.Published.consume;

import basalt.bench.engine.Values;
import basalt.bench.published.OneWay;
import basalt.bench.published.japes.Components.Position;
import basalt.bench.published.japes.Components.Velocity;
import basalt.bench.published.japes.Japes.Case;

/** An array of each field. */
final class InArrays extends OneWay {
    private final Case workload;
    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] dx;
    private final float[] dy;
    private final float[] dz;

    InArrays(Case workload, int entities) {
        this.workload = workload;
        x = new float[entities];
        y = new float[entities];
        z = new float[entities];
        dx = new float[entities];
        dy = new float[entities];
        dz = new float[entities];
        for (int i = 0; i < entities; i++) {
            Position at = Components.start(workload, i, entities);
            Velocity v = Components.speed(workload, i, entities);
            x[i] = at.x();
            y[i] = at.y();
            z[i] = at.z();
            dx[i] = v.dx();
            dy[i] = v.dy();
            dz[i] = v.dz();
        }
    }

    @Override
    public int run() {
        switch (workload) {
            case READ_ONE -> {
                for (int i = 0; i < x.length; i++) {
                    consume(x[i]);
                    consume(y[i]);
                    consume(z[i]);
                }
            }
            case READ_TWO -> {
                for (int i = 0; i < x.length; i++) {
                    consume(x[i]);
                    consume(y[i]);
                    consume(z[i]);
                    consume(dx[i]);
                    consume(dy[i]);
                    consume(dz[i]);
                }
            }
            case WRITE -> {
                for (int i = 0; i < x.length; i++) {
                    x[i] += dx[i];
                    y[i] += dy[i];
                    z[i] += dz[i];
                }
            }
            default -> {
                for (int i = 0; i < x.length; i++) {
                    x[i] += dx[i] * 0.001f;
                    y[i] += dy[i] * 0.001f;
                    z[i] += dz[i] * 0.001f;
                }
            }
        }
        return x.length;
    }

    @Override
    public float[] values() {
        Values values = new Values();
        for (int i = 0; i < x.length; i++) {
            values.add(x[i], y[i], z[i]);
        }
        return values.sorted(3);
    }
}
