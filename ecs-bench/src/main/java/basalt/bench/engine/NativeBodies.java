package basalt.bench.engine;

import java.lang.invoke.MethodHandle;
import java.util.function.IntPredicate;

/** Positions and velocities in six arrays outside the heap, and a list of the entities with a velocity; loops in C. */
public final class NativeBodies extends NativeArrays implements Bodies {
    private static final MethodHandle MOVE_ALL = Native.LIBRARY.function("move_all", "(JJJJJJI)V");
    private static final MethodHandle MOVE_SOME = Native.LIBRARY.function("move_some", "(JJJJJJJI)V");
    private static final int MOVERS = 6;

    private final IntPredicate moves;
    private int movers;
    private boolean isEmpty = true;

    /** Arrays for so many entities, of which a percentage moves. */
    public NativeBodies(int entities, int moving) {
        this(entities, i -> Start.moves(i, moving));
    }

    /** Arrays for so many entities, of which some move. */
    public NativeBodies(int entities, IntPredicate moves) {
        super(7, entities);
        this.moves = moves;
    }

    @Override
    public int create() {
        isEmpty = false;
        movers = 0;
        rewind();
        for (int i = 0; i < count; i++) {
            if (moves.test(i)) {
                putMotion(i);
                putInt(MOVERS, movers++, i);
            } else {
                put(3, i, 0);
                put(4, i, 0);
                put(5, i, 0);
            }
        }
        return count;
    }

    @Override
    public int destroy() {
        isEmpty = true;
        return 0;
    }

    @Override
    public int run() {
        try {
            if (movers == count) {
                MOVE_ALL.invokeExact(array(0), array(1), array(2), array(3), array(4), array(5), count);
            } else {
                MOVE_SOME.invokeExact(
                        array(0), array(1), array(2), array(3), array(4), array(5), array(MOVERS), movers);
            }
            return count;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void rewind() {
        for (int i = 0; i < count; i++) {
            putPlace(i);
        }
    }

    @Override
    public float x(int number) {
        return get(0, number);
    }

    @Override
    public void x(int number, float value) {
        put(0, number, value);
    }

    @Override
    public float[] values() {
        Values values = new Values();
        for (int i = 0; i < count && !isEmpty; i++) {
            values.add(get(0, i), get(1, i), get(2, i), get(3, i), get(4, i), get(5, i));
        }
        return values.all();
    }
}
