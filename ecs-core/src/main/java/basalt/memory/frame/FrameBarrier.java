package basalt.memory.frame;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Where threads that share a frame wait for each other: the memory of the frame goes when all of them have ended it,
 * and no earlier.
 *
 * <pre>
 *   thread 1   | simulates, shares its result |  waits  . | resets its arena | next frame ...
 *   thread 2   | builds commands from it              | . | resets its arena | next frame ...
 *   thread 3   | mixes sound              | waits       . | resets its arena | next frame ...
 *                                                       ^ the last one has ended the frame
 * </pre>
 *
 * <p>Each thread joins with a {@link FrameArena} of its own, and allocates there without any lock. What it wants others
 * to read it {@linkplain FrameParticipant#share shares}, and hands over in whatever way threads do that. A thread that
 * has ended without leaving is taken for one that has left, so that no thread waits for it; its arena
 * stays allocated, as no other may close it. A thread that joins while a frame is just ending takes part in the next
 * one. Thread-safe.
 */
public final class FrameBarrier {
    private final SharedFrame shared = new SharedFrame();
    private final List<FrameParticipant> participants = new ArrayList<>();
    private final Runnable atEnd;
    private int arrived;
    private boolean ending;

    /** How many frames have ended. What was written before it changes is seen by all that have read the change. */
    private volatile long frame;

    /** A barrier that no thread has joined yet. */
    public FrameBarrier() {
        this(() -> {});
    }

    /**
     * A barrier that does something between two frames, such as swapping buffers.
     *
     * @param atEnd runs when all have ended the frame, before any of them goes on, in the thread that came last. What
     *     it throws reaches that thread, after the frame has ended for all
     * @throws IllegalArgumentException if it is null
     */
    public FrameBarrier(Runnable atEnd) {
        if (atEnd == null) {
            throw new IllegalArgumentException("atEnd must not be null: leave it out to do nothing");
        }
        this.atEnd = atEnd;
    }

    /**
     * Makes the calling thread take part, from the current frame on. Until it leaves, its arena's frames end with the
     * barrier's: its {@code reset} and {@code close} throw.
     *
     * @param arena the thread's own
     * @return the thread's part in this barrier; close it to leave
     * @throws IllegalArgumentException if there is no arena
     * @throws IllegalStateException if the arena is closed, of another thread or of a world, or takes part in a barrier
     *     already
     */
    public FrameParticipant join(FrameArena arena) {
        return join(arena, new BackoffIdleStrategy());
    }

    /**
     * As {@link #join(FrameArena)}, with a way of waiting.
     *
     * @param arena the thread's own
     * @param idle what to do while the others are busy; no other thread may use this object
     * @return the thread's part in this barrier; close it to leave
     * @throws IllegalArgumentException if there is no arena or no strategy
     * @throws IllegalStateException if the arena is closed, of another thread or of a world, or takes part in a barrier
     *     already
     */
    public FrameParticipant join(FrameArena arena, IdleStrategy idle) {
        if (arena == null || idle == null) {
            throw new IllegalArgumentException(
                    "a participant needs an arena and an idle strategy: arena=" + arena + ", idle=" + idle);
        }
        arena.requireUnlent();
        FrameParticipant participant = new FrameParticipant(this, arena, idle);
        arena.ledger().join(participant);
        synchronized (this) {
            participants.add(participant);
        }
        return participant;
    }

    /**
     * How many frames have ended.
     *
     * @return the number of the current frame, from 0
     */
    public long frame() {
        return frame;
    }

    /**
     * How many threads take part.
     *
     * @return those that have joined and not left
     */
    public synchronized int participants() {
        return participants.size();
    }

    @Override
    public synchronized String toString() {
        return "FrameBarrier[frame=" + frame + ", participants=" + participants.size() + ", arrived=" + arrived + "]";
    }

    SharedFrame shared() {
        return shared;
    }

    /**
     * Says that a thread has ended the frame. Answers true if it was the last one, which then calls {@link #advance()}.
     */
    synchronized boolean arrive(FrameParticipant participant) {
        if (participant.arrived) {
            throw new IllegalStateException("the frame is just ending: the barrier's action must not end it again");
        }
        participant.arrived = true;
        arrived++;
        return startEnding();
    }

    /** Whether a thread has ended the frame, which the others have not. */
    synchronized boolean hasArrived(FrameParticipant participant) {
        return participant.arrived;
    }

    /** Takes an arrival back, for a thread that waits no longer. Answers false if it is too late. */
    synchronized boolean withdraw(FrameParticipant participant) {
        if (!participant.arrived || ending) {
            return false;
        }
        participant.arrived = false;
        arrived--;
        return true;
    }

    /** Begins the next frame, for all. */
    void advance() {
        try {
            atEnd.run();
        } finally {
            synchronized (this) {
                shared.end();
                for (int i = 0; i < participants.size(); i++) { // without an iterator on the heap
                    participants.get(i).arrived = false;
                }
                arrived = 0;
                ending = false;
                frame = frame + 1; // last: a thread that sees it sees the rest
            }
        }
    }

    /** Answers true if no other thread is waited for any more: the caller then calls {@link #advance()}. */
    synchronized boolean leave(FrameParticipant participant) {
        forgetArrival(participant); // if it has failed while it waited
        return participants.remove(participant) && startEnding();
    }

    /**
     * Lets those leave whose thread has ended. Answers true if none is waited for any more: the caller then advances.
     */
    synchronized boolean dropDead() {
        if (ending) {
            return false;
        }
        boolean dropped = false;
        for (int i = participants.size() - 1; i >= 0; i--) {
            FrameParticipant participant = participants.get(i);
            if (participant.isAbandoned()) {
                forgetArrival(participant);
                participants.remove(i);
                dropped = true;
            }
        }
        return dropped && startEnding();
    }

    private void forgetArrival(FrameParticipant participant) {
        if (participant.arrived) {
            participant.arrived = false;
            arrived--;
        }
    }

    private boolean startEnding() {
        boolean all = !ending && arrived > 0 && arrived == participants.size();
        ending |= all;
        return all;
    }
}
