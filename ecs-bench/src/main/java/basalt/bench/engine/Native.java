package basalt.bench.engine;

import java.lang.invoke.MethodHandle;

/** The scenes in arrays outside the heap, with loops of {@code engine.c}. */
final class Native implements Scenes {
    static final NativeLibrary LIBRARY = NativeLibrary.of("engine.c");
    private static final MethodHandle TWICE = LIBRARY.function("twice", "(JI)V");

    @Override
    public Scene scene(Workload workload, int entities, int option) {
        return switch (workload) {
            case MOVE -> new NativeBodies(entities, option);
            case FRAGMENTED -> new Fragments(entities, option == 1);
            default -> throw new UnsupportedOperationException(workload.name());
        };
    }

    /** The common component is an array; the entity that is spawned and destroyed is the last one. */
    private static final class Fragments extends NativeArrays {
        private final boolean spawning;

        Fragments(int entitiesOfEach, boolean spawning) {
            super(1, Start.FRAGMENT_KINDS * entitiesOfEach + (spawning ? 1 : 0));
            this.spawning = spawning;
            rewind();
        }

        @Override
        public int run() {
            if (spawning) {
                put(0, count - 1, 1);
            }
            try {
                TWICE.invokeExact(array(0), count);
                return count;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void rewind() {
            for (int i = 0; i < count; i++) {
                put(0, i, 1);
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int i = 0; i < count; i++) {
                values.add(get(0, i));
            }
            return values.sorted(1);
        }
    }
}
