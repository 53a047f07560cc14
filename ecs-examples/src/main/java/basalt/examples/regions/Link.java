package basalt.examples.regions;

import basalt.examples.framework.program.SmallRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** One direction of a network: delays each message by another time, loses some, and delivers some twice. */
final class Link {
    private static final int LEAST_DELAY = 1;

    private final SmallRandom random;
    private final float loss;
    private final int mostDelay;
    private final PriorityQueue<Flight> flights =
            new PriorityQueue<>(Comparator.comparingLong(Flight::due).thenComparingLong(Flight::order));
    private long order;
    private long newest = -1;

    /** Messages that were not delivered. */
    long lost;

    /** Messages that were delivered twice. */
    long repeated;

    /** Deliveries after that of a later message. */
    long late;

    private record Flight(long due, long order, byte[] message) {}

    /**
     * A link.
     *
     * @param seed equal seeds give equal losses and delays
     * @param loss the part of messages that is lost, 0 to 1, and the part of the others that is delivered twice
     * @param mostDelay the longest delay in ticks, at least 1
     */
    Link(long seed, float loss, int mostDelay) {
        random = new SmallRandom(seed);
        this.loss = loss;
        this.mostDelay = mostDelay;
    }

    /** The number of messages, each counted once. */
    long sent() {
        return order;
    }

    /** Sends a message. */
    void send(long now, byte[] message) {
        order++;
        if (random.next() < loss) {
            lost++;
            return;
        }
        fly(now, message);
        if (random.next() < loss) {
            repeated++;
            fly(now, message);
        }
    }

    private void fly(long now, byte[] message) {
        int delay = LEAST_DELAY + (int) (random.next() * (mostDelay - LEAST_DELAY + 1));
        flights.add(new Flight(now + delay, order, message));
    }

    /** The messages that have arrived. */
    List<byte[]> receive(long now) {
        List<byte[]> arrived = new ArrayList<>();
        while (!flights.isEmpty() && flights.peek().due() <= now) {
            Flight flight = flights.remove();
            late += flight.order() < newest ? 1 : 0;
            newest = Math.max(newest, flight.order());
            arrived.add(flight.message());
        }
        return arrived;
    }
}
