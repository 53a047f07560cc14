package basalt.command.queue;

import basalt.storage.access.Store;
import basalt.storage.change.HookScope;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the changes that {@linkplain CommandQueue queues} have recorded.
 *
 * <p>Several recorders are played back as one list of commands: stretches of them, in the order in which they are
 * given. Two passes go over it: one makes and destroys entities, the other changes the components of those that live.
 *
 * <p>A command that cannot have its memory is dropped and counted, and the others are carried out; then the failure is
 * thrown. For the world's thread.
 */
public final class Playback {
    /** How often what observers record may make them record more. */
    static final int MAX_ROUNDS = 10_000;

    private static final int STRETCH = 4;
    private static final CommandReader NOTHING = (from, entity, code, value) -> {};

    private final Store store;
    private final CommandCounter counter = new CommandCounter();
    private final SpawnDespawnPass spawnDespawn;
    private final ChangePass changes;

    /**
     * The stretches, four longs each: number of the recorder, first and last position, and the system that recorded.
     */
    private long[] stretches = new long[8 * STRETCH];

    private int stretchCount;
    private CommandQueue[] recorders = new CommandQueue[4];
    private int recorderCount;
    private boolean isRunning;

    /** For each recorder, how far it had come when the stretches began to be played. */
    private long[] recorded = new long[4];

    /** What is left of a stretch whose recorder has failed: what it has written directly. */
    private final CommandReader writesOnly;

    private final HookScope scope;

    /**
     * Nothing to play back yet.
     *
     * @param store the world's rows
     */
    public Playback(Store store) {
        this.store = store;
        spawnDespawn = new SpawnDespawnPass(store, counter);
        changes = new ChangePass(store, counter);
        scope = store.hookScope();
        writesOnly = (from, entity, code, value) -> {
            if (Op.operation(code) == Op.WROTE) {
                changes.accept(from, entity, code, value);
            }
        };
    }

    /**
     * Adds a stretch of commands to what will be played back.
     *
     * @param commands the queue that has recorded them
     * @param from {@link CommandQueue#position()} before the first
     * @param to {@link CommandQueue#position()} after the last
     * @param author number of the system; what two of them have recorded is never made in one change
     */
    public void add(CommandQueue commands, long from, long to, int author) {
        if (from == to) {
            return;
        }
        if (STRETCH * stretchCount == stretches.length) {
            stretches = Arrays.copyOf(stretches, 2 * stretches.length);
        }
        int at = STRETCH * stretchCount;
        stretches[at] = recorder(commands);
        stretches[at + 1] = from;
        stretches[at + 2] = to;
        stretches[at + 3] = author;
        stretchCount++;
    }

    /**
     * Adds a stretch whose recorder has failed: of it nothing is played back but what was written directly, for
     * observers to be told.
     *
     * @param commands the queue that has recorded them
     * @param from {@link CommandQueue#position()} before the first
     * @param to {@link CommandQueue#position()} after the last
     * @param author number of the system
     */
    public void addFailed(CommandQueue commands, long from, long to, int author) {
        add(commands, from, to, ~author);
    }

    private int recorder(CommandQueue commands) {
        for (int i = 0; i < recorderCount; i++) {
            if (recorders[i] == commands) {
                return i;
            }
        }
        if (recorderCount == recorders.length) {
            recorders = Arrays.copyOf(recorders, 2 * recorderCount);
            recorded = Arrays.copyOf(recorded, 2 * recorderCount);
        }
        recorders[recorderCount] = commands;
        return recorderCount++;
    }

    /**
     * Makes the changes of all stretches, in order, and forgets all commands of their recorders. What observers record
     * with them meanwhile is played back after that. What observers throw is thrown when all changes are made.
     *
     * @throws basalt.memory.NativeMemoryException if a change could not have its memory; all others were made
     */
    public void run() {
        if (stretchCount == 0) {
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
                for (int i = 0; i < recorderCount; i++) {
                    recorded[i] = recorders[i].position();
                }
                walkPasses();
            } while (addRecordedMeanwhile());
        } finally {
            finish();
        }
        counter.throwFailure();
    }

    private void walkPasses() {
        for (int i = 0; i < recorderCount; i++) {
            if (recorders[i].spawnsOrDestroys()) {
                walk(spawnDespawn);
                break;
            }
        }
        walk(changes);
    }

    /** Observers go on without end. What they have recorded last is not carried out, and named. */
    private IllegalStateException unsettled() {
        Set<String> last = new TreeSet<>();
        CommandReader naming = (from, entity, code, value) -> {
            if (last.size() < 8) {
                last.add(Op.describe(code, from.component(Op.componentId(code))));
            }
        };
        for (int i = 0; i < STRETCH * stretchCount; i += STRETCH) {
            CommandQueue recorder = recorders[(int) stretches[i]];
            recorder.stream().walk(stretches[i + 1], stretches[i + 2], naming);
            recorder.cancelReservations(stretches[i + 1], stretches[i + 2]);
        }
        return new IllegalStateException(
                "observers do not settle: what their commands change has made them record more, "
                        + MAX_ROUNDS + " times over, at last to " + String.join(", ", last)
                        + "; these were dropped. What is observed: " + String.join(", ", store.observed())
                        + ". Let them record only what changes something, or close one of them");
    }

    /**
     * Whether changes are being made: then what is recorded meanwhile waits for the next time.
     *
     * @return true inside of {@link #run}
     */
    public boolean isRunning() {
        return isRunning;
    }

    private boolean addRecordedMeanwhile() {
        stretchCount = 0;
        for (int i = 0; i < recorderCount; i++) {
            add(recorders[i], recorded[i], recorders[i].position(), i);
        }
        return stretchCount > 0;
    }

    /**
     * How many commands were carried out so far, be it without effect.
     *
     * @return commands
     */
    public long applied() {
        return counter.applied();
    }

    /**
     * How many commands came to nothing so far: their entity was dead or lacked the component, or there was no memory.
     *
     * @return commands
     */
    public long dropped() {
        return counter.dropped();
    }

    private void walk(Pass pass) {
        for (int i = 0; i < STRETCH * stretchCount; i += STRETCH) {
            if (i > 0 && stretches[i + 3] != stretches[i + 3 - STRETCH]) {
                pass.flush();
            }
            CommandReader reader = stretches[i + 3] >= 0 ? pass : pass == changes ? writesOnly : NOTHING;
            recorders[(int) stretches[i]].stream().walk(stretches[i + 1], stretches[i + 2], reader);
        }
        pass.end();
    }

    private void finish() {
        isRunning = false;
        for (int i = 0; i < recorderCount; i++) {
            recorders[i].clear();
            recorders[i] = null;
        }
        recorderCount = 0;
        stretchCount = 0;
    }
}
