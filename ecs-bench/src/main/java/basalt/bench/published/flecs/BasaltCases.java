package basalt.bench.published.flecs;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.IntColumn;
import basalt.query.Row;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Hierarchy;
import basalt.world.Name;
import basalt.world.Names;
import basalt.world.Prefab;
import basalt.world.Template;
import basalt.world.TreeCursor;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The operations in Basalt: as the guide shows it first, and tuned where that differs. */
final class BasaltCases {
    private static final Component<Value> VALUE = Component.of(Value.class);
    private static final IntColumn V = VALUE.int32("value");
    private static final Component<Other> OTHER = Component.of(Other.class);
    private static final int DEPTH = 10;
    private static final int CHILDREN = 10;

    private final boolean isTuned;
    private final World world = World.create();
    private final int times;
    private final long[] handles;
    private int value;
    private long calls;

    BasaltCases(Library library, int times) {
        isTuned = library == Library.TUNED;
        this.times = times;
        handles = new long[times];
    }

    /** The components. */
    public record Value(int value) {}

    public record Other(int value) {}

    public record Third(int value) {}

    /** An event. */
    public record Signal(@EntityHandle long entity) {
        static final EventType<Signal> TYPE = EventType.of(Signal.class);
        static final EntityColumn ENTITY = TYPE.entity("entity");
    }

    Task task(Case operation) {
        return Task.steady(run(operation), () -> world.query(Value.class).sumLong(Value::value), () -> world.close());
    }

    private LongSupplier run(Case operation) {
        return switch (operation) {
            case HAS -> spawned(isTuned ? () -> count(VALUE) : this::countValues);
            case HAS_NOT -> spawned(isTuned ? () -> count(OTHER) : this::countOthers);
            case GET -> spawned(isTuned ? this::sumColumn : this::sumRecords);
            case REF -> references();
            case SET -> spawned(isTuned ? this::setColumn : this::setRecords);
            case ADD_REMOVE -> {
                spawnEmpty();
                yield isTuned ? this::toggleByConstant : this::toggle;
            }
            case CREATE_DELETE -> recreate();
            case CHANGE_PARENT -> changeParent();
            case CHANGE_ROOT -> changeRoot();
            case PARENT -> parents();
            case LOOKUP_10 -> lookUp();
            case PREFAB_10 -> instances();
            case MODIFIED_0 -> modified(0);
            case MODIFIED_1 -> modified(1);
            case MODIFIED_10 -> modified(10);
            case MODIFIED_100 -> modified(100);
            case EMIT_0 -> emit(0);
            case EMIT_1 -> emit(1);
            case EMIT_10 -> emit(10);
            case EMIT_50 -> emit(50);
            case PROPAGATE_1 -> propagate(0);
            case PROPAGATE_10 -> propagate(10);
            case PROPAGATE_100 -> propagate(100);
        };
    }

    private LongSupplier spawned(LongSupplier run) {
        for (int i = 0; i < times; i++) {
            handles[i] = world.spawn(new Value(i));
        }
        return run;
    }

    private long countValues() {
        int found = 0;
        for (long entity : handles) {
            found += world.has(entity, Value.class) ? 1 : 0;
        }
        return found;
    }

    private long countOthers() {
        int found = 0;
        for (long entity : handles) {
            found += world.has(entity, Other.class) ? 1 : 0;
        }
        return found;
    }

    private long count(Component<?> component) {
        int found = 0;
        for (long entity : handles) {
            found += world.has(entity, component) ? 1 : 0;
        }
        return found;
    }

    private long sumRecords() {
        long sum = 0;
        for (long entity : handles) {
            sum += world.get(entity, Value.class).value();
        }
        return sum;
    }

    private long sumColumn() {
        long sum = 0;
        for (long entity : handles) {
            sum += world.get(entity, V);
        }
        return sum;
    }

    /** A row can be kept, and checks at each access that its entity is alive. */
    private LongSupplier references() {
        spawned(null);
        Row[] rows = new Row[times];
        for (int i = 0; i < times; i++) {
            rows[i] = world.row(handles[i]);
        }
        return () -> {
            long sum = 0;
            for (Row row : rows) {
                sum += row.get(V);
            }
            return sum;
        };
    }

    private long setRecords() {
        value++;
        for (long entity : handles) {
            world.set(entity, new Value(value));
        }
        return value;
    }

    private long setColumn() {
        value++;
        for (long entity : handles) {
            world.set(entity, V, value);
        }
        return value;
    }

    private void spawnEmpty() {
        for (int i = 0; i < times; i++) {
            handles[i] = world.spawn();
        }
    }

    private long toggle() {
        int removed = 0;
        for (long entity : handles) {
            world.add(entity, Value.class);
            removed += world.remove(entity, Value.class) ? 1 : 0;
        }
        return removed;
    }

    private long toggleByConstant() {
        int removed = 0;
        for (long entity : handles) {
            world.add(entity, VALUE);
            removed += world.remove(entity, VALUE) ? 1 : 0;
        }
        return removed;
    }

    private LongSupplier recreate() {
        Template template = world.template().with(new Value(0)).build();
        return () -> {
            for (int i = 0; i < times; i++) {
                world.destroy(isTuned ? template.spawn() : world.spawn(new Value(i)));
            }
            return world.entityCount();
        };
    }

    private LongSupplier changeParent() {
        spawned(null);
        Hierarchy tree = world.hierarchy();
        long[] parents = {world.spawn(new Value(0)), world.spawn(new Value(0))};
        return () -> {
            long parent = parents[value++ & 1];
            for (long entity : handles) {
                tree.attach(entity, parent);
            }
            return tree.childCount(parent);
        };
    }

    private LongSupplier changeRoot() {
        spawned(null);
        Hierarchy tree = world.hierarchy();
        long parent = world.spawn(new Value(0));
        return () -> {
            for (long entity : handles) {
                tree.attach(entity, parent);
            }
            int detached = 0;
            for (long entity : handles) {
                detached += tree.detach(entity) ? 1 : 0;
            }
            return detached;
        };
    }

    private LongSupplier parents() {
        changeParent().getAsLong();
        Hierarchy tree = world.hierarchy();
        long parent = tree.parent(handles[0]);
        return () -> {
            int found = 0;
            for (long entity : handles) {
                long of = isTuned ? world.get(entity, ChildOf.PARENT) : tree.parent(entity);
                found += of == parent ? 1 : 0;
            }
            return found;
        };
    }

    private LongSupplier lookUp() {
        chain(DEPTH);
        StringBuilder path = new StringBuilder();
        for (int i = 0; i <= DEPTH; i++) {
            world.add(handles[i], new Name("foo"));
            path.append(i == 0 ? "" : "/").append("foo");
        }
        String last = path.toString();
        Names names = world.hierarchy().names();
        return () -> {
            int found = 0;
            for (int i = 0; i < times; i++) {
                found += names.find(last) == handles[DEPTH] ? 1 : 0;
            }
            return found;
        };
    }

    private LongSupplier instances() {
        Hierarchy tree = world.hierarchy();
        long root = world.spawn(new Value(0), new Other(0), new Third(0));
        for (int i = 0; i < CHILDREN; i++) {
            long child = world.spawn(new Value(0), new Other(0), new Third(0));
            tree.attach(child, root);
        }
        Prefab prefab = tree.prefab(root);
        return () -> {
            for (int i = 0; i < times; i++) {
                world.destroy(prefab.spawn());
            }
            return world.entityCount();
        };
    }

    private LongSupplier modified(int observers) {
        for (int i = 0; i < observers; i++) {
            world.observers().onSet(Value.class, entity -> calls++);
        }
        LongSupplier set = spawned(isTuned ? this::setColumn : this::setRecords);
        return () -> set.getAsLong() + calls;
    }

    /** Each reader reads all events of a run; tuned, without a record of each. */
    private LongSupplier emit(int readers) {
        spawned(null);
        EventChannel<Signal> signals = world.events(Signal.TYPE);
        List<EventReader<Signal>> all = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            all.add(signals.reader());
        }
        return () -> {
            for (long entity : handles) {
                signals.send(new Signal(entity));
            }
            for (EventReader<Signal> reader : all) {
                if (isTuned) {
                    reader.forEachNumber(event -> count(signals.get(event, Signal.ENTITY)));
                } else {
                    reader.forEach(signal -> count(signal.entity()));
                }
            }
            world.swapEvents();
            return calls;
        };
    }

    private void count(long entity) {
        calls += entity == 0 ? 0 : 1;
    }

    private void chain(int depth) {
        spawned(null);
        for (int i = 0; i < depth; i++) {
            world.hierarchy().attach(handles[i + 1], handles[i]);
        }
    }

    private LongSupplier propagate(int depth) {
        chain(depth);
        Hierarchy tree = world.hierarchy();
        TreeCursor walk = tree.cursor();
        return () -> {
            for (int i = 0; i < times; i++) {
                count(handles[0]);
                if (isTuned) {
                    walk.below(handles[0]);
                    while (walk.next()) {
                        count(walk.entity());
                    }
                } else {
                    tree.forEachBelow(handles[0], this::count);
                }
            }
            return calls;
        };
    }
}
