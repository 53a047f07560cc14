package basalt.world;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A model in plain collections: the components of each entity, and the pending changes of each reader. */
final class ChangeModel {
    /** The components, in the order of their ids. */
    static final List<Component<?>> COMPONENTS = List.of(Position.TYPE, Health.TYPE, Rare.TYPE, Frozen.TYPE).stream()
            .sorted((a, b) -> a.id() - b.id())
            .toList();

    /** An entity: its components, and which of them are disabled. */
    static final class Being {
        final long handle;
        final Set<Component<?>> has = new HashSet<>();
        final Set<Component<?>> disabled = new HashSet<>();
        boolean isDisabled;

        Being(long handle) {
            this.handle = handle;
        }

        boolean hasEnabled(Component<?> component) {
            return has.contains(component) && !disabled.contains(component);
        }
    }

    /**
     * The entities that a reader must still find for one of its conditions: one of several components was gained, or
     * gained or written.
     */
    static final class Condition {
        final boolean isGained;
        final Map<Component<?>, Set<Long>> pending = new HashMap<>();

        Condition(boolean isGained, Component<?>... choice) {
            this.isGained = isGained;
            for (Component<?> component : choice) {
                pending.put(component, new HashSet<>());
            }
        }

        boolean isMetBy(Being being) {
            return pending.entrySet().stream()
                    .anyMatch(each ->
                            being.hasEnabled(each.getKey()) && each.getValue().contains(being.handle));
        }
    }

    /** A reader of changes; {@code matches} is the rest of its condition. */
    record Reader(Predicate<Being> matches, List<Condition> conditions) {
        /** The reader has seen all changes, except later writes of enclosing kernels. */
        void seen(Collection<Component<?>> beingWritten) {
            for (Condition condition : conditions) {
                condition.pending.forEach((component, entities) -> {
                    if (condition.isGained || !beingWritten.contains(component)) {
                        entities.clear();
                    }
                });
            }
        }
    }

    private final TreeMap<Integer, Being> byIndex = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();

    /** The losses of each component since the start. */
    private final Map<Component<?>, List<Long>> losses = new HashMap<>();

    /** The expected calls of observers of everything so far. */
    private final List<String> events = new ArrayList<>();

    ChangeModel() {
        COMPONENTS.forEach(component -> losses.put(component, new ArrayList<>()));
    }

    void add(Reader reader) {
        readers.add(reader);
    }

    Collection<Being> beings() {
        return byIndex.values();
    }

    List<Being> matching(Predicate<Being> condition) {
        return byIndex.values().stream().filter(condition).toList();
    }

    List<Long> losses(Component<?> component) {
        return losses.get(component);
    }

    List<String> takeEvents() {
        List<String> all = List.copyOf(events);
        events.clear();
        return all;
    }

    /** The entities that a reader would find now. */
    List<Long> pending(Reader reader) {
        List<Long> found = new ArrayList<>();
        for (Being being : byIndex.values()) {
            if (matches(reader, being) && reader.conditions().stream().allMatch(each -> each.isMetBy(being))) {
                found.add(being.handle);
            }
        }
        return found;
    }

    /** Whether an entity could be found if everything had changed; null for a dead one. */
    boolean matches(Reader reader, Being being) {
        return being != null
                && !being.isDisabled
                && reader.matches().test(being)
                && reader.conditions().stream()
                        .allMatch(each -> each.pending.keySet().stream().anyMatch(being::hasEnabled));
    }

    Being being(long handle) {
        Being being = byIndex.get(Entity.index(handle));
        return being != null && being.handle == handle ? being : null;
    }

    void born(long handle, Collection<Component<?>> components) {
        Being being = new Being(handle);
        byIndex.put(Entity.index(handle), being);
        for (Component<?> component : COMPONENTS) {
            if (components.contains(component)) {
                gain(being, component);
            }
        }
    }

    void add(Being being, Component<?> component) {
        if (!being.has.contains(component)) {
            gain(being, component);
        }
    }

    private void gain(Being being, Component<?> component) {
        being.has.add(component);
        mark(being, component, true, null);
        events.add("add " + component.name() + " " + being.handle);
    }

    void remove(Being being, Component<?> component) {
        if (being.has.contains(component)) {
            events.add("remove " + component.name() + " " + being.handle);
            losses.get(component).add(being.handle);
            being.has.remove(component);
            being.disabled.remove(component);
        }
    }

    void destroy(Being being) {
        events.add("destroy " + being.handle);
        for (Component<?> component : COMPONENTS) {
            remove(being, component);
        }
        byIndex.remove(Entity.index(being.handle));
    }

    /** A write of a component by entity. */
    void set(Being being, Component<?> component) {
        mark(being, component, false, null);
        events.add("set " + component.name() + " " + being.handle);
    }

    /** A write by a row or a kernel, for all readers but one. */
    void write(Being being, Component<?> component, Reader except) {
        mark(being, component, false, except);
    }

    private void mark(Being being, Component<?> component, boolean isGained, Reader except) {
        for (Reader reader : readers) {
            if (reader != except) {
                for (Condition condition : reader.conditions()) {
                    Set<Long> pending = condition.pending.get(component);
                    if (pending != null && (isGained || !condition.isGained)) {
                        pending.add(being.handle);
                    }
                }
            }
        }
    }
}
