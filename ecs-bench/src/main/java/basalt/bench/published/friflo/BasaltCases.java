package basalt.bench.published.friflo;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.IntColumn;
import basalt.component.ListColumn;
import basalt.component.OnTargetDestroy;
import basalt.memory.frame.FrameLongList;
import basalt.query.BulkChange;
import basalt.query.Commands;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.world.Hierarchy;
import basalt.world.ManyToMany;
import basalt.world.Template;
import basalt.world.ValueIndex;
import basalt.world.World;
import java.util.function.LongSupplier;

/** The cases in Basalt: as the guide shows it first, and tuned where that differs. */
final class BasaltCases {
    private static final int SEARCHES = 1000;
    private static final int RANGE = 100;
    private static final int CHILDREN = 10;

    private static final IntColumn V1 = column(C1.class);
    private static final IntColumn V2 = column(C2.class);
    private static final IntColumn V3 = column(C3.class);
    private static final IntColumn V4 = column(C4.class);
    private static final IntColumn V5 = column(C5.class);

    private final boolean isTuned;
    private final int number;
    private final long[] handles;
    private World world = World.create();
    private int value;
    private long calls;
    private BulkChange all;

    BasaltCases(Library library, int number) {
        isTuned = library == Library.TUNED;
        this.number = number;
        handles = new long[number];
    }

    /** The components. */
    public record C1(int value) {}

    public record C2(int value) {}

    public record C3(int value) {}

    public record C4(int value) {}

    public record C5(int value) {}

    /** A link with a value. */
    public record Link(
            @EntityHandle long source, @EntityHandle long target, int value) {}

    /** The only link of an entity, with a value. */
    public record OneLink(@EntityHandle long target, int value) {}

    /** What tells the relations of an entity apart. */
    public enum Key {
        K1,
        K2,
        K3,
        K4,
        K5,
        K6,
        K7,
        K8,
        K9,
        K10
    }

    /** A value for a key. */
    public record Entry(Key key, int value) {}

    /** The values of an entity for different keys. */
    public record Entries(Entry[] entries) {
        static final Component<Entries> TYPE = Component.of(Entries.class);
        static final ListColumn.OfEnum<Key> KEYS = TYPE.enumerationList("entries.key", Key.class);
        static final ListColumn.OfInt VALUES = TYPE.int32List("entries.value");
    }

    private static IntColumn column(Class<? extends Record> type) {
        return Component.of(type).int32("value");
    }

    Task task(Case use) {
        return switch (use) {
            case CREATE_1 -> created(isTuned ? this::createOneInBulk : this::createOne);
            case CREATE_3 -> created(isTuned ? this::createThreeInBulk : this::createThree);
            case DELETE_5 ->
                new Task(
                        () -> {
                            reopen();
                            spawnFull();
                        },
                        isTuned ? this::destroyInBulk : this::destroy,
                        this::sum,
                        this::close);
            default -> Task.steady(run(use), this::sum, this::close);
        };
    }

    private double sum() {
        return world.query(C1.class).sumLong(C1::value);
    }

    private void close() {
        world.close();
    }

    private LongSupplier run(Case use) {
        return switch (use) {
            case ADD_REMOVE_1 -> {
                spawnEmpty();
                yield isTuned ? this::toggleOneInBulk : this::toggleOne;
            }
            case ADD_REMOVE_5 -> {
                spawnEmpty();
                yield isTuned ? this::toggleFiveInBulk : this::toggleFive;
            }
            case NEW_WORLD -> BasaltCases::newWorld;
            case SET_1 -> {
                spawnFull();
                yield isTuned ? this::setOneColumn : this::setOne;
            }
            case SET_5 -> {
                spawnFull();
                yield isTuned ? this::setFiveColumns : this::setFive;
            }
            case QUERY_1, MANY_1 -> {
                spawnFull();
                yield run(increment());
            }
            case QUERY_5, MANY_5 -> {
                spawnFull();
                yield run(sumOthers());
            }
            case FRAGMENTED -> {
                spawnFragmented();
                yield run(increment());
            }
            case LINKS_1 -> isTuned ? oneLink() : links(1);
            case LINKS_100 -> links(100);
            case RELATIONS_1 -> entries(1);
            case RELATIONS_10 -> entries(Key.values().length);
            case CHILDREN -> children();
            case COMMANDS -> {
                spawnEmpty();
                yield this::toggleByCommands;
            }
            case EVENTS -> {
                spawnEmpty();
                world.observers().onAdd(C1.class, entity -> calls++);
                world.observers().onRemove(C1.class, entity -> calls++);
                yield this::toggleObserved;
            }
            case SEARCH -> search();
            case RANGE -> range();
            default -> throw new UnsupportedOperationException(use.name());
        };
    }

    private LongSupplier run(RowKernel kernel) {
        return () -> {
            kernel.run();
            return number;
        };
    }

    private void spawnEmpty() {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn();
        }
    }

    private void spawnFull() {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn(new C1(i), new C2(i), new C3(i), new C4(i), new C5(i));
        }
    }

    private void spawnFragmented() {
        for (int i = 0; i < number; i++) {
            long entity = world.spawn(new C1(i));
            Record[] others = {new C2(i), new C3(i), new C4(i), new C5(i)};
            for (int k = 0; k < others.length; k++) {
                if ((i >> k & 1) != 0) {
                    world.add(entity, others[k]);
                }
            }
        }
    }

    private long toggleOne() {
        for (long entity : handles) {
            world.add(entity, new C1(0));
        }
        int removed = 0;
        for (long entity : handles) {
            removed += world.remove(entity, C1.class) ? 1 : 0;
        }
        return removed;
    }

    private long toggleFive() {
        for (long entity : handles) {
            world.add(entity, new C1(0));
            world.add(entity, new C2(0));
            world.add(entity, new C3(0));
            world.add(entity, new C4(0));
            world.add(entity, new C5(0));
        }
        int removed = 0;
        for (long entity : handles) {
            removed += world.remove(entity, C1.class) ? 1 : 0;
            world.remove(entity, C2.class);
            world.remove(entity, C3.class);
            world.remove(entity, C4.class);
            world.remove(entity, C5.class);
        }
        return removed;
    }

    private long toggleOneInBulk() {
        if (all == null) {
            all = world.query().build().bulk();
        }
        all.add(C1.class);
        return all.remove(C1.class);
    }

    private long toggleFiveInBulk() {
        if (all == null) {
            all = world.query().build().bulk();
        }
        all.add(C1.class);
        all.add(C2.class);
        all.add(C3.class);
        all.add(C4.class);
        all.add(C5.class);
        int removed = all.remove(C1.class);
        all.remove(C2.class);
        all.remove(C3.class);
        all.remove(C4.class);
        all.remove(C5.class);
        return removed;
    }

    private static long newWorld() {
        try (World empty = World.create()) {
            return 1 + empty.entityCount();
        }
    }

    private void reopen() {
        world.close();
        world = World.create();
    }

    private Task created(LongSupplier run) {
        return new Task(this::reopen, run, this::sum, this::close);
    }

    private long createOne() {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn(new C1(i));
        }
        return number;
    }

    private long createThree() {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn(new C1(i), new C2(i), new C3(i));
        }
        return number;
    }

    /** Rows are numbered from 0, as the world is empty. */
    private long createOneInBulk() {
        Template one = world.template().with(new C1(0)).build();
        one.spawn(number, row -> {
            handles[row.index()] = row.entity();
            row.set(V1, row.index());
        });
        return number;
    }

    private long createThreeInBulk() {
        Template three = world.template().with(new C1(0), new C2(0), new C3(0)).build();
        three.spawn(number, row -> {
            handles[row.index()] = row.entity();
            row.set(V1, row.index());
            row.set(V2, row.index());
            row.set(V3, row.index());
        });
        return number;
    }

    private long destroy() {
        for (long entity : handles) {
            world.destroy(entity);
        }
        return world.entityCount();
    }

    private long destroyInBulk() {
        world.query(C1.class).rows().bulk().destroy();
        return world.entityCount();
    }

    private long setOne() {
        value++;
        for (long entity : handles) {
            world.set(entity, new C1(value));
        }
        return value;
    }

    private long setOneColumn() {
        value++;
        for (long entity : handles) {
            world.set(entity, V1, value);
        }
        return value;
    }

    private long setFive() {
        value++;
        for (long entity : handles) {
            world.set(entity, new C1(value));
            world.set(entity, new C2(value));
            world.set(entity, new C3(value));
            world.set(entity, new C4(value));
            world.set(entity, new C5(value));
        }
        return value;
    }

    private long setFiveColumns() {
        value++;
        for (long entity : handles) {
            Row row = world.row(entity);
            row.set(V1, value);
            row.set(V2, value);
            row.set(V3, value);
            row.set(V4, value);
            row.set(V5, value);
        }
        return value;
    }

    private RowKernel increment() {
        return isTuned
                ? world.query(C1.class).rows().kernel(row -> row.set(V1, row.get(V1) + 1))
                : world.query(C1.class).update(one -> new C1(one.value() + 1));
    }

    private RowKernel sumOthers() {
        var five = world.query(C1.class, C2.class, C3.class, C4.class, C5.class);
        return isTuned
                ? five.rows().kernel(row -> row.set(V1, row.get(V2) + row.get(V3) + row.get(V4) + row.get(V5)))
                : five.update((a, b, c, d, e) -> new C1(b.value() + c.value() + d.value() + e.value()));
    }

    /** Tuned: an edge is destroyed by its handle instead of being looked for. */
    private LongSupplier links(int count) {
        spawnFull();
        long[] targets = new long[count];
        for (int i = 0; i < count; i++) {
            targets[i] = world.spawn(new C2(i));
        }
        ManyToMany<Link> links = world.manyToMany(Link.class);
        long[] edges = new long[count];
        return () -> {
            int removed = 0;
            for (long source : handles) {
                for (int i = 0; i < count; i++) {
                    edges[i] = links.relate(new Link(source, targets[i], i));
                }
                for (int i = 0; i < count; i++) {
                    if (isTuned) {
                        removed += world.tryDestroy(edges[i]) ? 1 : 0;
                    } else {
                        removed += links.unrelate(source, targets[i]) ? 1 : 0;
                    }
                }
            }
            return removed;
        };
    }

    /** A single link is a component of its source. */
    private LongSupplier oneLink() {
        spawnFull();
        long target = world.spawn(new C2(0));
        world.relation(OneLink.class, OnTargetDestroy.REMOVE);
        return () -> {
            int removed = 0;
            for (long source : handles) {
                world.add(source, new OneLink(target, 0));
                removed += world.remove(source, OneLink.class) ? 1 : 0;
            }
            return removed;
        };
    }

    /** A list of entries, which is searched for the key. */
    private LongSupplier entries(int count) {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn(new C1(i), new Entries(new Entry[0]));
        }
        Key[] keys = Key.values();
        return () -> {
            int removed = 0;
            for (long entity : handles) {
                Row row = world.row(entity);
                for (int i = 0; i < count; i++) {
                    row.add(Entries.KEYS, keys[i]);
                    row.add(Entries.VALUES, 1337);
                }
                for (int i = 0; i < count; i++) {
                    removed += remove(row, keys[i]) ? 1 : 0;
                }
            }
            return removed;
        };
    }

    private static boolean remove(Row row, Key key) {
        for (int i = 0; i < row.length(Entries.KEYS); i++) {
            if (row.list(Entries.KEYS).get(i) == key) {
                row.swapRemove(Entries.KEYS, i);
                row.swapRemove(Entries.VALUES, i);
                return true;
            }
        }
        return false;
    }

    private LongSupplier children() {
        spawnFull();
        long[][] children = new long[number][CHILDREN];
        for (long[] of : children) {
            for (int k = 0; k < CHILDREN; k++) {
                of[k] = world.spawn(new C2(k));
            }
        }
        Hierarchy tree = world.hierarchy();
        return () -> {
            for (int i = 0; i < number; i++) {
                for (long child : children[i]) {
                    tree.attach(child, handles[i]);
                }
            }
            int detached = 0;
            for (long[] of : children) {
                for (int k = CHILDREN - 1; k >= 0; k--) {
                    detached += tree.detach(of[k]) ? 1 : 0;
                }
            }
            return detached;
        };
    }

    private long toggleByCommands() {
        Commands commands = world.commands();
        for (long entity : handles) {
            commands.add(entity, new C1(0));
            commands.add(entity, new C2(0));
        }
        world.applyCommands();
        for (long entity : handles) {
            commands.remove(entity, C1.class);
            commands.remove(entity, C2.class);
        }
        world.applyCommands();
        return number;
    }

    private long toggleObserved() {
        long before = calls;
        for (long entity : handles) {
            world.add(entity, new C1(0));
            world.remove(entity, C1.class);
        }
        return calls - before;
    }

    private LongSupplier search() {
        ValueIndex byValue = world.index(C1.class, C1::value);
        int searches = spawnOne();
        return () -> {
            int found = 0;
            for (int i = 0; i < searches; i++) {
                found += byValue.find(i) == Entity.NULL ? 0 : 1;
            }
            return found;
        };
    }

    private LongSupplier range() {
        ValueIndex byValue = world.index(C1.class, C1::value);
        int searches = spawnOne();
        FrameLongList found = FrameLongList.in(world.frame(), RANGE);
        return () -> {
            int count = 0;
            for (int i = 0; i < searches; i++) {
                found.clear();
                count += byValue.collectRange(i * RANGE, i * RANGE + RANGE - 1, found);
            }
            return count;
        };
    }

    /** Returns how often is searched: a thousand times, or as often as the entities suffice for. */
    private int spawnOne() {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn(new C1(i));
        }
        return Math.min(SEARCHES, number / RANGE);
    }
}
