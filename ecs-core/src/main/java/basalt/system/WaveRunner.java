package basalt.system;

import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.runtime.ExclusiveRun;
import basalt.runtime.Iterations;
import basalt.runtime.Worker;
import basalt.storage.Visitor;
import basalt.world.World;

/**
 * Runs the waves of a schedule, one after the other. A wave goes through these steps:
 *
 * <pre>
 *   decide     conditions are asked, while the world is still its thread's own
 *   open       each kernel takes its snapshot
 *   cut        kernels are cut into pieces, if the wave is worth the help of other threads
 *   work       the world is lent to the workers, who run the pieces
 *   settle     what they have recorded is applied, and what they took is written down
 * </pre>
 *
 * <p>Whatever a system throws in one of them, the others of its wave go through all. For the world's thread.
 */
final class WaveRunner {
    /** When a wave is worth the help of other threads, and how small a piece of it may become. */
    record Thresholds(long worthHelpNanos, long pieceNanos) {
        /** Waking a thread takes some ten microseconds. */
        static final Thresholds DEFAULT = new Thresholds(40_000, 10_000);
    }

    private final Iterations iterations;
    private final ExclusiveRun exclusiveRun;
    private final Playback playback;
    private final CommandQueue ownCommands;
    private final Crew crew;
    private final Visitor[] visitors;

    /** The first worker, which is the world's thread, as it works without help. */
    private final Worker[] alone;

    private final Visitor[] aloneVisitors;

    /** Who works on the wave that runs now. */
    private Worker[] present;

    private final WaveRun wave;
    private final ScheduleMeter meter;
    private final Thresholds thresholds;
    private SystemException failure;

    WaveRunner(World world, Crew crew, int systems, ScheduleMeter meter, Thresholds thresholds) {
        this.iterations = Inside.of(world);
        this.exclusiveRun = new ExclusiveRun(iterations);
        this.playback = iterations.playback();
        this.ownCommands = iterations.queue();
        this.crew = crew;
        this.visitors = Iterations.visitors(crew.workers());
        this.alone = new Worker[] {crew.workers()[0]};
        this.aloneVisitors = Iterations.visitors(alone);
        this.present = alone;
        this.wave = new WaveRun(crew.workers(), systems);
        this.meter = meter;
        this.thresholds = thresholds;
    }

    /**
     * Runs those systems of a wave whose rules say so.
     *
     * @throws SystemException if systems have thrown: the first one of them, with the others
     * @throws basalt.memory.NativeMemoryException if commands could not have their memory
     */
    void run(SystemNode[] members, float seconds) {
        failure = null;
        for (SystemNode node : members) {
            decide(node, seconds);
            if (iterations.isClosed()) {
                throw failure; // by its condition
            }
        }
        applyOwnCommands();
        if (members[0].isExclusive()) {
            if (members[0].isDue()) {
                runExclusive(members[0]);
            }
        } else {
            runTogether(members);
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Applies what was recorded on the world's thread outside of systems. */
    void applyOwnCommands() {
        if (ownCommands.count() > 0) {
            iterations.applyCommands();
        }
    }

    private void decide(SystemNode node, float seconds) {
        if (!node.hasConditions()) {
            node.decide(seconds);
            return;
        }
        exclusiveRun.begin();
        Throwable thrown = null;
        try {
            node.decide(seconds);
        } catch (Throwable e) {
            thrown = e;
        }
        thrown = leave("a condition", thrown);
        if (thrown != null) {
            node.hold();
            failed(node, thrown);
        }
    }

    private static IllegalStateException leftOpen(String who) {
        return new IllegalStateException(who
                + " has left a cursor, or a scope or mark of the frame arena, open; close it" + " where it was opened");
    }

    private void runTogether(SystemNode[] members) {
        try {
            for (SystemNode node : members) {
                if (node.isDue()) {
                    open(node);
                }
            }
            if (wave.count() > 0) {
                work();
            }
        } finally {
            wave.clear();
        }
    }

    private void open(SystemNode node) {
        try {
            node.begin();
            node.open();
            wave.add(node);
        } catch (Throwable e) {
            failed(node, e);
        }
    }

    private void work() {
        try {
            boolean help = crew.size() > 1 && wave.expectedNanos() >= thresholds.worthHelpNanos();
            for (int i = 0; help && i < wave.count(); i++) {
                wave.node(i).cut(thresholds.pieceNanos(), crew.size());
            }
            wave.number();
            present = help ? crew.workers() : alone;
            iterations.lend(present, help ? visitors : aloneVisitors);
            try {
                if (help) {
                    crew.run(wave);
                } else {
                    runInline();
                }
            } finally {
                iterations.reclaim();
            }
        } finally {
            closeSnapshots();
        }
        settle();
    }

    private void runInline() {
        for (int piece = 0; piece < wave.pieces(); piece++) {
            wave.run(piece, 0);
        }
    }

    private void closeSnapshots() {
        for (int i = wave.count() - 1; i >= 0; i--) {
            try {
                wave.node(i).close();
            } catch (Throwable e) {
                failed(wave.node(i), e);
            }
        }
    }

    private void settle() {
        try {
            for (int i = 0; i < wave.count(); i++) {
                settle(i);
            }
        } finally {
            apply();
        }
    }

    private void settle(int index) {
        SystemNode node = wave.node(index);
        Throwable thrown = wave.settle(index, playback);
        if (thrown != null) {
            failed(node, thrown);
        }
        node.took(wave.nanos(index));
        record(node, wave.nanos(index), node.rows(), wave.commands(index), wave.arenaBytes(index));
    }

    private void record(SystemNode node, long nanos, long rows, long commands, long arenaBytes) {
        meter.record(node.spec().index(), nanos, rows, commands, arenaBytes);
        SystemEvent.commit(node.name(), nanos, rows, commands, arenaBytes);
    }

    private void apply() {
        try {
            playback.run();
        } catch (RuntimeException | Error e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        } finally {
            for (Worker worker : present) {
                worker.queue().clear(); // those of systems that have failed
            }
        }
    }

    /** Runs a system that has the world for itself. Its commands are applied like those that the world's thread records. */
    private void runExclusive(SystemNode node) {
        long start = System.nanoTime();
        int commands = 0;
        Throwable thrown = null;
        node.begin();
        exclusiveRun.begin();
        try {
            node.runExclusively();
        } catch (Throwable e) {
            thrown = e;
        }
        thrown = leave("the system", thrown);
        if (thrown == null) {
            commands = ownCommands.count();
        } else {
            ownCommands.forget(0);
            failed(node, thrown);
        }
        try {
            applyOwnCommands();
        } finally {
            record(node, System.nanoTime() - start, 0, commands, 0);
        }
    }

    private Throwable leave(String who, Throwable thrown) {
        if (iterations.isClosed()) {
            return thrown != null
                    ? thrown
                    : new IllegalStateException(who + " has closed the world; close it after the tick");
        }
        boolean isTidy = exclusiveRun.end();
        return thrown == null && !isTidy ? leftOpen(who) : thrown;
    }

    private void failed(SystemNode node, Throwable thrown) {
        SystemException named = new SystemException(node.name(), thrown);
        if (failure == null) {
            failure = named;
        } else {
            failure.addSuppressed(named);
        }
    }
}
