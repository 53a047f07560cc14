package basalt.feed;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.internal.Friend;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldRuntime.WorldTime;
import basalt.save.Snapshots;
import basalt.storage.Place;
import basalt.system.Schedule;
import basalt.system.Tickable;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Runs a client's world ahead of the server, for the entities that the client controls: an input has its effect at
 * once, and if the server's word differs later, the world is put back to the tick of that word, takes it over, and
 * makes the ticks since then again, with the same inputs.
 *
 * <pre>{@code
 * try (Snapshots ring = Saves.snapshots(world, 64)) {
 *     Prediction<Steer> prediction = new Prediction<>(mirror, schedule, ring, Steer::apply);
 *     prediction.control(ship);                           // the server's handle
 *     ...
 *     long number = prediction.tick(1 / 60f, input);      // each tick; input and number go to the server
 *     ...
 *     if (mirror.apply(packet, 0, length) == Received.APPLIED) {
 *         prediction.correct(lastInput);                  // the number of the last input the server's state has
 *     }
 *     mirror.show(mirror.tick() - 2);                     // all others
 *     draw(prediction.smoothed(ship, Position.X), ...);
 * }
 * }</pre>
 *
 * <p>The server tells which inputs its state has, for example in a column of the controlled entity. An input that it
 * has not got in time is so corrected too.
 *
 * <p><b>What is put back</b> is the whole world, see {@link Snapshots}: entities of the mirror that came since then are
 * spawned again, with other handles ({@link WorldMirror#local} finds them). So the systems of the client's schedule
 * should simulate what the controlled entities depend on, and nothing that must not happen twice, such as sounds.
 *
 * <p>For the world's thread, outside of ticks.
 *
 * @param <I> an input; kept until it is too old, so it must not change
 */
public final class Prediction<I> {
    private static final Friend<World, WorldRuntime> RUNTIMES = Friend.of(World.class, WorldRuntime.class);

    private final WorldMirror mirror;
    private final World world;
    private final WorldRuntime runtime;
    private final FeedSchema schema;
    private final Tickable schedule;
    private final Snapshots ring;
    private final BiConsumer<? super World, ? super I> apply;
    private final PredictedRows predicted;
    private final List<FloatColumn> columns;
    private final List<Controlled> controlled = new ArrayList<>();

    /** The inputs of the last ticks, by the low bits of their numbers. */
    private final List<I> inputs = new ArrayList<>();

    private final float[] seconds;
    private int tolerance = 1;
    private float halfLife = 0.05f;
    private float snap = Float.MAX_VALUE;
    private long corrected = WorldFeed.NONE;
    private long first = Long.MAX_VALUE;
    private long corrections;
    private boolean isTicking;

    /** A controlled entity of the server, and for each column how far what is drawn is from the value. */
    private record Controlled(long server, float[] offsets) {}

    /**
     * A prediction that controls nothing yet.
     *
     * @param mirror shows the server's entities in the world
     * @param ring snapshots of the world, with room for the ticks that the server is behind
     * @param apply gives the world an input, before the tick; called again if a tick is made again
     * @throws IllegalArgumentException if an argument is null, or of another world than the mirror's
     */
    public Prediction(
            WorldMirror mirror, Tickable schedule, Snapshots ring, BiConsumer<? super World, ? super I> apply) {
        if (mirror == null || schedule == null || ring == null || apply == null) {
            throw new IllegalArgumentException("arguments must not be null: mirror=" + mirror + ", schedule=" + schedule
                    + ", ring=" + ring + ", apply=" + apply);
        }
        this.mirror = mirror;
        this.world = mirror.world();
        this.runtime = RUNTIMES.internal(world);
        this.schema = mirror.schema();
        if (ring.world() != world || schedule instanceof Schedule ofWorld && ofWorld.world() != world) {
            throw new IllegalArgumentException(
                    "schedule and ring must be of the mirror's world; Saves.snapshots(world, n) returns the ring");
        }
        this.schedule = schedule;
        this.ring = ring;
        this.apply = apply;
        int kept = Math.max(2, Integer.highestOneBit(2 * ring.capacity() - 1));
        predicted = new PredictedRows(kept);
        columns = floats(schema);
        seconds = new float[kept];
        for (int i = 0; i < kept; i++) {
            inputs.add(null);
        }
    }

    /** The columns of floats that are sent as such, in order of the components. */
    private static List<FloatColumn> floats(FeedSchema schema) {
        return schema.components().stream()
                .flatMap(component -> component.columns().stream())
                .filter(column -> column instanceof FloatColumn && column.length() == 1 && schema.find(column) != null)
                .map(column -> (FloatColumn) column)
                .toList();
    }

    /**
     * Predicts an entity from now on: {@link WorldMirror#show} does not write its values any more.
     *
     * @param serverEntity a handle of the server's world; the entity may come later
     */
    public Prediction<I> control(long serverEntity) {
        release(serverEntity);
        controlled.add(new Controlled(serverEntity, new float[columns.size()]));
        mirror.left().add(serverEntity);
        return this;
    }

    /** Ends {@link #control}. Does nothing if the entity is not controlled. */
    public void release(long serverEntity) {
        requireNotTicking("prediction.control(...) and release(...)");
        controlled.removeIf(each -> each.server() == serverEntity);
        mirror.left().remove(serverEntity);
    }

    /**
     * By how many steps of its quantisation a value may differ from the server's without a correction, because the
     * client only knows rounded values. Values that are not quantised must be equal, and entities those that the
     * mirror shows for the server's.
     *
     * @param steps 0 or more; 1 until this is called
     * @throws IllegalArgumentException if it is negative
     */
    public Prediction<I> tolerance(int steps) {
        runtime.store().checkOwner();
        if (steps < 0) {
            throw new IllegalArgumentException("steps must be >= 0: steps=" + steps);
        }
        tolerance = steps;
        return this;
    }

    /**
     * How fast {@link #smoothed} values follow a correction.
     *
     * @param halfLifeSeconds the time after which half of the correction is still to come; 0.05 until this is called
     * @param snapBeyond a correction of a value by more than this is not smoothed, such as that of an entity that was
     *     put elsewhere
     * @throws IllegalArgumentException if a number is negative or NaN
     */
    public Prediction<I> smoothing(float halfLifeSeconds, float snapBeyond) {
        runtime.store().checkOwner();
        if (!(halfLifeSeconds >= 0) || !(snapBeyond >= 0)) {
            throw new IllegalArgumentException(
                    "numbers must be >= 0: halfLifeSeconds=" + halfLifeSeconds + ", snapBeyond=" + snapBeyond);
        }
        halfLife = halfLifeSeconds;
        snap = snapBeyond;
        return this;
    }

    /**
     * Applies an input, ticks the world, and keeps its state.
     *
     * @param deltaSeconds the length of the tick
     * @return the number of the tick, which is that of the input
     * @throws IllegalArgumentException if the length is negative or not finite
     * @throws IllegalStateException during a tick; if the ring is closed; on the wrong thread
     */
    public long tick(float deltaSeconds, I input) {
        requireNotTicking("prediction.tick(...)");
        WorldTime.requireLength(deltaSeconds);
        if (first == Long.MAX_VALUE) {
            first = keep() + 1; // so that this tick can be made again, too
        }
        long number = step(deltaSeconds, input);
        float rest = halfLife == 0 ? 0 : (float) Math.pow(0.5, deltaSeconds / halfLife);
        for (Controlled each : controlled) {
            for (int i = 0; i < each.offsets().length; i++) {
                each.offsets()[i] *= rest;
            }
        }
        return number;
    }

    private long step(float deltaSeconds, I input) {
        isTicking = true;
        try {
            apply.accept(world, input);
            schedule.tick(deltaSeconds);
        } finally {
            isTicking = false;
        }
        long number = keep();
        inputs.set(slot(number), input);
        seconds[slot(number)] = deltaSeconds;
        return number;
    }

    private void requireNotTicking(String call) {
        runtime.store().checkOwner();
        if (isTicking) {
            throw new IllegalStateException(
                    call + " is refused while an input is applied and the schedule ticks; call it afterwards");
        }
    }

    /** Keeps the state of the world, in place of the one that there is of this tick. */
    private long keep() {
        long number = ring.capture();
        predicted.keep(number);
        return number;
    }

    private int slot(long number) {
        return (int) number & seconds.length - 1;
    }

    /**
     * Compares the server's newest state with what was predicted, and if it differs, puts the world back, takes the
     * state over, and makes the ticks since then again. If the ring does not have the tick any more, the state is only
     * taken over.
     *
     * @param lastInput the number of the last input that the server's newest state has, or for which it has used
     *     another one because it was late; less than all if there is none
     * @return whether the world was corrected
     * @throws IllegalArgumentException if there was no such input yet
     */
    public boolean correct(long lastInput) {
        requireNotTicking("prediction.correct(...)");
        long now = world.time().tick();
        if (lastInput > now) {
            throw new IllegalArgumentException("there was no such input yet: lastInput=" + lastInput + ", last=" + now);
        }
        if (mirror.tick() == corrected) {
            return false;
        }
        long from = Math.max(lastInput, first == Long.MAX_VALUE ? now : first - 1);
        boolean differs = !matches(from);
        if (differs) {
            correctFrom(from, now);
            corrections++;
        }
        corrected = mirror.tick();
        return differs;
    }

    private void correctFrom(long from, long now) {
        float[][] drawn = drawn();
        boolean canRepeat = ring.has(from);
        if (canRepeat) {
            ring.restore(from);
        }
        takeOver();
        keep();
        for (long number = from + 1; canRepeat && number <= now; number++) {
            step(seconds[slot(number)], inputs.get(slot(number)));
        }
        smooth(drawn);
    }

    private boolean matches(long lastInput) {
        for (Controlled each : controlled) {
            long local = mirror.local(each.server());
            if (mirror.isNewest(each.server())
                    && !(local != Entity.NULL && predicted.matches(lastInput, local, each.server()))) {
                return false;
            }
        }
        return true;
    }

    /** Shows the server's newest state, also of the controlled entities. */
    private void takeOver() {
        mirror.show();
        for (Controlled each : controlled) {
            mirror.write(each.server());
        }
    }

    /** What is drawn of the controlled entities. */
    private float[][] drawn() {
        float[][] drawn = new float[controlled.size()][];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = values(controlled.get(i));
            for (int column = 0; column < columns.size(); column++) {
                drawn[i][column] += controlled.get(i).offsets()[column];
            }
        }
        return drawn;
    }

    /** The values of an entity; NaN if it is not there. */
    private float[] values(Controlled each) {
        long local = mirror.local(each.server());
        boolean isAlive = world.isAlive(local);
        float[] values = new float[columns.size()];
        for (int i = 0; i < values.length; i++) {
            FloatColumn column = columns.get(i);
            boolean has = isAlive && world.has(local, (Component<?>) column.component());
            values[i] = has ? world.get(local, column) : isAlive ? 0 : Float.NaN;
        }
        return values;
    }

    /** Lets what is drawn begin where it was. */
    private void smooth(float[][] drawn) {
        for (int i = 0; i < drawn.length; i++) {
            float[] values = values(controlled.get(i));
            for (int column = 0; column < columns.size(); column++) {
                float offset = drawn[i][column] - values[column];
                controlled.get(i).offsets()[column] = Math.abs(offset) <= snap ? offset : 0; // 0 also for NaN
            }
        }
    }

    /**
     * The value to draw: after a correction it moves from what was drawn to the value of the world.
     *
     * @param serverEntity a controlled entity, as the server's handle
     * @param column a scalar column of floats of the schema; rotations are not smoothed
     * @throws IllegalArgumentException if the entity is not controlled, or the column is not such a column
     * @throws basalt.component.DeadEntityException if the entity is not shown
     * @throws basalt.component.MissingComponentException if it lacks the component
     */
    public float smoothed(long serverEntity, FloatColumn column) {
        runtime.store().checkOwner();
        int at = columns.indexOf(column);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "column " + column + " is no scalar column of floats of the schema; rotations are not smoothed");
        }
        for (Controlled each : controlled) {
            if (each.server() == serverEntity) {
                return world.get(mirror.local(serverEntity), column) + each.offsets()[at];
            }
        }
        throw new IllegalArgumentException("entity " + Entity.toString(serverEntity)
                + " is not controlled; call control(...) with the server's handle");
    }

    /** How often the world was corrected. */
    public long corrections() {
        runtime.store().checkOwner();
        return corrections;
    }

    /**
     * The values that entities of the client's world had after its last ticks, encoded like those of the server, to be
     * compared with these. A frame is the state after a tick.
     */
    private final class PredictedRows {
        private static final int MOST_NUMBER = 1 << 30;

        private final Frames frames;
        private final FrameEncoder encoder;

        PredictedRows(int capacity) {
            frames = new Frames(capacity, schema.fields());
            encoder = new FrameEncoder(
                    schema, frames, new IndexSet(), runtime.store().references().elements(), true);
        }

        /** The number of a tick's frame. Consecutive ticks have consecutive slots, also where numbers begin again. */
        private int number(long tick) {
            return (int) tick & MOST_NUMBER - 1 | MOST_NUMBER;
        }

        /** Keeps the values of the controlled entities that are alive. */
        void keep(long tick) {
            frames.begin(number(tick), tick);
            for (Controlled each : controlled) {
                long place = runtime.store().entities().tryLocate(mirror.local(each.server()));
                if (place != 0) {
                    // SAFETY: the entity is alive, and no other code runs before its values are read.
                    encoder.encode(Place.base(place), Place.row(place) >>> 6, 1L << Place.row(place));
                }
            }
            frames.commit();
        }

        /** Whether an entity had the values of one of the server. */
        boolean matches(long tick, long local, long server) {
            int[] values = frames.values(number(tick), Entity.index(local));
            int[] others = mirror.newestValues(server);
            if (values == null || others == null) {
                return false;
            }
            int place = Frames.place(Entity.index(local));
            int otherPlace = Frames.place(Entity.index(server));
            for (int i = 0; i < schema.components().size(); i++) {
                boolean has = FeedSchema.has(values, place, i);
                if (has != FeedSchema.has(others, otherPlace, i)
                        || has && !matches(schema.columns(i), values, place, others, otherPlace)) {
                    return false;
                }
            }
            return true;
        }

        private boolean matches(List<ColumnFields> columns, int[] values, int place, int[] others, int otherPlace) {
            for (ColumnFields column : columns) {
                if (!column.isNear(values, place, others, otherPlace, tolerance, mirror.rows())) {
                    return false;
                }
            }
            return true;
        }
    }
}
