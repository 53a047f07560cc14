package basalt.bench.published.counters;

import basalt.bench.published.Published;
import basalt.bench.published.counters.Count.A;
import basalt.bench.published.counters.Count.B;
import basalt.bench.published.counters.Count.C;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Dominion: walks over kept results, and entities of prepared compositions. */
final class InDominion extends OfObjects {
    private final Dominion dominion = Published.dominion();
    private final List<Runnable> systems = new ArrayList<>();
    private final List<Entity> found = new ArrayList<>();
    private long sum;

    @Override
    public void spawn(int... kinds) {
        dominion.createEntity((Object[]) make(kinds));
    }

    @Override
    public void add(Step step) {
        Class<? extends Count>[] types = types(step.kinds());
        systems.add(
                switch (step.what()) {
                    case INCREMENT -> increment(types[0]);
                    case TWICE -> twice(types[0]);
                    case ADD -> types.length == 2 ? add(types[0], types[1]) : add(types[0], types[1], types[2]);
                    case SPAWN -> spawn();
                    case DESTROY -> destroy(types[0]);
                    case SWAP -> swap(types[0], types[1]);
                    case ATTACH -> each(A.class, entity -> entity.add(new B()));
                    case DETACH ->
                        each(B.class, entity -> {
                            sum++;
                            entity.removeType(B.class);
                        });
                });
    }

    private <T extends Count> Runnable increment(Class<T> type) {
        Results<T> all = dominion.findCompositionsWith(type);
        return () -> {
            for (T one : all) {
                one.value++;
            }
        };
    }

    private <T extends Count> Runnable twice(Class<T> type) {
        Results<T> all = dominion.findCompositionsWith(type);
        return () -> {
            for (T one : all) {
                one.value *= 2;
            }
        };
    }

    private <T extends Count, U extends Count> Runnable swap(Class<T> type, Class<U> other) {
        Results<Results.With2<T, U>> all = dominion.findCompositionsWith(type, other);
        return () -> {
            for (Results.With2<T, U> both : all) {
                Count.swap(both.comp1(), both.comp2());
            }
        };
    }

    private <T extends Count> Runnable each(Class<T> type, Consumer<Entity> change) {
        return () -> {
            for (Results.With1<T> one : dominion.findEntitiesWith(type)) { // kept ones do not see new compositions
                found.add(one.entity());
            }
            found.forEach(change);
            found.clear();
        };
    }

    private <T extends Count, U extends Count> Runnable add(Class<T> type, Class<U> other) {
        Results<Results.With2<T, U>> all = dominion.findCompositionsWith(type, other);
        return () -> {
            for (Results.With2<T, U> both : all) {
                both.comp1().value += both.comp2().value;
            }
        };
    }

    private <T extends Count, U extends Count, V extends Count> Runnable add(
            Class<T> type, Class<U> second, Class<V> third) {
        Results<Results.With3<T, U, V>> all = dominion.findCompositionsWith(type, second, third);
        return () -> {
            for (Results.With3<T, U, V> one : all) {
                one.comp1().value += one.comp2().value + one.comp3().value;
            }
        };
    }

    private Runnable spawn() {
        Results<A> all = dominion.findCompositionsWith(A.class);
        Composition.Of1<B> composition = dominion.composition().of(B.class);
        return () -> {
            for (A one : all) {
                B made = new B();
                made.value = one.value;
                dominion.createPreparedEntity(composition.withValue(made));
            }
        };
    }

    private <T extends Count> Runnable destroy(Class<T> type) {
        Results<Results.With1<T>> all = dominion.findEntitiesWith(type);
        return () -> {
            for (Results.With1<T> one : all) {
                sum += one.comp().value;
                found.add(one.entity());
            }
            found.forEach(dominion::deleteEntity);
            found.clear();
        };
    }

    @Override
    public long run() {
        sum = 0;
        for (Runnable system : systems) {
            system.run();
        }
        return sum;
    }

    @Override
    public void create(int components, int entities) {
        switch (components) {
            case 1 -> {
                Composition.Of1<A> kind = dominion.composition().of(A.class);
                for (int i = 0; i < entities; i++) {
                    dominion.createPreparedEntity(kind.withValue(new A()));
                }
            }
            case 2 -> {
                Composition.Of2<A, B> kind = dominion.composition().of(A.class, B.class);
                for (int i = 0; i < entities; i++) {
                    dominion.createPreparedEntity(kind.withValue(new A(), new B()));
                }
            }
            default -> {
                Composition.Of3<A, B, C> kind = dominion.composition().of(A.class, B.class, C.class);
                for (int i = 0; i < entities; i++) {
                    dominion.createPreparedEntity(kind.withValue(new A(), new B(), new C()));
                }
            }
        }
    }

    @Override
    public int count(int components) {
        Results<?> all = switch (components) {
            case 1 -> dominion.findCompositionsWith(A.class);
            case 2 -> dominion.findCompositionsWith(A.class, B.class);
            default -> dominion.findCompositionsWith(A.class, B.class, C.class);
        };
        int count = 0;
        for (var ignored : all) {
            count++;
        }
        return count;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
