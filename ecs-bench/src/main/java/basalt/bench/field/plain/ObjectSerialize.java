package basalt.bench.field.plain;

import basalt.bench.field.HeavyValues;
import basalt.bench.field.InsertedValues;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.PartKryo;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;

/** A list of objects that refer to four more, written by Kryo and read into a new list. */
final class ObjectSerialize implements Trial {
    private static final int BUFFER_BYTES = 1 << 16;

    /** An entity. */
    private static final class Item {
        private Matrix matrix;
        private Place place;
        private Turn turn;
        private Motion motion;
    }

    private final int entities;
    private final Kryo kryo = PartKryo.of(Matrix.class, Place.class, Turn.class, Motion.class, Item.class);
    private final Output output = new Output(BUFFER_BYTES, -1);
    private final Input input = new Input();
    private List<Item> items = List.of();

    ObjectSerialize(int entities) {
        this.entities = entities;
        rewind();
    }

    @Override
    public int run() {
        output.reset();
        for (Item item : items) {
            kryo.writeObject(output, item);
        }
        input.setBuffer(output.getBuffer(), 0, output.position());
        List<Item> loaded = new ArrayList<>(entities);
        while (input.position() < input.limit()) {
            loaded.add(kryo.readObject(input, Item.class));
        }
        items = loaded;
        return loaded.size();
    }

    @Override
    public void rewind() {
        items = new ArrayList<>();
        for (int i = 0; i < entities; i++) {
            Item item = new Item();
            item.matrix = new Matrix();
            item.place = new Place();
            HeavyValues.reset(item.matrix, item.place, i);
            item.turn = new Turn(1, 0, 0);
            item.motion = new Motion(Start.DX, Start.DY, Start.DZ);
            items.add(item);
        }
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        for (Item item : items) {
            values.add(item.matrix, item.place, item.turn, item.motion);
        }
        return values.all();
    }

    @Override
    public void close() {
        items = List.of();
    }
}
