package basalt.bench.access;

import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The baseline: indices into an array. */
@State(Scope.Thread)
public class ArrayIndices {
    private final float[] x = new float[Places.COUNT];
    private final int[] shuffled = Places.shuffled();
    private int round;

    /** Checks one round. */
    @Setup
    public void build() {
        check();
    }

    /** Checks one more round. */
    @TearDown
    public void check() {
        write();
        Places.checkSum(read());
        Check.same("x", 7, Places.value(7, round), x[shuffled[7]]);
    }

    int read() {
        int sum = 0;
        for (int index : shuffled) {
            sum += (int) x[index];
        }
        return sum;
    }

    void write() {
        round++;
        for (int place = 0; place < shuffled.length; place++) {
            x[shuffled[place]] = Places.value(place, round);
        }
    }
}
