package basalt.memory.frame;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** The list types behind one boxed interface, so that one test covers all of them. */
record BoxedFrameList<E>(
        FrameCollection list,
        Consumer<E> adding,
        IntFunction<E> getting,
        BiConsumer<Integer, E> setting,
        Predicate<E> containing,
        Consumer<Consumer<E>> visiting) {
    /** A list type: how it is created, and interesting values. */
    record Type<E>(String name, int elementBytes, List<E> values, Maker<E> in) {
        @Override
        public String toString() {
            return name;
        }
    }

    interface Maker<E> {
        BoxedFrameList<E> make(FrameArena arena, int capacity);
    }

    static List<Type<?>> types() {
        return List.of(
                new Type<>(
                        "FrameIntList",
                        4,
                        List.of(0, 1, -1, 2, 77, Integer.MIN_VALUE, Integer.MAX_VALUE),
                        (arena, capacity) -> of(FrameIntList.in(arena, capacity))),
                new Type<>(
                        "FrameLongList",
                        8,
                        List.of(0L, 1L, -1L, 1L << 32, 77L, Long.MIN_VALUE, Long.MAX_VALUE),
                        (arena, capacity) -> of(FrameLongList.in(arena, capacity))),
                new Type<>(
                        "FrameFloatList",
                        4,
                        List.of(0f, -0f, Float.NaN, 1f, Float.MIN_VALUE, -Float.MAX_VALUE, Float.POSITIVE_INFINITY),
                        (arena, capacity) -> of(FrameFloatList.in(arena, capacity))));
    }

    private static BoxedFrameList<Integer> of(FrameIntList list) {
        return new BoxedFrameList<>(
                list, list::add, list::get, list::set, list::contains, action -> list.forEach(action::accept));
    }

    private static BoxedFrameList<Long> of(FrameLongList list) {
        return new BoxedFrameList<>(
                list, list::add, list::get, list::set, list::contains, action -> list.forEach(action::accept));
    }

    private static BoxedFrameList<Float> of(FrameFloatList list) {
        return new BoxedFrameList<>(
                list, list::add, list::get, list::set, list::contains, action -> list.forEach(action::accept));
    }

    void add(E value) {
        adding.accept(value);
    }

    E get(int index) {
        return getting.apply(index);
    }

    void set(int index, E value) {
        setting.accept(index, value);
    }

    boolean contains(E value) {
        return containing.test(value);
    }

    void forEach(Consumer<E> action) {
        visiting.accept(action);
    }
}
