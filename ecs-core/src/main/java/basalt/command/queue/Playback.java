package basalt.command.queue;

import basalt.storage.access.Store;
import basalt.storage.change.HookScope;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Applies the commands of {@linkplain CommandQueue queues}.
 *
 * <p>Ranges of several queues are applied as one list of commands, in the order in which they were added. There are two
 * passes: the first spawns and destroys entities, the second changes components of alive entities.
 *
 * <p>A command for which there is no memory, or which is refused, is dropped and counted. The others are applied, and
 * then the failure is thrown. For the world's thread.
 */
public final class Playback {
    /** Limit of rounds in which observers of applied commands record further commands. */
    static final int MAX_ROUNDS = 10_000;

    private static final int LONGS_PER_RANGE = 4;
    private static final CommandReader NOTHING = (from, entity, code, value) -> {};

    private final Store store;
    private final CommandCounter counter = new CommandCounter();
    private final SpawnDespawnPass spawnDespawn;
    private final ChangePass changePass;

    /** The ranges, four longs each: number of the queue, first and last position, and number of the system. */
    private long[] ranges = new long[8 * LONGS_PER_RANGE];

    private int rangeCount;
    private CommandQueue[] queues = new CommandQueue[4];
    private int queueCount;
    private boolean isRunning;

    /** The position of each queue at the start of a round. */
    private long[] positions = new long[4];

    /** Reads the range of a failed system: only its reports of direct writes. */
    private final CommandReader writesOnly;

    private final HookScope scope;

    /**
     * Creates a playback without commands.
     *
     * @param store the world's rows
     */
    public Playback(Store store) {
        this.store = store;
        spawnDespawn = new SpawnDespawnPass(store, counter);
        changePass = new ChangePass(store, counter);
        scope = store.hookScope();
        writesOnly = (from, entity, code, value) -> {
            if (Op.operation(code) == Op.WROTE) {
                changePass.accept(from, entity, code, value);
            }
        };
    }

    /**
     * Adds a range of commands.
     *
     * @param commands the queue that has recorded them
     * @param from {@link CommandQueue#position()} before the first
     * @param to {@link CommandQueue#position()} after the last
     * @param author number of the system; commands of different systems are not combined into one change
     */
    public void add(CommandQueue commands, long from, long to, int author) {
        if (from == to) {
            return;
        }
        if (LONGS_PER_RANGE * rangeCount == ranges.length) {
            ranges = Arrays.copyOf(ranges, 2 * ranges.length);
        }
        int at = LONGS_PER_RANGE * rangeCount;
        ranges[at] = queueIndex(commands);
        ranges[at + 1] = from;
        ranges[at + 2] = to;
        ranges[at + 3] = author;
        rangeCount++;
    }

    /**
     * Adds the range of a system that has failed. Only its reports of direct writes are applied, so that observers are
     * called.
     *
     * @param commands the queue that has recorded them
     * @param from {@link CommandQueue#position()} before the first
     * @param to {@link CommandQueue#position()} after the last
     * @param author number of the system
     */
    public void addFailed(CommandQueue commands, long from, long to, int author) {
        add(commands, from, to, ~author);
    }

    private int queueIndex(CommandQueue commands) {
        for (int i = 0; i < queueCount; i++) {
            if (queues[i] == commands) {
                return i;
            }
        }
        if (queueCount == queues.length) {
            queues = Arrays.copyOf(queues, 2 * queueCount);
            positions = Arrays.copyOf(positions, 2 * queueCount);
        }
        queues[queueCount] = commands;
        return queueCount++;
    }

    /**
     * Applies all ranges, in order, and clears their queues. Commands that observers record meanwhile are applied
     * afterwards. Exceptions of observers are thrown when all changes are made.
     *
     * @throws basalt.memory.NativeMemoryException if there was no memory for a change; all others were made
     * @throws IllegalArgumentException if an entity could not be attached: it would come below or before itself, or
     *     before an entity without a parent; all other changes were made
     * @throws IllegalStateException if links of a tree are damaged; all other changes were made. Also if observers
     *     record further commands without end
     * @throws basalt.component.HasChildrenException if an entity was not destroyed; all other changes were made
     */
    public void run() {
        if (rangeCount == 0) {
            return;
        }
        scope.begin();
        try {
            play();
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
    }

    private void play() {
        int rounds = 0;
        isRunning = true;
        try {
            do {
                if (rounds == MAX_ROUNDS) {
                    throw unsettled();
                }
                rounds++;
                for (int i = 0; i < queueCount; i++) {
                    positions[i] = queues[i].position();
                }
                walkPasses();
            } while (addRecordedMeanwhile());
        } finally {
            finish();
        }
        counter.throwFailure();
    }

    private void walkPasses() {
        for (int i = 0; i < queueCount; i++) {
            if (queues[i].spawnsOrDestroys()) {
                walk(spawnDespawn);
                break;
            }
        }
        walk(changePass);
    }

    /**
     * The exception for observers that record commands without end. It names the last commands, which are discarded.
     */
    private IllegalStateException unsettled() {
        Set<String> last = new TreeSet<>();
        CommandReader naming = (from, entity, code, value) -> {
            if (last.size() < 8) {
                last.add(Op.describe(code, from.component(Op.componentId(code))));
            }
        };
        for (int i = 0; i < LONGS_PER_RANGE * rangeCount; i += LONGS_PER_RANGE) {
            CommandQueue queue = queues[(int) ranges[i]];
            queue.stream().walk(ranges[i + 1], ranges[i + 2], naming);
            queue.cancelReservations(ranges[i + 1], ranges[i + 2]);
        }
        return new IllegalStateException(
                "observers do not settle: the changes by their commands made them record further commands "
                        + MAX_ROUNDS + " times, at last to " + String.join(", ", last)
                        + "; these were dropped. Registered observers: " + String.join(", ", store.observed())
                        + ". Let them record only commands that change something, or close one of them");
    }

    /**
     * Whether commands are being applied; commands that are recorded meanwhile are applied later.
     *
     * @return true inside of {@link #run}
     */
    public boolean isRunning() {
        return isRunning;
    }

    private boolean addRecordedMeanwhile() {
        rangeCount = 0;
        for (int i = 0; i < queueCount; i++) {
            add(queues[i], positions[i], queues[i].position(), i);
        }
        return rangeCount > 0;
    }

    /**
     * The number of commands that were applied, including those without effect.
     *
     * @return commands
     */
    public long applied() {
        return counter.applied();
    }

    /**
     * The number of commands that were dropped: their entity was not alive or lacked the component, they were refused,
     * or there was no memory.
     *
     * @return commands
     */
    public long dropped() {
        return counter.dropped();
    }

    private void walk(Pass pass) {
        for (int i = 0; i < LONGS_PER_RANGE * rangeCount; i += LONGS_PER_RANGE) {
            if (i > 0 && ranges[i + 3] != ranges[i + 3 - LONGS_PER_RANGE]) {
                pass.flush();
            }
            CommandReader reader = ranges[i + 3] >= 0 ? pass : pass == changePass ? writesOnly : NOTHING;
            queues[(int) ranges[i]].stream().walk(ranges[i + 1], ranges[i + 2], reader);
        }
        pass.end();
    }

    private void finish() {
        isRunning = false;
        for (int i = 0; i < queueCount; i++) {
            queues[i].clear();
            queues[i] = null;
        }
        queueCount = 0;
        rangeCount = 0;
    }
}
