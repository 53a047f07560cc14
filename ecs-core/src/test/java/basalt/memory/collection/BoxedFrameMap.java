package basalt.memory.collection;

import basalt.memory.frame.FrameArena;
import java.util.List;
import org.agrona.collections.LongLongConsumer;

/** Both map types behind one interface of longs, so that one test can go through both. */
interface BoxedFrameMap {
    /** How one map type is made, and the largest of its keys and values; the smallest is the complement. */
    record Type(String name, int entryBytes, long max, Maker in, Maker tryIn) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Makes a map, or null. */
    interface Maker {
        BoxedFrameMap make(FrameArena arena, int capacity, long missingValue);
    }

    Type INTS = new Type(
            "FrameIntMap",
            8,
            Integer.MAX_VALUE,
            (arena, capacity, missing) -> of(FrameIntMap.in(arena, capacity, (int) missing)),
            (arena, capacity, missing) -> of(FrameIntMap.tryIn(arena, capacity, (int) missing)));
    Type LONGS = new Type(
            "FrameLongMap",
            16,
            Long.MAX_VALUE,
            (arena, capacity, missing) -> of(FrameLongMap.in(arena, capacity, missing)),
            (arena, capacity, missing) -> of(FrameLongMap.tryIn(arena, capacity, missing)));

    static List<Type> types() {
        return List.of(INTS, LONGS);
    }

    FrameMap map();

    long missingValue();

    long put(long key, long value);

    boolean tryPut(long key, long value);

    long get(long key);

    boolean containsKey(long key);

    long remove(long key);

    void forEach(LongLongConsumer action);

    private static BoxedFrameMap of(FrameIntMap map) {
        return map == null ? null : new BoxedFrameIntMap(map);
    }

    private static BoxedFrameMap of(FrameLongMap map) {
        return map == null ? null : new BoxedFrameLongMap(map);
    }
}

record BoxedFrameIntMap(FrameIntMap map) implements BoxedFrameMap {
    @Override
    public long missingValue() {
        return map.missingValue();
    }

    @Override
    public long put(long key, long value) {
        return map.put((int) key, (int) value);
    }

    @Override
    public boolean tryPut(long key, long value) {
        return map.tryPut((int) key, (int) value);
    }

    @Override
    public long get(long key) {
        return map.get((int) key);
    }

    @Override
    public boolean containsKey(long key) {
        return map.containsKey((int) key);
    }

    @Override
    public long remove(long key) {
        return map.remove((int) key);
    }

    @Override
    public void forEach(LongLongConsumer action) {
        map.forEach(action::accept);
    }
}

record BoxedFrameLongMap(FrameLongMap map) implements BoxedFrameMap {
    @Override
    public long missingValue() {
        return map.missingValue();
    }

    @Override
    public long put(long key, long value) {
        return map.put(key, value);
    }

    @Override
    public boolean tryPut(long key, long value) {
        return map.tryPut(key, value);
    }

    @Override
    public long get(long key) {
        return map.get(key);
    }

    @Override
    public boolean containsKey(long key) {
        return map.containsKey(key);
    }

    @Override
    public long remove(long key) {
        return map.remove(key);
    }

    @Override
    public void forEach(LongLongConsumer action) {
        map.forEach(action::accept);
    }
}
