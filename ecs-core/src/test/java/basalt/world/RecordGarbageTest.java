package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.memory.HeapBytes;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that take records allocate nothing; calls that return records allocate these alone. */
class RecordGarbageTest {
    private static final int ROUNDS = 1000;

    private final World world = World.create();
    private final Position position = new Position(1, 2);
    private final Velocity velocity = new Velocity(3, 4);
    private final Health health = new Health(5);
    private final Label label = new Label("label");
    private final Rare rare = new Rare(6, "rare");
    private final Matrix matrix = new Matrix(new float[16]);
    private final Vectors vectors = Vectors.sample(7);
    private final Frozen frozen = new Frozen();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldSpawnWithoutGarbage() {
        assumeFalse(MovingBlocks.ALWAYS, "a move makes garbage");
        Record[] many = {Kinds.ODD, vectors, matrix, frozen, rare, position};
        HeapBytes.assertNone(ROUNDS, rounds -> {
            for (int i = 0; i < rounds; i++) {
                world.destroy(world.spawn(position));
                world.destroy(world.spawn(position, velocity));
                world.destroy(world.spawn(velocity, position));
                world.destroy(world.spawn(label, rare, frozen));
                world.destroy(world.spawn(matrix, position, velocity, health));
                world.destroy(world.spawn(Kinds.ODD, vectors));
                world.destroy(world.spawn(many));
            }
        });
    }

    @Test
    void shouldAddAndSetWithoutGarbage() {
        long entity = world.spawn(position);
        world.spawn(rare, vectors); // so that the block has them
        HeapBytes.assertNone(ROUNDS, rounds -> {
            for (int i = 0; i < rounds; i++) {
                world.add(entity, velocity);
                world.add(entity, rare);
                world.add(entity, label);
                world.add(entity, matrix);
                world.add(entity, vectors);
                world.add(entity, Kinds.ODD);
                world.add(entity, frozen);
                world.set(entity, position);
                world.set(entity, velocity);
                world.set(entity, rare);
                world.set(entity, label);
                world.set(entity, matrix);
                world.set(entity, vectors);
                world.set(entity, Kinds.ODD);
                world.remove(entity, Velocity.TYPE);
                world.remove(entity, Rare.TYPE);
                world.remove(entity, Label.TYPE);
                world.remove(entity, Matrix.TYPE);
                world.remove(entity, Vectors.TYPE);
                world.remove(entity, Kinds.TYPE);
                world.remove(entity, Frozen.TYPE);
            }
        });
        assertEquals(position, world.get(entity, Position.TYPE));
    }

    @Test
    void shouldMakeNothingButTheRecordThatIsRead() {
        long entity = world.spawn(position, label, rare, Kinds.ODD);
        Record[] kept = new Record[4];
        read(entity, kept, ROUNDS);
        make(kept, ROUNDS);
        long read = HeapBytes.medianOf(() -> read(entity, kept, ROUNDS));
        long records = HeapBytes.medianOf(() -> make(kept, ROUNDS));

        assertTrue(records >= ROUNDS * 4 * 16L, () -> "heap bytes of the records: " + records);
        assertTrue(read < records + ROUNDS * 4L, () -> "heap bytes made: " + read + ", of the records: " + records);
    }

    private static void make(Record[] kept, int rounds) {
        for (int i = 0; i < rounds; i++) {
            kept[0] = new Position(i, i);
            kept[1] = new Label(kept);
            kept[2] = new Rare(i, "rare");
            kept[3] = new Kinds(i, i, (byte) i, (short) i, i, i, true, i, "kinds");
        }
    }

    private void read(long entity, Record[] kept, int rounds) {
        for (int i = 0; i < rounds; i++) {
            kept[0] = world.get(entity, Position.TYPE);
            kept[1] = world.get(entity, Label.TYPE);
            kept[2] = world.get(entity, Rare.TYPE);
            kept[3] = world.get(entity, Kinds.TYPE);
        }
    }

    @Test
    void shouldSendEventsWithoutGarbage() {
        EventChannel<Spark> sparks = world.events(Spark.TYPE);
        EventChannel<Salvo> salvos = world.events(Salvo.TYPE);
        Spark spark = new Spark(1, "note");
        Salvo salvo = Salvo.sample(2);
        HeapBytes.assertNone(ROUNDS, rounds -> {
            for (int i = 0; i < rounds; i++) {
                sparks.send(spark);
                salvos.send(salvo);
                world.swapEvents();
            }
        });
    }
}
