package basalt.model;

import basalt.model.CommandOps.ApplyCommands;
import basalt.world.World;

/** Captures and restorations, and what change readers and event readers find then. */
final class SnapshotOps {
    private SnapshotOps() {}

    /** Keeps the state; not allowed while an iteration runs, or with pending commands, which can be applied first. */
    record Capture(boolean applies) implements Op {
        @Override
        public void apply(ModelPair pair) {
            applyCommands(pair, applies);
            if (pair.model().isIterated() && !pair.hasSnapshots()) {
                return; // snapshots cannot be made here
            }
            ModelSnapshots snapshots = pair.snapshots();
            if (isRefused(pair)) {
                pair.bothDo(snapshots::capture, SnapshotOps::refuse);
            } else {
                snapshots.captureBoth(pair);
            }
        }
    }

    /** Goes back, or forward again, to one of the states. */
    record Restore(int which, boolean applies) implements Op {
        @Override
        public void apply(ModelPair pair) {
            applyCommands(pair, applies);
            if (!pair.hasSnapshots() || pair.snapshots().count() == 0) {
                return;
            }
            ModelSnapshots snapshots = pair.snapshots();
            if (isRefused(pair)) {
                pair.bothDo(() -> snapshots.restore(which), SnapshotOps::refuse);
            } else {
                snapshots.restoreBoth(pair, which);
            }
        }
    }

    /** Sends an event. */
    record SendEvent(int number) implements Op {
        @Override
        public void apply(ModelPair pair) {
            World world = pair.world();
            ModelSnapshots.Note note = new ModelSnapshots.Note(number, number % 3 == 0 ? null : "note " + number);
            pair.withRetry(() -> world.events(ModelSnapshots.Note.TYPE).send(note));
        }
    }

    /** Ends the tick of the events. */
    record SwapEvents() implements Op {
        @Override
        public void apply(ModelPair pair) {
            pair.world().swapEvents();
        }
    }

    private static void applyCommands(ModelPair pair, boolean applies) {
        if (applies && !pair.model().isIterated() && pair.commands().count() > 0) {
            new ApplyCommands().apply(pair);
        }
    }

    private static boolean isRefused(ModelPair pair) {
        return pair.model().isIterated() || pair.commands().count() > 0;
    }

    private static void refuse() {
        throw new IllegalStateException("iterated over, or commands are pending");
    }
}
