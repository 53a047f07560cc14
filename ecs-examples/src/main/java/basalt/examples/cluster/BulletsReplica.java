package basalt.examples.cluster;

import basalt.component.Entity;
import basalt.examples.cluster.Message.Answer;
import basalt.examples.cluster.Message.Command;
import basalt.examples.cluster.Message.Status;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.world.Restorable;
import basalt.world.World;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The state machine that the cluster replicates: turns the log into calls of an {@link Arena}. It gets what is in the
 * log, in the order of the log, and nothing else. A {@link GameService} feeds it in a node, an {@link Observer}
 * outside.
 *
 * <p>A command has the number after that of the player's last one, or it is not applied: a smaller one was applied
 * before, and is answered again; a greater one comes too early, because one before it got lost. So a player who repeats
 * what was not answered, in order, has each command applied once.
 * A command with a number below 1 is never applied: its answer tells the number of the last one.
 */
final class BulletsReplica implements AutoCloseable {
    private final Effects effects;
    private final ObjLongConsumer<World> observer;
    private final Arena arena;
    private final Service service;
    private final StateCheck check;
    private final MutableDirectBuffer message = new UnsafeBuffer(new byte[Message.ANSWER_LENGTH]);

    /**
     * What a replica does to the outside. Every node calls these methods equally; outside the cluster they do nothing.
     */
    interface Effects {
        /**
         * Sends a message to a session. It can get lost, as when the leader dies: then the player repeats the command.
         */
        default void answer(long session, DirectBuffer message, int length) {}

        /** Closes a session. */
        default void close(long session) {}

        /** Sets a timer: its event is in the log at this time of the cluster or later. */
        default void timer(long id, long deadlineMillis) {}

        /** Puts a message of the service into the log: that of the leader, when all nodes publish. */
        default void publish(DirectBuffer message, int length) {}
    }

    /**
     * What is saved with the world, and in no component: when ticks are due, and which sessions are about to end.
     *
     * <p>A deadline is computed from the start, not from the tick before, so the ticks do not drift. A new leader
     * starts the clock again: its time can be another one, and the ticks that were due while there was no leader are
     * not made up for.
     */
    private static final class Service implements Restorable {
        private static final long MOST_BEHIND_MILLIS = 1_000;

        private final int ticksPerSecond;
        private long startMillis;
        private long startTick;

        /** Sessions that are closed at the next tick. Between lies the time in which a player is told why. */
        private final LongArrayList expelled = new LongArrayList();

        Service(int ticksPerSecond) {
            this.ticksPerSecond = ticksPerSecond;
        }

        void start(long millis, long tick) {
            startMillis = millis;
            startTick = tick;
        }

        long deadline(long tick) {
            return startMillis + (tick - startTick) * TimeUnit.SECONDS.toMillis(1) / ticksPerSecond;
        }

        /** Starts again if a tick is far too late: then the nodes are too slow, and would fall behind forever. */
        void check(long millis, long tick) {
            if (millis - deadline(tick) > MOST_BEHIND_MILLIS) {
                start(millis, tick);
            }
        }

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            to.putLong(offset, startMillis, ByteOrder.LITTLE_ENDIAN);
            to.putLong(offset + Long.BYTES, startTick, ByteOrder.LITTLE_ENDIAN);
            int end = offset + 2 * Long.BYTES;
            for (int i = 0; i < expelled.size(); i++) {
                to.putLong(end, expelled.getLong(i), ByteOrder.LITTLE_ENDIAN);
                end += Long.BYTES;
            }
            return end - offset;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            startMillis = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
            startTick = from.getLong(offset + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            expelled.clear();
            for (int at = offset + 2 * Long.BYTES; at < offset + length; at += Long.BYTES) {
                expelled.addLong(from.getLong(at, ByteOrder.LITTLE_ENDIAN));
            }
        }
    }

    /** A new one, or one that goes on from what {@link #save} has written. The observer is called after each tick. */
    BulletsReplica(ClusterConfig config, Effects effects, ObjLongConsumer<World> observer, SaveSource saved) {
        this.effects = effects;
        this.observer = observer;
        Arena.Settings settings = config.arena();
        arena = saved == null ? new Arena(settings) : Arena.load(settings, saved);
        service = new Service(settings.ticksPerSecond());
        arena.world().resources().put(service);
        check = new StateCheck(arena.world(), (int) config.number(ClusterConfig.Setting.CHECK_TICKS));
    }

    /** A leader begins its term. Its clock can be another one than before. */
    void onTerm(long timestamp) {
        service.start(timestamp, tick());
        setTimer();
    }

    /** The timer of a tick has its number, so a timer that was set twice makes one tick. */
    private void setTimer() {
        effects.timer(tick() + 1, service.deadline(tick() + 1));
    }

    /** A timer has fired. */
    void onTimer(long id, long timestamp) {
        if (id != tick() + 1) {
            return; // of an earlier leader
        }
        service.expelled.forEachLong(effects::close);
        service.expelled.clear();
        arena.tick();
        service.check(timestamp, tick());
        setTimer();
        check.afterTick(tick(), effects);
        observer.accept(arena.world(), tick());
    }

    /** A player's session begins. */
    void onOpen(long session, long player) {
        long before = arena.join(player, session);
        if (before != Arena.NO_SESSION) {
            expel(before, Status.REPLACED, 0);
        }
    }

    /** A session has ended. */
    void onClose(long session) {
        service.expelled.removeLong(session);
        arena.leave(session);
    }

    /** A message of a session. */
    void onMessage(long session, DirectBuffer from, int offset, int length) {
        long ship = arena.shipOf(session);
        if (ship == Entity.NULL || service.expelled.containsLong(session)) {
            return; // a session that is about to be closed
        }
        Command command = Command.read(from, offset, length);
        if (command == null) {
            expel(session, Status.MALFORMED, 0);
        } else if (!arena.tryTakeMessage(ship)) {
            expel(session, Status.TOO_MANY, command.sequence());
        } else {
            onCommand(session, ship, command);
        }
    }

    private void onCommand(long session, long ship, Command command) {
        long sequence = command.sequence();
        long last = arena.sequence(ship);
        if (sequence <= last) {
            answer(session, ship, Status.REPEATED, sequence);
        } else if (sequence > last + 1) {
            answer(session, ship, Status.GAP, last);
        } else {
            if (command.type() == Message.STEER) {
                arena.steer(ship, sequence, command.dx(), command.dy());
            } else {
                arena.fire(ship, sequence, command.dx(), command.dy());
            }
            answer(session, ship, Status.APPLIED, sequence);
        }
    }

    private void answer(long session, long ship, Status status, long sequence) {
        send(session, new Answer(status, sequence, tick(), arena.applied(ship), arena.x(ship), arena.y(ship)));
    }

    private void send(long session, Answer answer) {
        effects.answer(session, message, answer.write(message));
    }

    private void expel(long session, Status reason, long sequence) {
        send(session, new Answer(reason, sequence, tick(), 0, 0, 0));
        service.expelled.addLong(session);
    }

    /** A message of the service itself. */
    void onPublished(DirectBuffer from, int offset) {
        if (Message.type(from, offset) == Message.HASH) {
            check.compare(from, offset);
        }
    }

    /** Writes the state. */
    void save(SaveSink sink) {
        arena.save(sink);
    }

    /** Ticks so far. */
    long tick() {
        return arena.world().time().tick();
    }

    /** The last hash that was taken; 0 before the first. */
    long hash() {
        return check.last();
    }

    /** The arena, for tests. */
    Arena arena() {
        return arena;
    }

    @Override
    public void close() {
        arena.close();
    }
}
