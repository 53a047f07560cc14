package basalt.model;

import basalt.component.Entity;
import basalt.memory.NativeMemoryException;
import basalt.model.RowOps.KeptRow;
import basalt.query.Query;
import basalt.query.RowCursor;
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

/** A world and its model. Operations go to both, and their outcomes are compared at once. */
final class Twin implements AutoCloseable {
    /** The population of entities that no template made; template {@code t} makes population {@code t + 1}. */
    static final int LOOSE = 0;

    private static final int KEPT_ROWS = 32;

    final KernelKind.Parameter parameter = new KernelKind.Parameter();

    private final Supplier<World> worlds;
    private final Supplier<ModelWorld> models;
    private final boolean memoryMayFail;
    private final Map<Object, Object> kept = new HashMap<>();
    private final List<KeptRow> keptRows = new ArrayList<>();
    private final LongArrayList issued = new LongArrayList();
    private final LongHashSet touched = new LongHashSet();
    private final Deque<Visitor> visitors = new ArrayDeque<>();
    private World world;
    private ModelWorld model;
    private ModelCommands commands = new ModelCommands();
    private long current = Entity.NULL;
    private int scopes;
    private int refusals;
    private int nextKeptRow;
    private RowCursor closedCursor;

    /** A twin of new worlds. If memory may fail, what fails is tried again, and nothing may have changed in between. */
    Twin(Supplier<World> worlds, Supplier<ModelWorld> models, boolean memoryMayFail) {
        this.worlds = worlds;
        this.models = models;
        this.memoryMayFail = memoryMayFail;
        world = worlds.get();
        model = models.get();
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

    /** Keeps a row, in the place of an older one if there are many. */
    void keep(KeptRow row) {
        if (keptRows.size() < KEPT_ROWS) {
            keptRows.add(row);
        } else {
            keptRows.set(nextKeptRow++ % KEPT_ROWS, row);
        }
    }

    /** One of the rows that were kept; null if there is none. */
    KeptRow keptRow(int which) {
        return keptRows.isEmpty() ? null : keptRows.get(which % keptRows.size());
    }

    /** Keeps a closed cursor, and checks that the one before is still closed. */
    void keepClosed(RowCursor cursor) {
        checkClosedCursor();
        closedCursor = cursor;
    }

    /** Checks that the cursor which was closed last is of no use. */
    void checkClosedCursor() {
        if (closedCursor != null) {
            RowOps.checkClosed(closedCursor);
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

    /** Whether something of the frame arena is open: a scope, or an iteration. */
    boolean isFrameInUse() {
        return scopes > 0 || model.isIterated();
    }

    boolean isInScope() {
        return scopes > 0;
    }

    /** Does an operation, and checks what it touched. */
    void apply(Op op) {
        touched.clear();
        op.apply(this);
        Invariants.checkTouched(this);
    }

    /** Does an operation in the midst of another one. */
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
            case LIVING -> model.size() == 0 ? Entity.NULL : model.pick(target.number()).handle;
            case EVER -> issued.isEmpty() ? Entity.NULL : issued.getLong(target.number() % issued.size());
            case CURRENT -> current;
            case FORGED -> Entity.of(target.number() * 0x9E3779B9 >>> target.number(), target.number() * 3);
        };
    }

    void standOn(long entity) {
        current = entity;
    }

    /** Compares what the world does with what the model does. */
    <T> void both(Supplier<T> real, Supplier<T> expected) {
        Outcome was = Outcome.of(() -> patiently(real));
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

    /** Does something until memory is not refused. A refusal must not have changed anything. */
    <T> T patiently(Supplier<T> action) {
        while (true) {
            try {
                return action.get();
            } catch (NativeMemoryException e) {
                if (!memoryMayFail) {
                    throw e;
                }
                refusals++;
                Invariants.checkAll(this);
            }
        }
    }

    ModelEntity born(int population, long handle, List<PartValue> values) {
        issued.add(handle);
        touched.add(handle);
        return model.born(population, handle, values);
    }

    /** An entity will be born under that handle, when the commands are applied. */
    void promised(int population, long handle, List<PartValue> values) {
        issued.add(handle);
        touched.add(handle);
        commands.spawn(model, population, handle, values);
    }

    /** Finds the entities that the world has made and the model does not know, in ascending order. */
    List<ModelEntity> discover(int population, int count, List<PartValue> values) {
        List<ModelEntity> born = new ArrayList<>();
        Query everything = query(QuerySpec.EVERYTHING);
        try (RowCursor rows = patiently(everything::cursor)) {
            while (rows.next()) {
                long entity = rows.entity();
                if (!model.isAlive(entity)) {
                    born.add(born(population, entity, values));
                }
            }
        }
        Check.same(count, born.size(), () -> "entities born");
        return born;
    }

    Query query(QuerySpec spec) {
        return kept(spec, () -> spec.build(world));
    }

    Template template(int number) {
        return kept("template " + number, () -> TemplateSpec.ALL.get(number).build(world));
    }

    /** What was made for this world under a key; made now if it was not. */
    <T> T kept(Object key, Supplier<T> maker) {
        @SuppressWarnings("unchecked") // each key stands for one type
        T value = (T) kept.get(key);
        if (value == null) {
            value = maker.get();
            kept.put(key, value);
        }
        return value;
    }

    /** The innermost visitor: the one that a kernel, which is made once for many loops, has to call. */
    Visitor visitor() {
        return visitors.peek();
    }

    void enter(Visitor visitor) {
        visitors.push(visitor);
    }

    void leave(Visitor visitor) {
        Check.that(visitors.pop() == visitor, () -> "visitors leave inside out");
    }

    void enterScope() {
        scopes++;
    }

    void leaveScope() {
        scopes--;
    }

    /** Closes the world, and goes on with a new one, in what the old one left. */
    void reopen() {
        world.close();
        touched.clear();
        kept.clear();
        world = worlds.get();
        model = models.get();
        commands = new ModelCommands();
    }

    @Override
    public void close() {
        world.close();
    }
}
