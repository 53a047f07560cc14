package basalt.bench.published.ops;

import basalt.bench.published.ops.Parts.I0;
import basalt.bench.published.ops.Parts.I1;
import basalt.bench.published.ops.Parts.I2;
import basalt.bench.published.ops.Parts.I3;
import basalt.bench.published.ops.Parts.I4;
import basalt.bench.published.ops.Parts.P0;
import basalt.bench.published.ops.Parts.P1;
import basalt.bench.published.ops.Parts.Part;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.EntityTransmuter;
import com.artemis.EntityTransmuterFactory;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;

/**
 * artemis-odb: archetypes, mappers, transmuters, pooled components, subscriptions, of which only those exist that a
 * task needs. The world is processed after structural changes, as nothing else makes them visible.
 */
final class ArtemisStore extends Store {
    private final ComponentMapper<?>[] mappers = new ComponentMapper<?>[Parts.KINDS];
    private World world;
    private Archetype archetype;
    private int[] ids;
    private ComponentMapper<I0> i0;
    private ComponentMapper<I1> i1;
    private ComponentMapper<I2> i2;
    private ComponentMapper<I3> i3;
    private ComponentMapper<I4> i4;
    private ComponentMapper<P0> p0;
    private ComponentMapper<P1> p1;
    private EntityTransmuter adding;
    private EntityTransmuter removing;
    private EntitySubscription firsts;
    private EntitySubscription fives;
    private EntitySubscription movers;

    @Override
    protected void begin(int capacity) {
        world = new World(new WorldConfigurationBuilder().build().expectedEntityCount(capacity));
        ids = new int[capacity];
        ArchetypeBuilder builder = new ArchetypeBuilder();
        for (int kind = first; kind < last; kind++) {
            builder.add(Parts.type(kind));
        }
        archetype = builder.build(world);
        for (int kind = 0; kind < Parts.KINDS; kind++) {
            mappers[kind] = null;
        }
        i0 = world.getMapper(I0.class);
        i1 = world.getMapper(I1.class);
        i2 = world.getMapper(I2.class);
        i3 = world.getMapper(I3.class);
        i4 = world.getMapper(I4.class);
        p0 = world.getMapper(P0.class);
        p1 = world.getMapper(P1.class);
        adding = null;
        removing = null;
        firsts = null;
        fives = null;
        movers = null;
    }

    private ComponentMapper<?> mapper(int kind) {
        if (mappers[kind] == null) {
            mappers[kind] = world.getMapper(Parts.type(kind));
        }
        return mappers[kind];
    }

    @Override
    protected int capacity() {
        return ids.length;
    }

    @Override
    public Object newWorld() {
        World made = new World(new WorldConfigurationBuilder().build());
        made.dispose();
        return made;
    }

    @Override
    public void close() {
        world.dispose();
    }

    @Override
    public int create(int number) {
        for (int i = 0; i < number; i++) {
            int entity = world.create(archetype);
            for (int kind = first; kind < last; kind++) {
                if (kind < Parts.PAIRS) {
                    part(mapper(kind), entity).value = i;
                }
            }
            ids[i] = entity;
        }
        count = number;
        finish();
        return number;
    }

    @Override
    protected void spawnOf(int mask) {
        int entity = world.create();
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            mapper(Integer.numberOfTrailingZeros(rest)).create(entity);
        }
        ids[count++] = entity;
    }

    @Override
    protected void finish() {
        world.process();
    }

    @Override
    public int delete() {
        int left = count;
        for (int i = 0; i < count; i++) {
            world.delete(ids[i]);
            left--;
        }
        finish();
        count = left;
        return left;
    }

    @Override
    public void add(int from, int to) {
        if (adding == null) {
            EntityTransmuterFactory factory = new EntityTransmuterFactory(world);
            for (int kind = from; kind < to; kind++) {
                factory.add(Parts.type(kind));
            }
            adding = factory.build();
        }
        for (int i = 0; i < count; i++) {
            adding.transmute(ids[i]);
        }
        finish();
    }

    @Override
    public int remove(int from, int to) {
        if (removing == null) {
            EntityTransmuterFactory factory = new EntityTransmuterFactory(world);
            for (int kind = from; kind < to; kind++) {
                factory.remove(Parts.type(kind));
            }
            removing = factory.build();
        }
        int removed = 0;
        for (int i = 0; i < count; i++) {
            removed += mapper(from).has(ids[i]) ? 1 : 0;
            removing.transmute(ids[i]);
        }
        finish();
        return removed;
    }

    @Override
    public int toggle(int kind) {
        int removed = 0;
        for (int i = 0; i < count; i++) {
            mapper(kind).create(ids[i]);
            removed += mapper(kind).has(ids[i]) ? 1 : 0;
            mapper(kind).remove(ids[i]);
        }
        finish();
        return removed;
    }

    @Override
    public int recreate(int times) {
        for (int i = 0; i < times; i++) {
            int entity = world.create(archetype);
            i0.get(entity).value = i;
            world.delete(entity);
        }
        finish();
        return count;
    }

    @Override
    protected Part part(int number, int kind) {
        return part(mapper(kind), ids[number]);
    }

    private static Part part(ComponentMapper<?> mapper, int entity) {
        return (Part) mapper.get(entity);
    }

    @Override
    public int has(int kind) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            found += mapper(kind).has(ids[i]) ? 1 : 0;
        }
        return found;
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private EntitySubscription subscription(Class<? extends Part>... types) {
        EntitySubscription made = world.getAspectSubscriptionManager().get(Aspect.all(types));
        finish();
        return made;
    }

    @Override
    public void increment() {
        if (firsts == null) {
            firsts = subscription(I0.class);
        }
        IntBag matching = firsts.getEntities();
        int[] entities = matching.getData();
        for (int i = 0, size = matching.size(); i < size; i++) {
            i0.get(entities[i]).value++;
        }
    }

    @Override
    public void sumOthers() {
        if (fives == null) {
            fives = subscription(I0.class, I1.class, I2.class, I3.class, I4.class);
        }
        IntBag matching = fives.getEntities();
        int[] entities = matching.getData();
        for (int i = 0, size = matching.size(); i < size; i++) {
            int entity = entities[i];
            sum(i0.get(entity), i1.get(entity), i2.get(entity), i3.get(entity), i4.get(entity));
        }
    }

    @Override
    public void move() {
        if (movers == null) {
            movers = subscription(P0.class, P1.class);
        }
        IntBag matching = movers.getEntities();
        int[] entities = matching.getData();
        for (int i = 0, size = matching.size(); i < size; i++) {
            move(p0.get(entities[i]), p1.get(entities[i]));
        }
    }

    @Override
    protected void swap(int number, int other) {
        int one = ids[number];
        ids[number] = ids[other];
        ids[other] = one;
    }
}
