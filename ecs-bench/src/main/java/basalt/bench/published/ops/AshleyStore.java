package basalt.bench.published.ops;

import basalt.bench.published.ops.Parts.I0;
import basalt.bench.published.ops.Parts.I1;
import basalt.bench.published.ops.Parts.I2;
import basalt.bench.published.ops.Parts.I3;
import basalt.bench.published.ops.Parts.I4;
import basalt.bench.published.ops.Parts.P0;
import basalt.bench.published.ops.Parts.P1;
import basalt.bench.published.ops.Parts.Part;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.EntityListener;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.core.PooledEngine;
import com.badlogic.ashley.utils.ImmutableArray;

/**
 * Ashley: a pooled engine, or a plain one where a new world for each run leaves nothing to reuse; mappers, families, of
 * which only those exist that a task needs. All entities are removed by {@code removeAllEntities}, as removing one
 * takes linear time.
 */
final class AshleyStore extends Store {
    private static final ComponentMapper<?>[] MAPPERS = new ComponentMapper<?>[Parts.KINDS];

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final Class<? extends Part>[] TYPES = new Class[Parts.KINDS];

    private static final ComponentMapper<I0> I0S = ComponentMapper.getFor(I0.class);
    private static final ComponentMapper<I1> I1S = ComponentMapper.getFor(I1.class);
    private static final ComponentMapper<I2> I2S = ComponentMapper.getFor(I2.class);
    private static final ComponentMapper<I3> I3S = ComponentMapper.getFor(I3.class);
    private static final ComponentMapper<I4> I4S = ComponentMapper.getFor(I4.class);
    private static final ComponentMapper<P0> P0S = ComponentMapper.getFor(P0.class);
    private static final ComponentMapper<P1> P1S = ComponentMapper.getFor(P1.class);

    static {
        for (int kind = 0; kind < MAPPERS.length; kind++) {
            TYPES[kind] = Parts.type(kind);
            MAPPERS[kind] = ComponentMapper.getFor(TYPES[kind]);
        }
    }

    private boolean isRenewed;
    private Engine engine;
    private PooledEngine pools;
    private Entity[] handles;
    private ImmutableArray<Entity> firsts;
    private ImmutableArray<Entity> fives;
    private ImmutableArray<Entity> movers;
    private Calls observed;

    @Override
    protected void begin(int capacity) {
        pools = isRenewed ? null : new PooledEngine(0, capacity, 0, capacity);
        engine = isRenewed ? new Engine() : pools;
        handles = new Entity[capacity];
        firsts = null;
        fives = null;
        movers = null;
        observed = null;
    }

    @Override
    public void renew() {
        isRenewed = true;
        super.renew();
    }

    private Entity entity() {
        return pools == null ? new Entity() : pools.createEntity();
    }

    private Part make(int kind) {
        return pools == null ? Parts.make(kind) : pools.createComponent(TYPES[kind]);
    }

    @Override
    protected int capacity() {
        return handles.length;
    }

    @Override
    public Object newWorld() {
        Engine made = new PooledEngine();
        made.removeAllEntities();
        return made;
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }

    @Override
    public int create(int number) {
        for (int i = 0; i < number; i++) {
            Entity entity = entity();
            for (int kind = first; kind < last; kind++) {
                Part part = make(kind);
                part.value = i;
                entity.add(part);
            }
            engine.addEntity(entity);
            handles[i] = entity;
        }
        count = number;
        return number;
    }

    @Override
    protected void spawnOf(int mask) {
        Entity entity = entity();
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            entity.add(make(Integer.numberOfTrailingZeros(rest)));
        }
        engine.addEntity(entity);
        handles[count++] = entity;
    }

    @Override
    public int delete() {
        engine.removeAllEntities();
        count = engine.getEntities().size();
        return count;
    }

    @Override
    public void add(int from, int to) {
        for (int i = 0; i < count; i++) {
            for (int kind = from; kind < to; kind++) {
                handles[i].add(make(kind));
            }
        }
    }

    @Override
    public int remove(int from, int to) {
        int removed = 0;
        for (int i = 0; i < count; i++) {
            for (int kind = from; kind < to; kind++) {
                boolean had = handles[i].remove(TYPES[kind]) != null;
                removed += had && kind == from ? 1 : 0;
            }
        }
        return removed;
    }

    @Override
    public int toggle(int kind) {
        int removed = 0;
        for (int i = 0; i < count; i++) {
            handles[i].add(make(kind));
            removed += handles[i].remove(TYPES[kind]) != null ? 1 : 0;
        }
        return removed;
    }

    @Override
    public int recreate(int times) {
        for (int i = 0; i < times; i++) {
            Entity entity = entity();
            I0 part = pools.createComponent(I0.class);
            part.value = i;
            entity.add(part);
            engine.addEntity(entity);
            engine.removeEntity(entity);
        }
        return engine.getEntities().size();
    }

    @Override
    protected Part part(int number, int kind) {
        return (Part) MAPPERS[kind].get(handles[number]);
    }

    @Override
    public int has(int kind) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            found += MAPPERS[kind].has(handles[i]) ? 1 : 0;
        }
        return found;
    }

    @Override
    public void increment() {
        if (firsts == null) {
            firsts = engine.getEntitiesFor(Family.all(I0.class).get());
        }
        for (int i = 0, size = firsts.size(); i < size; i++) {
            I0S.get(firsts.get(i)).value++;
        }
    }

    @Override
    public void sumOthers() {
        if (fives == null) {
            fives = engine.getEntitiesFor(
                    Family.all(I0.class, I1.class, I2.class, I3.class, I4.class).get());
        }
        for (int i = 0, size = fives.size(); i < size; i++) {
            Entity one = fives.get(i);
            sum(I0S.get(one), I1S.get(one), I2S.get(one), I3S.get(one), I4S.get(one));
        }
    }

    @Override
    public void move() {
        if (movers == null) {
            movers = engine.getEntitiesFor(Family.all(P0.class, P1.class).get());
        }
        for (int i = 0, size = movers.size(); i < size; i++) {
            move(P0S.get(movers.get(i)), P1S.get(movers.get(i)));
        }
    }

    @Override
    public long observe() {
        if (observed == null) {
            observed = new Calls();
            engine.addEntityListener(Family.all(I0.class).get(), observed);
        }
        long before = observed.calls;
        for (int i = 0; i < count; i++) {
            handles[i].add(pools.createComponent(I0.class));
            handles[i].remove(I0.class);
        }
        return observed.calls - before;
    }

    @Override
    protected void swap(int number, int other) {
        Entity one = handles[number];
        handles[number] = handles[other];
        handles[other] = one;
    }

    private static final class Calls implements EntityListener {
        private long calls;

        @Override
        public void entityAdded(Entity entity) {
            calls++;
        }

        @Override
        public void entityRemoved(Entity entity) {
            calls++;
        }
    }
}
