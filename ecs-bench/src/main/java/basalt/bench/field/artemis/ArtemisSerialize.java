package basalt.bench.field.artemis;

import basalt.bench.field.HeavyValues;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.PartKryo;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.EntityEdit;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.Bag;
import com.artemis.utils.IntBag;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/**
 * Writes all components of each entity by Kryo, and reads them into entities of a new world, as the serializer that
 * artemis-odb has for Kryo.
 */
final class ArtemisSerialize implements Trial {
    private static final int BUFFER_BYTES = 1 << 16;

    private final int entities;
    private final Kryo kryo = PartKryo.of(Matrix.class, Place.class, Turn.class, Motion.class);
    private final Output output = new Output(BUFFER_BYTES, -1);
    private final Input input = new Input();
    private World world;

    ArtemisSerialize(int entities) {
        this.entities = entities;
        rewind();
    }

    @Override
    public int run() {
        output.reset();
        save();
        world.dispose();
        input.setBuffer(output.getBuffer(), 0, output.position());
        world = load();
        return all(world).size();
    }

    private void save() {
        IntBag ids = all(world);
        Bag<Component> components = new Bag<>();
        output.writeInt(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            components.clear();
            world.getComponentManager().getComponentsFor(ids.get(i), components);
            output.writeInt(components.size(), true);
            for (int c = 0; c < components.size(); c++) {
                kryo.writeClassAndObject(output, components.get(c));
            }
        }
    }

    private World load() {
        World loaded = Worlds.of(entities);
        int count = input.readInt();
        for (int i = 0; i < count; i++) {
            EntityEdit edit = loaded.edit(loaded.create());
            for (int left = input.readInt(true); left > 0; left--) {
                edit.add((Component) kryo.readClassAndObject(input));
            }
        }
        loaded.process();
        return loaded;
    }

    private static IntBag all(World of) {
        EntitySubscription subscription =
                of.getAspectSubscriptionManager().get(Aspect.all(Matrix.class, Place.class, Turn.class, Motion.class));
        return subscription.getEntities();
    }

    @Override
    public void rewind() {
        close();
        world = Worlds.of(entities);
        for (int i = 0; i < entities; i++) {
            Matrix matrix = new Matrix();
            Place place = new Place();
            HeavyValues.reset(matrix, place, i);
            EntityEdit edit = world.edit(world.create());
            edit.add(matrix).add(place).add(new Turn(1, 0, 0)).add(new Motion(Start.DX, Start.DY, Start.DZ));
        }
        world.process();
    }

    @Override
    public float[] values() {
        return Worlds.values(world, all(world), entities);
    }

    @Override
    public void close() {
        if (world != null) {
            world.dispose();
            world = null;
        }
    }
}
