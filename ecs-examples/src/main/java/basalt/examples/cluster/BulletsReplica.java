package basalt.examples.cluster;

import basalt.component.Entity;
import basalt.examples.cluster.arena.Arena;
import basalt.examples.cluster.arena.ArenaSettings;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The bullets as a state machine: turns the log into calls of an {@link Arena}.
 *
 * <p>A command has the number after that of the player's last one, or it is not applied: a smaller one was applied
 * before, and is answered again; a greater one comes too early, because one before it got lost. So a player who repeats
 * what was not answered, in order, has each command applied once.
 * A command with a number below 1 is never applied: its answer tells the number of the last one.
 */
final class BulletsReplica implements Replica {
    private final Effects effects;
    private final ObservedTick observer;
    private final Arena arena;
    private final TickClock clock;
    private final Expulsions expulsions = new Expulsions();
    private final StateCheck check;
    private final MutableDirectBuffer message = new UnsafeBuffer(new byte[Message.ANSWER_LENGTH]);

    BulletsReplica(ArenaSettings settings, int checkTicks, Effects effects, ObservedTick observer, SaveSource saved) {
        this.effects = effects;
        this.observer = observer;
        arena = saved == null ? new Arena(settings) : Arena.load(settings, saved);
        clock = new TickClock(settings.ticksPerSecond());
        arena.world().resources().put(clock);
        arena.world().resources().put(expulsions);
        check = new StateCheck(arena.world(), Arena.COMPONENTS, checkTicks);
    }

    @Override
    public void onTerm(long timestamp) {
        clock.start(timestamp, tick());
        setTimer();
    }

    /** The timer of a tick has its number, so a timer that was set twice makes one tick. */
    private void setTimer() {
        effects.timer(tick() + 1, clock.deadline(tick() + 1));
    }

    @Override
    public void onTimer(long id, long timestamp) {
        if (id != tick() + 1) {
            return; // of an earlier leader
        }
        expulsions.close(effects);
        arena.tick();
        clock.check(timestamp, tick());
        setTimer();
        check.afterTick(tick(), effects);
        observer.onTick(arena.world(), tick());
    }

    @Override
    public void onOpen(long session, long player) {
        long before = arena.join(player, session);
        if (before != Arena.NO_SESSION) {
            expel(before, Status.REPLACED, 0);
        }
    }

    @Override
    public void onClose(long session) {
        expulsions.remove(session);
        arena.leave(session);
    }

    @Override
    public void onMessage(long session, DirectBuffer from, int offset, int length) {
        if (expulsions.contains(session)) {
            return;
        }
        long ship = arena.shipOf(session);
        if (ship == Entity.NULL) {
            return; // a session that is about to be closed
        }
        if (!Message.isCommand(from, offset, length)) {
            expel(session, Status.MALFORMED, 0);
        } else if (!arena.tryTakeMessage(ship)) {
            expel(session, Status.TOO_MANY, Message.sequence(from, offset));
        } else {
            onCommand(session, ship, from, offset);
        }
    }

    private void onCommand(long session, long ship, DirectBuffer from, int offset) {
        long sequence = Message.sequence(from, offset);
        long last = arena.sequence(ship);
        if (sequence <= last) {
            answer(session, ship, Status.REPEATED, sequence);
        } else if (sequence > last + 1) {
            answer(session, ship, Status.GAP, last);
        } else {
            float dx = Message.dx(from, offset);
            float dy = Message.dy(from, offset);
            if (Message.type(from, offset) == Message.STEER) {
                arena.steer(ship, sequence, dx, dy);
            } else {
                arena.fire(ship, sequence, dx, dy);
            }
            answer(session, ship, Status.APPLIED, sequence);
        }
    }

    private void answer(long session, long ship, Status status, long sequence) {
        int length = Message.putAnswer(
                message, 0, status, sequence, tick(), arena.applied(ship), arena.x(ship), arena.y(ship));
        effects.answer(session, message, length);
    }

    private void expel(long session, Status reason, long sequence) {
        effects.answer(session, message, Message.putAnswer(message, 0, reason, sequence, tick(), 0, 0, 0));
        expulsions.add(session);
    }

    @Override
    public void onPublished(DirectBuffer from, int offset, int length) {
        if (Message.type(from, offset) == Message.HASH) {
            check.compare(from, offset);
        }
    }

    @Override
    public void save(SaveSink sink) {
        arena.save(sink);
    }

    @Override
    public long tick() {
        return arena.world().time().tick();
    }

    @Override
    public long hash() {
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
