package basalt.replay;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.writes;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.IntColumn;
import basalt.component.ReferenceColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.TreeType;
import basalt.query.Condition;
import basalt.query.LeftEntities;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Replay;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.system.Schedule;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.ManyToMany;
import basalt.world.Name;
import basalt.world.Names;
import basalt.world.Template;
import basalt.world.ValueIndex;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A world with a schedule, and commands and input of every kind for its ticks. Closes the world. */
public final class ReplayGame implements AutoCloseable {
    public static final float SECONDS = 0.25f;

    private static final TreeType SQUADS = TreeType.of("squads of replays", TreeType.OnParentDestroy.DETACH);

    /** How loud it was, which systems turn into velocity. */
    public record Said(String text, float loudness) {
        public static final EventType<Said> TYPE = EventType.of(Said.class);
        public static final ReferenceColumn<String> TEXT = TYPE.reference("text", String.class);
    }

    /** An enum and a text. */
    public record Label(int number, String text, Thread.State state) {
        public static final Component<Label> TYPE = Component.of(Label.class);
        public static final StringColumn TEXT = TYPE.string("text");
    }

    /** An edge with a value. */
    public record Alliance(
            @EntityHandle long one, @EntityHandle long other, int strength) {}

    /** What a system has seen. */
    public record Roll(int number, List<String> seen) {
        public static final Component<Roll> TYPE = Component.of(Roll.class);
        public static final IntColumn NUMBER = TYPE.int32("number");
        public static final StringListColumn SEEN = TYPE.stringList("seen");
    }

    public final World world;
    public final Schedule schedule;
    private final ManyToMany<Alliance> allies;
    private final Template soldier;
    private final Template scout;
    private final Query healthy;
    private final Query labels;
    private final Query weakened;
    private final LeftEntities recovered;
    private final ValueIndex rolls;
    private final Names names;

    public ReplayGame() {
        this(World.create());
    }

    /** A new world, or a loaded one. */
    public ReplayGame(World world) {
        this.world = world;
        allies = world.manyToMany(Alliance.class);
        soldier = world.template()
                .with(new Position(1, 2), new Velocity(3, 4), new Health(50))
                .build();
        scout = world.template()
                .with(new Position(5, 6), new Velocity(7, 8), new Health(9))
                .build();
        healthy = world.query().all(Health.TYPE).build();
        labels = world.query().all(Label.TYPE).build();
        Query weak = healthy.where(Condition.on(Health.POINTS).atMost(40));
        weakened = weak.entered();
        recovered = weak.left();
        rolls = world.index(Roll.NUMBER);
        names = world.hierarchy().names();
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        EventChannel<Blow> blowChannel = world.events(Blow.TYPE);
        EventReader<Blow> blows = blowChannel.reader();
        EventChannel<Said> saidChannel = world.events(Said.TYPE);
        EventReader<Said> said = saidChannel.reader();
        RowKernel move = moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
        RowKernel reap = healthy.kernel((row, commands) -> {
            if (row.get(Health.POINTS) <= 0) {
                commands.destroy(row.entity());
            }
        });
        schedule = Schedule.builder(world)
                .workers(3)
                .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                .add(
                        "hit",
                        () -> blows.forEachNumber(event -> {
                            double weight = blowChannel.get(event, Blow.WEIGHT);
                            healthy.forEach(row -> row.set(Health.POINTS, row.get(Health.POINTS) - (int) weight));
                        }),
                        receives(Blow.TYPE),
                        writes(Health.TYPE))
                .add("reap", reap, destroys())
                .add(
                        "hear",
                        () -> said.forEachNumber(event -> {
                            Said heard = saidChannel.get(event);
                            float dy = heard.loudness()
                                    + (heard.text() == null ? 0 : heard.text().length());
                            moving.forEach(row -> row.set(Velocity.DY, dy));
                        }),
                        exclusive())
                .add("note", this::note, exclusive())
                .build();
    }

    /** Writes into the roll of the tick before which entities have changed, and whether that of the roll has a path. */
    private void note() {
        int number = (int) world.time().tick() - 1;
        List<String> seen = new ArrayList<>();
        weakened.forEach(row -> seen.add("weak " + Entity.index(row.entity())));
        recovered.forEach(entity -> seen.add("gone " + Entity.index(entity)));
        long named = names.find("squad " + number + "/soldier");
        seen.add(named == Entity.NULL ? null : names.path(named) + " " + Entity.index(named));
        long roll = rolls.find(number);
        if (roll != Entity.NULL) {
            world.set(roll, Roll.SEEN, seen);
        }
    }

    public Replay newReplay(int interval) {
        return new Replay(schedule, interval, this::apply);
    }

    /** The bytes decide how many soldiers come. */
    public void apply(World to, DirectBuffer from, int offset, int length) {
        for (int i = length == 0 ? 0 : from.getByte(offset); i > 0; i--) {
            soldier.spawn(to.commands());
        }
    }

    /** Records ticks with commands of every kind, for entities that are alive, new and dead. */
    public void record(Replay replay, int ticks) {
        for (int i = 0; i < ticks; i++) {
            int tick = (int) world.time().tick();
            command(new Random(tick), tick);
            replay.tick(SECONDS, new UnsafeBuffer(new byte[] {99, (byte) (tick % 3)}), 1, tick % 4 == 0 ? 0 : 1);
        }
    }

    private void command(Random random, int tick) {
        List<Long> alive = new ArrayList<>();
        healthy.forEach(row -> alive.add(row.entity()));
        long added = (tick % 2 == 0 ? soldier : scout).spawn(world.commands());
        long bare = world.commands().spawn();
        world.commands().set(added, Velocity.DX, tick);
        world.commands().add(bare, Vectors.sample(tick));
        world.commands().set(bare, Vectors.TARGETS, 0, added);
        world.commands().set(bare, Vectors.FLAGS, 3, tick % 2 == 0);
        world.commands().set(bare, Vectors.I16, 2, (short) -tick);
        world.commands().add(bare, Kinds.SAMPLES.get(tick % Kinds.SAMPLES.size()));
        world.commands().set(bare, Kinds.TARGET, bare);
        world.commands().set(bare, Kinds.NAME, tick % 3 == 0 ? null : "name " + tick);
        world.commands().add(bare, Frozen.TYPE);
        world.commands().add(bare, new Roll(tick, List.of("none yet", "in tick " + tick)));
        world.commands().add(bare, new Name("squad " + tick));
        world.commands().add(added, new Name("soldier"));
        world.commands()
                .add(bare, new Label(tick, tick % 3 == 0 ? null : "label " + tick, Thread.State.values()[tick % 6]));
        if (!alive.isEmpty()) {
            long one = alive.get(random.nextInt(alive.size()));
            world.commands().set(bare, Vectors.TARGETS, 1, one);
            world.commands().set(one, Position.Y, tick);
            world.commands().disable(one, Velocity.TYPE);
            world.commands().set(one, Label.TEXT, "again " + tick);
            commandTrees(one, added, bare, tick);
            if (tick % 3 == 0) {
                world.commands().destroy(one);
                world.commands().set(one, Position.X, 7f);
            }
            if (tick % 4 == 0) {
                world.commands().remove(one, Velocity.TYPE);
                world.commands().disable(one);
            }
            if (tick % 5 == 0) {
                world.commands().enable(one, Velocity.TYPE);
                world.commands().enable(one);
            }
        }
        long event = world.commands().send(Blow.TYPE);
        world.commands().set(event, Blow.WEIGHT, (double) tick % 5);
        world.commands().send(new Blow(1));
        long said = world.commands().send(new Said("said " + tick, tick));
        if (tick % 4 == 0) {
            world.commands().set(said, Said.TEXT, "said again " + tick);
        }
    }

    /** New entities hang below new ones, and below old ones, some of which die. */
    private void commandTrees(long one, long added, long bare, int tick) {
        world.commands().attach(added, bare);
        world.commands().attachBefore(world.commands().spawn(), added);
        world.commands().attach(soldier.spawn(world.commands()), one);
        world.commands().attach(SQUADS, one, added);
        if (tick % 4 == 1) {
            world.commands().detach(SQUADS, one);
        }
        allies.relate(world.commands(), one, added);
        allies.relate(world.commands(), new Alliance(added, bare, tick));
        allies.relate(world.commands(), new Alliance(one, added, tick % 5));
        if (tick % 3 == 1) {
            allies.unrelate(world.commands(), one, added);
        }
    }

    /** The managed columns, which the state hash does not contain. */
    public List<Label> labels() {
        List<Label> found = new ArrayList<>();
        labels.forEach(row -> found.add(world.get(row.entity(), Label.TYPE)));
        return found;
    }

    /** What all rolls have. */
    public List<String> seen() {
        List<String> found = new ArrayList<>();
        world.query(Roll.class).forEach(roll -> found.addAll(roll.seen()));
        return found;
    }

    @Override
    public void close() {
        schedule.close();
        world.close();
    }
}
