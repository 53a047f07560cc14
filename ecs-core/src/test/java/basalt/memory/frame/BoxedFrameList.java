package basalt.memory.frame;

import java.util.List;
import java.util.function.Consumer;

/** The four list types behind one boxed interface, so that one test covers all of them. */
interface BoxedFrameList<E> {
    /** A list type: how it is created, and interesting values. */
    record Type<E>(String name, int elementBytes, List<E> values, Maker<E> in, Maker<E> tryIn) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Creates a list, or returns null. */
    interface Maker<E> {
        BoxedFrameList<E> make(FrameArena arena, int capacity);
    }

    Type<Integer> INTS = new Type<>(
            "FrameIntList",
            4,
            List.of(0, 1, -1, 2, 77, Integer.MIN_VALUE, Integer.MAX_VALUE),
            (arena, capacity) -> of(FrameIntList.in(arena, capacity)),
            (arena, capacity) -> of(FrameIntList.tryIn(arena, capacity)));
    Type<Long> LONGS = new Type<>(
            "FrameLongList",
            8,
            List.of(0L, 1L, -1L, 1L << 32, 77L, Long.MIN_VALUE, Long.MAX_VALUE),
            (arena, capacity) -> of(FrameLongList.in(arena, capacity)),
            (arena, capacity) -> of(FrameLongList.tryIn(arena, capacity)));
    Type<Float> FLOATS = new Type<>(
            "FrameFloatList",
            4,
            List.of(0f, -0f, Float.NaN, 1f, Float.MIN_VALUE, -Float.MAX_VALUE, Float.POSITIVE_INFINITY),
            (arena, capacity) -> of(FrameFloatList.in(arena, capacity)),
            (arena, capacity) -> of(FrameFloatList.tryIn(arena, capacity)));

    static List<Type<?>> types() {
        return List.of(INTS, LONGS, FLOATS);
    }

    FrameCollection list();

    boolean tryAdd(E value);

    void add(E value);

    E pop();

    E get(int index);

    void set(int index, E value);

    int indexOf(E value);

    boolean contains(E value);

    void forEach(Consumer<E> action);

    private static BoxedFrameList<Integer> of(FrameIntList list) {
        return list == null ? null : new BoxedFrameIntList(list);
    }

    private static BoxedFrameList<Long> of(FrameLongList list) {
        return list == null ? null : new BoxedFrameLongList(list);
    }

    private static BoxedFrameList<Float> of(FrameFloatList list) {
        return list == null ? null : new BoxedFrameFloatList(list);
    }
}

record BoxedFrameIntList(FrameIntList list) implements BoxedFrameList<Integer> {
    @Override
    public boolean tryAdd(Integer value) {
        return list.tryAdd(value);
    }

    @Override
    public void add(Integer value) {
        list.add(value);
    }

    @Override
    public Integer pop() {
        return list.pop();
    }

    @Override
    public Integer get(int index) {
        return list.get(index);
    }

    @Override
    public void set(int index, Integer value) {
        list.set(index, value);
    }

    @Override
    public int indexOf(Integer value) {
        return list.indexOf(value);
    }

    @Override
    public boolean contains(Integer value) {
        return list.contains(value);
    }

    @Override
    public void forEach(Consumer<Integer> action) {
        list.forEach(action::accept);
    }
}

record BoxedFrameLongList(FrameLongList list) implements BoxedFrameList<Long> {
    @Override
    public boolean tryAdd(Long value) {
        return list.tryAdd(value);
    }

    @Override
    public void add(Long value) {
        list.add(value);
    }

    @Override
    public Long pop() {
        return list.pop();
    }

    @Override
    public Long get(int index) {
        return list.get(index);
    }

    @Override
    public void set(int index, Long value) {
        list.set(index, value);
    }

    @Override
    public int indexOf(Long value) {
        return list.indexOf(value);
    }

    @Override
    public boolean contains(Long value) {
        return list.contains(value);
    }

    @Override
    public void forEach(Consumer<Long> action) {
        list.forEach(action::accept);
    }
}

record BoxedFrameFloatList(FrameFloatList list) implements BoxedFrameList<Float> {
    @Override
    public boolean tryAdd(Float value) {
        return list.tryAdd(value);
    }

    @Override
    public void add(Float value) {
        list.add(value);
    }

    @Override
    public Float pop() {
        return list.pop();
    }

    @Override
    public Float get(int index) {
        return list.get(index);
    }

    @Override
    public void set(int index, Float value) {
        list.set(index, value);
    }

    @Override
    public int indexOf(Float value) {
        return list.indexOf(value);
    }

    @Override
    public boolean contains(Float value) {
        return list.contains(value);
    }

    @Override
    public void forEach(Consumer<Float> action) {
        list.forEach(action::accept);
    }
}
