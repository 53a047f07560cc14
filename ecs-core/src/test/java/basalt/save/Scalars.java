package basalt.save;

import basalt.component.Component;
import basalt.component.EntityHandle;

/** A scalar of every kind that is not managed. */
record Scalars(
        float f32,
        double f64,
        byte i8,
        short i16,
        int i32,
        long i64,
        boolean flag,
        @EntityHandle long target) {
    static final Component<Scalars> TYPE = Component.of(Scalars.class);

    /** Other values for every seed. */
    static Scalars sample(int seed) {
        return new Scalars(
                seed, seed / 3.0, (byte) seed, (short) ~seed, -seed, (long) seed << 33, (seed & 1) != 0, seed + 5L);
    }
}
