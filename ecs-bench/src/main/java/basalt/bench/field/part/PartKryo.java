package basalt.bench.field.part;

import com.esotericsoftware.kryo.Kryo;

/** Kryo, set up for speed: registered classes, and no references. */
public final class PartKryo {
    private PartKryo() {}

    /**
     * Creates a serializer.
     *
     * @param types the classes that it writes
     * @return a serializer for one thread
     */
    public static Kryo of(Class<?>... types) {
        Kryo kryo = new Kryo();
        kryo.setReferences(false);
        kryo.register(float[].class);
        for (Class<?> type : types) {
            kryo.register(type);
        }
        return kryo;
    }
}
