package basalt.bench.published.ops;

import basalt.bench.published.Published;
import basalt.bench.published.ops.Parts.I0;
import basalt.bench.published.ops.Parts.I1;
import basalt.bench.published.ops.Parts.I2;
import basalt.bench.published.ops.Parts.I3;
import basalt.bench.published.ops.Parts.I4;
import basalt.bench.published.ops.Parts.P0;
import basalt.bench.published.ops.Parts.P1;
import basalt.bench.published.ops.Parts.Part;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;
import java.util.function.IntFunction;

/**
 * Dominion: prepared compositions, where there are any for so many kinds, and kept results. A world is emptied instead
 * of renewed, as a process can have 1,023 worlds only.
 */
final class DominionStore extends Store {
    private static final String ALL_WORLDS = "a process can have 1,023 worlds";
    private static final Class<?>[] TYPES = new Class<?>[Parts.KINDS];

    static {
        for (int kind = 0; kind < TYPES.length; kind++) {
            TYPES[kind] = Parts.type(kind);
        }
    }

    private Dominion dominion;
    private Entity[] handles;
    private IntFunction<Entity> maker;
    private Composition.ByAdding5AndRemoving<I0, I1, I2, I3, I4> adding;
    private Results<I0> firsts;
    private Results<Results.With5<I0, I1, I2, I3, I4>> fives;
    private Results<Results.With2<P0, P1>> movers;

    @Override
    protected void begin(int capacity) {
        dominion = Published.dominion();
        handles = new Entity[capacity];
        maker = maker(dominion.composition());
        adding = null;
        firsts = null;
        fives = null;
        movers = null;
    }

    private IntFunction<Entity> maker(Composition compositions) {
        if (first == 0 && last == 1) {
            Composition.Of1<I0> one = compositions.of(I0.class);
            return i -> dominion.createPreparedEntity(one.withValue(valued(new I0(), i)));
        }
        if (first == 0 && last == 3) {
            Composition.Of3<I0, I1, I2> three = compositions.of(I0.class, I1.class, I2.class);
            return i -> dominion.createPreparedEntity(
                    three.withValue(valued(new I0(), i), valued(new I1(), i), valued(new I2(), i)));
        }
        if (first == Parts.PAIRS && last == first + 2) {
            Composition.Of2<P0, P1> two = compositions.of(P0.class, P1.class);
            return i -> dominion.createPreparedEntity(two.withValue(new P0(), new P1()));
        }
        return i -> {
            Object[] parts = new Object[last - first];
            for (int kind = first; kind < last; kind++) {
                parts[kind - first] = valued(Parts.make(kind), i);
            }
            return dominion.createEntity(parts);
        };
    }

    private static <P extends Part> P valued(P part, int value) {
        part.value = value;
        return part;
    }

    @Override
    protected int capacity() {
        return handles.length;
    }

    @Override
    public Object newWorld() {
        throw new UnsupportedOperationException(ALL_WORLDS);
    }

    @Override
    public void renew() {
        delete();
    }

    @Override
    public void close() {
        dominion.close();
    }

    @Override
    public int create(int number) {
        for (int i = 0; i < number; i++) {
            handles[i] = maker.apply(i);
        }
        count = number;
        return number;
    }

    @Override
    protected void spawnOf(int mask) {
        Object[] parts = new Object[Integer.bitCount(mask)];
        for (int k = 0, rest = mask; rest != 0; rest &= rest - 1) {
            parts[k++] = Parts.make(Integer.numberOfTrailingZeros(rest));
        }
        handles[count++] = dominion.createEntity(parts);
    }

    @Override
    public int delete() {
        int left = count;
        for (int i = 0; i < count; i++) {
            if (dominion.deleteEntity(handles[i])) {
                left--;
            }
        }
        count = left;
        return left;
    }

    @Override
    public void add(int from, int to) {
        if (to == from + 1) {
            for (int i = 0; i < count; i++) {
                handles[i].add(Parts.make(from));
            }
            return;
        }
        if (adding == null) {
            adding = dominion.composition().byAdding5AndRemoving(I0.class, I1.class, I2.class, I3.class, I4.class);
        }
        for (int i = 0; i < count; i++) {
            dominion.modifyEntity(adding.withValue(handles[i], new I0(), new I1(), new I2(), new I3(), new I4()));
        }
    }

    @Override
    public int remove(int from, int to) {
        int removed = 0;
        for (int i = 0; i < count; i++) {
            for (int kind = from; kind < to; kind++) { // composition.byRemoving(..) fails if none is left
                boolean had = handles[i].removeType(TYPES[kind]);
                removed += had && kind == from ? 1 : 0;
            }
        }
        return removed;
    }

    @Override
    public int toggle(int kind) {
        int removed = 0;
        for (int i = 0; i < count; i++) {
            handles[i].add(Parts.make(kind));
            removed += handles[i].removeType(TYPES[kind]) ? 1 : 0;
        }
        return removed;
    }

    @Override
    public int recreate(int times) {
        int left = times;
        for (int i = 0; i < times; i++) {
            left -= dominion.deleteEntity(maker.apply(i)) ? 1 : 0;
        }
        return left;
    }

    @Override
    protected Part part(int number, int kind) {
        return (Part) handles[number].get(TYPES[kind]);
    }

    @Override
    public int has(int kind) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            found += handles[i].has(TYPES[kind]) ? 1 : 0;
        }
        return found;
    }

    @Override
    public void increment() {
        if (firsts == null) {
            firsts = dominion.findCompositionsWith(I0.class);
        }
        for (I0 one : firsts) {
            one.value++;
        }
    }

    @Override
    public void sumOthers() {
        if (fives == null) {
            fives = dominion.findCompositionsWith(I0.class, I1.class, I2.class, I3.class, I4.class);
        }
        for (Results.With5<I0, I1, I2, I3, I4> one : fives) {
            sum(one.comp1(), one.comp2(), one.comp3(), one.comp4(), one.comp5());
        }
    }

    @Override
    public void move() {
        if (movers == null) {
            movers = dominion.findCompositionsWith(P0.class, P1.class);
        }
        for (Results.With2<P0, P1> one : movers) {
            move(one.comp1(), one.comp2());
        }
    }

    @Override
    protected void swap(int number, int other) {
        Entity one = handles[number];
        handles[number] = handles[other];
        handles[other] = one;
    }
}
