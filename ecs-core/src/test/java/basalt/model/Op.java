package basalt.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** An operation as data. It runs on a world and on its model, and can be repeated. */
interface Op {
    /** Runs the operation on the world and on the model. */
    void apply(ModelPair pair);

    /** Simpler operations to try in its place when a failing list is shrunk. */
    default List<Op> simpler() {
        return List.of();
    }

    /** What is made of a list without one of its elements, for each of them. */
    static <T> List<Op> without(List<T> list, Function<List<T>, Op> maker) {
        return IntStream.range(0, list.size())
                .mapToObj(i -> {
                    List<T> fewer = new ArrayList<>(list);
                    fewer.remove(i);
                    return maker.apply(fewer);
                })
                .toList();
    }

    /** An operation inside an iteration, at the visit with that number, from 0. */
    record At(int visit, Op op) {}
}
