package basalt.model;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.storage.RowPlaces;
import basalt.world.Hierarchy;
import basalt.world.ManyToMany;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/** A world and its model. Operations run on both, and their outcomes are compared. */
final class ModelPair implements AutoCloseable {
    /** The population of entities spawned without a template; template {@code t} uses population {@code t + 1}. */
    static final int NO_TEMPLATE = 0;

    /** Added to the number of an arrangement's list of blocks: its population. */
    private static final int ARRANGED = 1 << 20;

    private static final int KEPT_ROWS = 32;

    final KernelKind.Parameter parameter = new KernelKind.Parameter();

    private final Supplier<World> worlds;
    private final Supplier<ModelWorld> models;
    private final boolean memoryMayFail;
    private final Map<Object, Object> kept = new HashMap<>();

    /** The population of each owner of blocks, by its number in the world. */
    private final Map<Integer, Integer> populations = new HashMap<>();

    /** The rows of all indices when they were checked last. */
    private int[] checkedRows;

    private final List<Ops.KeptRow> keptRows = new ArrayList<>();
    private final LongArrayList issued = new LongArrayList();
    private final LongHashSet touched = new LongHashSet();
    private final Deque<LoopOps.LoopCheck> checks = new ArrayDeque<>();
    private World world;
    private ModelWorld model;
    private ModelCommands commands = new ModelCommands(this);
    private long current = Entity.NULL;
    private int scopes;
    private int refusals;
    private int nextKeptRow;
    private int checksOfAll;
    private RowCursor closedCursor;

    /** A new world and model. If memory may fail, a failed operation must change nothing, and is tried again. */
    ModelPair(Supplier<World> worlds, Supplier<ModelWorld> models, boolean memoryMayFail) {
        this.worlds = worlds;
        this.models = models;
        this.memoryMayFail = memoryMayFail;
        open();
    }

    private void open() {
        world = worlds.get();
        model = models.get();
        populations.clear();
        populations.put(RowPlaces.SPARE, ModelRows.SPARE);
        populations.put(places().shared(), ModelRows.SHARED);
        populations.put(places().withoutTemplate(), NO_TEMPLATE);
        if (memoryMayFail) {
            model.rows().allowBlocksGivenEarly();
        }
    }

    World world() {
        return world;
    }

    ModelWorld model() {
        return model;
    }

    ModelCommands commands() {
        return commands;
    }

    /** Keeps a row; replaces an older one when the list is full. */
    void keep(Ops.KeptRow row) {
        if (keptRows.size() < KEPT_ROWS) {
            keptRows.add(row);
        } else {
            keptRows.set(nextKeptRow++ % KEPT_ROWS, row);
        }
    }

    /** One of the kept rows; null if there is none. */
    Ops.KeptRow keptRow(int which) {
        return keptRows.isEmpty() ? null : keptRows.get(which % keptRows.size());
    }

    /** Keeps a closed cursor, and checks that the previous one is still closed. */
    void keepClosed(RowCursor cursor) {
        checkClosedCursor();
        closedCursor = cursor;
    }

    /** Checks that the cursor that was closed last is still closed. */
    void checkClosedCursor() {
        if (closedCursor != null) {
            Ops.checkClosed(closedCursor);
        }
    }

    LongArrayList issued() {
        return issued;
    }

    LongHashSet touched() {
        return touched;
    }

    boolean memoryMayFail() {
        return memoryMayFail;
    }

    /** How often memory was refused. */
    int refusals() {
        return refusals;
    }

    /** Whether a scope or an iteration uses the frame arena. */
    boolean isFrameInUse() {
        return scopes > 0 || model.isIterated();
    }

    boolean isInScope() {
        return scopes > 0;
    }

    /** Runs an operation, and checks the entities that it used. */
    void apply(Op op) {
        touched.clear();
        op.apply(this);
        Invariants.checkTouched(this);
    }

    /** Runs an operation inside another one. */
    void applyNested(Op op) {
        long outer = current;
        apply(op);
        if (model.size() < Invariants.SMALL) {
            Invariants.checkAll(this);
        }
        current = outer;
    }

    long resolve(Target target) {
        long entity = handle(target);
        touched.add(entity);
        return entity;
    }

    private long handle(Target target) {
        return switch (target.kind()) {
            case ALIVE -> model.size() == 0 ? Entity.NULL : model.pick(target.number()).handle;
            case ISSUED -> issued.isEmpty() ? Entity.NULL : issued.getLong(target.number() % issued.size());
            case CURRENT -> current;
            case FORGED -> Entity.of(target.number() * 0x9E3779B9 >>> target.number(), target.number() * 3);
        };
    }

    void setCurrent(long entity) {
        current = entity;
    }

    /** Runs an action on the world and on the model, and compares their outcomes. */
    <T> void both(Supplier<T> real, Supplier<T> expected) {
        Outcome was = Outcome.of(() -> withRetry(real));
        Object should = Outcome.of(expected).comparable();
        if (was.thrown() != null && !was.comparable().equals(should)) {
            throw new AssertionError("expected " + should + " but it threw", was.thrown());
        }
        Check.same(should, was.comparable(), () -> "outcome");
    }

    void bothDo(Runnable real, Runnable expected) {
        both(
                () -> {
                    real.run();
                    return null;
                },
                () -> {
                    expected.run();
                    return null;
                });
    }

    /** Repeats an action until no allocation fails. A failed attempt must not change anything. */
    <T> T withRetry(Supplier<T> action) {
        return withRetry(action, () -> {});
    }

    private <T> T withRetry(Supplier<T> action, Runnable afterFailure) {
        while (true) {
            try {
                return action.get();
            } catch (NativeMemoryException e) {
                if (!memoryMayFail) {
                    throw e;
                }
                refusals++;
                afterFailure.run();
                Invariants.checkAll(this);
            }
        }
    }

    ModelEntity spawned(int population, long handle, List<PartValue> values) {
        model.rows().prepare(population, 1);
        return spawnedOfMany(population, handle, values);
    }

    private ModelEntity spawnedOfMany(int population, long handle, List<PartValue> values) {
        issued.add(handle);
        touched.add(handle);
        return model.spawn(population, handle, values);
    }

    /** Records a reserved handle. Its entity is spawned when the commands are applied. */
    void reserved(int population, long handle, List<PartValue> values) {
        issued.add(handle);
        touched.add(handle);
        model.rows().prepare(population, 1);
        commands.spawn(model, population, handle, values);
    }

    /** Adds the entities that are new in the world to the model, in ascending order. */
    List<ModelEntity> discover(int population, int count, List<PartValue> values) {
        model.rows().prepare(population, count);
        List<ModelEntity> spawned = new ArrayList<>();
        Query everything = query(QuerySpec.EVERYTHING);
        try (RowCursor rows = withRetry(everything::cursor)) {
            while (rows.next()) {
                long entity = rows.entity();
                if (!model.isAlive(entity)) {
                    spawned.add(spawnedOfMany(population, entity, values));
                }
            }
        }
        Check.same(count, spawned.size(), () -> "spawned entities");
        return spawned;
    }

    Query query(QuerySpec spec) {
        return kept(spec, () -> spec.build(world));
    }

    Template template(int number) {
        return kept("template " + number, () -> {
            Template made = TemplateSpec.ALL.get(number).build(world);
            populations.put(RowPlaces.owner(made), number + 1);
            return made;
        });
    }

    /** A relation of the world, which it has from the first call on. */
    ManyToMany<Record> relation(Relating relation) {
        return withRetry(() -> kept(relation, () -> {
            ManyToMany<Record> made = relation.declare(world);
            populations.put(RowPlaces.owner(made), relation.population());
            return made;
        }));
    }

    /** Follows the world, in which edges were made and destroyed by commands that were applied together. */
    void followUnseen(List<Relating> relations) {
        follow();
        model.rows().unseen(places()::generation);
        relations.forEach(relation -> model.rows().countShared(relation.population()));
    }

    /** Lets the model know the owner of the blocks of copies. */
    void copied(int population, Component<?>... components) {
        populations.put(places().ownerOfCopies(components), population);
    }

    /** The cached object of this world for a key; created at the first call. */
    <T> T kept(Object key, Supplier<T> maker) {
        @SuppressWarnings("unchecked") // each key is used with one type
        T value = (T) kept.get(key);
        if (value == null) {
            value = maker.get();
            kept.put(key, value);
        }
        return value;
    }

    /** Where the entities of the world are. */
    RowPlaces places() {
        return kept("places", () -> RowPlaces.of(world));
    }

    /** The population that an owner of blocks belongs to. */
    int population(int owner) {
        return populations.getOrDefault(owner, ARRANGED + owner);
    }

    /** Whether the store is checked this time. It takes long, so not always. */
    boolean isStoreCheckDue() {
        return ++checksOfAll % 16 == 0;
    }

    /** Whether rows may have moved since the last call. */
    boolean mayHaveMoved() {
        int[] rows = model.rows().rowOfIndex();
        boolean mayHave = rows != checkedRows;
        checkedRows = rows;
        return mayHave;
    }

    /**
     * Runs an action that moves rows, and lets the model follow. If memory is refused, some may have moved, and the
     * action is run again.
     */
    <T> T moving(Supplier<T> action) {
        T result = withRetry(action, this::follow);
        follow();
        return result;
    }

    private void follow() {
        List<Integer> owners = new ArrayList<>();
        for (int block = 0; block < places().blocks(); block++) {
            owners.add(population(places().owner(block)));
        }
        model.moved(places().rows(), owners, commands.reserved());
    }

    /** The arrangements of the world, by their slots. */
    Map<Integer, MoveOps.Held> arrangements() {
        return kept("arrangements", HashMap::new);
    }

    /** What checks that moves are not seen by readers; null if it was never needed. */
    MoveOps.MoveWatch moveWatch(boolean isNeeded) {
        return isNeeded || kept.containsKey("watch")
                ? withRetry(() -> kept("watch", () -> new MoveOps.MoveWatch(this)))
                : null;
    }

    /** The trees of the world, which it has from the first call on. */
    Hierarchy tree() {
        return kept("tree", world::hierarchy);
    }

    /** Whether entities may be in trees. */
    boolean usesTrees() {
        return kept.containsKey("tree");
    }

    ModelEntered entered() {
        return kept("entered", ModelEntered::new);
    }

    ModelObserved observed() {
        return kept("observed", ModelObserved::new);
    }

    boolean hasSnapshots() {
        return kept.containsKey("snapshots");
    }

    ModelSnapshots snapshots() {
        return withRetry(() -> kept("snapshots", () -> new ModelSnapshots(world)));
    }

    /** The check of the innermost loop. Kernels call it, since one kernel is used for many loops. */
    LoopOps.LoopCheck loopCheck() {
        return checks.peek();
    }

    void enter(LoopOps.LoopCheck check) {
        checks.push(check);
    }

    void leave(LoopOps.LoopCheck check) {
        Check.that(checks.pop() == check, () -> "loop checks end in reverse order");
    }

    void enterScope() {
        scopes++;
    }

    void leaveScope() {
        scopes--;
    }

    /** Closes the world, and continues with a new one, which can reuse the retained memory. */
    void reopen() {
        world.close();
        touched.clear();
        kept.clear();
        open();
        commands = new ModelCommands(this);
    }

    @Override
    public void close() {
        world.close();
    }
}
