package basalt.command;

import basalt.command.CommandPass.ChangePass;
import basalt.command.CommandPass.SpawnDespawnPass;
import basalt.command.CommandStream.CommandReader;
import basalt.component.Component;
import basalt.storage.access.Store;
import basalt.storage.change.Hooks.HookScope;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.agrona.LangUtil;

/**
 * Applies the commands of {@linkplain CommandQueue queues}, in the order in which their ranges were added.
 *
 * <p>Where the order cannot be seen in the world, there are two passes over all ranges: the first spawns and destroys
 * entities, the second changes components of alive entities. It can be seen if entities are destroyed while commands
 * change links, or removals are logged, and if an exclusive relation may refuse spawns; then each command is applied in
 * its place. Observers see it in any case, and may record commands themselves; then the ranges of each author are
 * applied by themselves, with what observers record meanwhile.
 *
 * <p>A command for which there is no memory, or which is refused, is dropped and counted. The others are applied, and
 * then the failure is thrown. For the world's thread.
 */
public final class Playback {
    /** Limit of rounds of one run in which observers of applied commands record further commands. */
    static final int MAX_ROUNDS = 10_000;

    private static final CommandReader NOTHING = (from, entity, code, value) -> {};

    private final Store store;
    private final CommandCounter counter = new CommandCounter();
    private final SpawnDespawnPass spawnDespawn;
    private final ChangePass changePass;

    /** What is to be applied, each author's ranges side by side. */
    private final CommandRanges ranges = new CommandRanges();

    private final CommandRanges meanwhile = new CommandRanges();

    private CommandQueue[] queues = new CommandQueue[4];
    private int queueCount;
    private int rounds;

    /** The position of each queue at the start of a round. */
    private long[] positions = new long[4];

    /** The queue of observers; null until it is known. */
    private CommandQueue ofObservers;

    private final Predicate<Component<?>> isLink;

    /** By a relation that refuses spawns. */
    private final Predicate<Component<?>> isExclusive;

    private final CommandReader inOrder;

    /** Reads the range of a failed system: only its reports of direct writes. */
    private final CommandReader writesOnly;

    private final HookScope scope;
    private final Runnable playing = this::play;

    public Playback(Store store) {
        this.store = store;
        spawnDespawn = new SpawnDespawnPass(store, counter);
        changePass = new ChangePass(store, counter);
        scope = store.hookScope();
        isLink = component -> component != null && store.relations().isLink(component);
        isExclusive = component -> component != null && store.relations().isExclusive(component);
        inOrder = this::playInOrder;
        writesOnly = (from, entity, code, value) -> {
            if (Op.operation(code) == Op.WROTE) {
                changePass.accept(from, entity, code, value);
            }
        };
    }

    /** Sets the queue in which observers record what follows from the changes that they see. */
    public void observers(CommandQueue queue) {
        ofObservers = queue;
    }

    /** The number of commands that were recorded outside of an observer and wait for the next call of one. */
    public int waitingOfObservers() {
        return ofObservers == null ? 0 : ofObservers.count();
    }

    public void add(CommandQueue commands, long from, long to, int author) {
        if (from != to) {
            ranges.add(queueIndex(commands), from, to, author);
        }
    }

    /**
     * Adds the range of a system that has failed. Only its reports of direct writes are applied, so that observers are
     * called.
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
     * before the ranges of the next author. Exceptions of observers are thrown when all changes are made.
     */
    public void run() {
        if (ranges.count() > 0) {
            scope.run(playing);
        }
    }

    private void play() {
        boolean isObserved = store.hooks().isActive();
        rounds = 0;
        try {
            for (int first = 0; first < ranges.count(); ) {
                int end = isObserved ? ranges.endOfAuthor(first) : ranges.count();
                playWithRounds(first, end);
                first = end;
            }
        } finally {
            finish();
        }
        counter.throwFailure();
    }

    private void playWithRounds(int first, int end) {
        long observersBefore = mark();
        play(ranges, first, end);
        while (addRecordedMeanwhile(observersBefore)) {
            rounds++;
            if (rounds >= MAX_ROUNDS) {
                discardMeanwhile();
                return;
            }
            observersBefore = mark();
            play(meanwhile, 0, meanwhile.count());
        }
    }

    private void play(CommandRanges some, int first, int end) {
        if (isOrderSeen()) {
            walk(some, first, end, inOrder, writesOnly);
            return;
        }
        for (int i = 0; i < queueCount; i++) {
            if (queues[i].spawnsOrDestroys()) {
                walk(some, first, end, spawnDespawn, NOTHING);
                break;
            }
        }
        walk(some, first, end, changePass, writesOnly);
    }

    /** Whether the order of spawns, destructions and changes can be seen in the world, or by observers. */
    private boolean isOrderSeen() {
        if (store.hooks().isActive()) {
            return true;
        }
        boolean spawnsOrDestroys = false;
        boolean destroys = false;
        for (int i = 0; i < queueCount; i++) {
            spawnsOrDestroys |= queues[i].spawnsOrDestroys();
            destroys |= queues[i].destroys();
        }
        return destroys && (store.removals().count() > 0 || usesAny(isLink))
                || spawnsOrDestroys && usesAny(isExclusive);
    }

    private boolean usesAny(Predicate<Component<?>> kind) {
        boolean uses = false;
        for (int i = 0; !uses && i < queueCount; i++) {
            uses = queues[i].stream().usesAny(kind);
        }
        return uses;
    }

    /** Makes the pending change of one pass before the other pass takes a command, so that at most one has any. */
    private void playInOrder(CommandStream from, long entity, long code, long value) {
        if (Op.isOfLife(code)) {
            changePass.flush();
            spawnDespawn.accept(from, entity, code, value);
            return;
        }
        spawnDespawn.flush();
        if (spawnDespawn.hasRefused() && isLink.test(from.component(Op.componentId(code)))) {
            changePass.flush();
            spawnDespawn.settle();
        }
        changePass.accept(from, entity, code, value);
    }

    /** Discards what observers record without end. The exception names the last commands. */
    private void discardMeanwhile() {
        Set<String> last = new TreeSet<>();
        int[] count = {0};
        CommandReader naming = (from, entity, code, value) -> {
            count[0]++;
            if (last.size() < 8) {
                last.add(Op.describe(code, from.component(Op.componentId(code))));
            }
        };
        for (int i = 0; i < meanwhile.count(); i++) {
            CommandQueue queue = queues[meanwhile.queue(i)];
            queue.stream().walk(meanwhile.from(i), meanwhile.to(i), naming);
            queue.cancelReservations(meanwhile.from(i), meanwhile.to(i));
        }
        IllegalStateException unsettled = new IllegalStateException(
                "observers do not settle: the changes by their commands made them record further commands "
                        + MAX_ROUNDS + " times, at last to " + String.join(", ", last)
                        + "; these were dropped. Registered observers: " + String.join(", ", store.observed())
                        + ". Let them record only commands that change something, or close one of them");
        counter.failed(count[0], unsettled);
    }

    /** Notes how far each queue was recorded; returns that of the observers' queue. */
    private long mark() {
        for (int i = 0; i < queueCount; i++) {
            positions[i] = queues[i].position();
        }
        return ofObservers == null ? 0 : ofObservers.position();
    }

    /** Collects what was recorded since {@link #mark}, by observers also what has waited for a call of one. */
    private boolean addRecordedMeanwhile(long observersBefore) {
        if (ofObservers != null && ofObservers.position() != observersBefore) {
            int known = queueCount;
            int index = queueIndex(ofObservers);
            positions[index] = index < known ? positions[index] : 0;
        }
        meanwhile.clear();
        for (int i = 0; i < queueCount; i++) {
            meanwhile.add(i, positions[i], queues[i].position(), i);
        }
        return meanwhile.count() > 0;
    }

    /** The number of commands that were applied, including those without effect. */
    public long applied() {
        return counter.applied();
    }

    /**
     * The number of commands that were dropped: their entity was not alive or lacked the component, they were refused,
     * or there was no memory.
     */
    public long dropped() {
        return counter.dropped();
    }

    private void walk(CommandRanges some, int first, int end, CommandReader reader, CommandReader ofFailed) {
        for (int i = first; i < end; ) {
            int endOfAuthor = Math.min(end, some.endOfAuthor(i));
            for (; i < endOfAuthor; i++) {
                queues[some.queue(i)].stream().walk(some.from(i), some.to(i), some.isOfFailed(i) ? ofFailed : reader);
            }
            changePass.end();
            spawnDespawn.end();
        }
    }

    private void finish() {
        for (int i = 0; i < queueCount; i++) {
            queues[i].clear();
            queues[i] = null;
        }
        queueCount = 0;
        ranges.clear();
        spawnDespawn.forgetRefused();
    }

    /** Ranges of commands in the order of playback: for each its queue, first and last position, and author. */
    static final class CommandRanges {
        private static final int LONGS = 4;

        private long[] longs = new long[8 * LONGS];
        private int count;

        /** Adds a range, unless it is empty. The author of a failed system is given as its complement. */
        void add(int queue, long from, long to, int author) {
            if (from == to) {
                return;
            }
            if (LONGS * count == longs.length) {
                longs = Arrays.copyOf(longs, 2 * longs.length);
            }
            int at = LONGS * count++;
            longs[at] = queue;
            longs[at + 1] = from;
            longs[at + 2] = to;
            longs[at + 3] = author;
        }

        int count() {
            return count;
        }

        int queue(int range) {
            return (int) longs[LONGS * range];
        }

        long from(int range) {
            return longs[LONGS * range + 1];
        }

        long to(int range) {
            return longs[LONGS * range + 2];
        }

        boolean isOfFailed(int range) {
            return longs[LONGS * range + 3] < 0;
        }

        /** The first range after one that is of another author; the count if there is none. */
        int endOfAuthor(int range) {
            int end = range + 1;
            while (end < count && longs[LONGS * end + 3] == longs[LONGS * range + 3]) {
                end++;
            }
            return end;
        }

        void clear() {
            count = 0;
        }
    }

    /** Counts applied and dropped commands, and keeps the first failure until all commands are processed. */
    static final class CommandCounter {
        private long applied;
        private long dropped;
        private Throwable failure;

        void applied(int commands) {
            applied += commands;
        }

        void dropped(int commands) {
            dropped += commands;
        }

        /** Counts commands for which there was no memory, or which were refused. */
        void failed(int commands, Throwable reason) {
            dropped += commands;
            if (failure == null) {
                failure = reason; // only the first: there may be one for each command
            }
        }

        long applied() {
            return applied;
        }

        long dropped() {
            return dropped;
        }

        /** Throws the first failure since the last call, if there is one. */
        void throwFailure() {
            Throwable reason = failure;
            failure = null;
            if (reason != null) {
                LangUtil.rethrowUnchecked(reason);
            }
        }
    }
}
