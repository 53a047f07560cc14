package basalt.bench;

import basalt.bench.Quantity.Given;
import basalt.bench.Quantity.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The ratios that this module prints: those that Basalt promises, and some without a limit, for information. */
final class Promises {
    private final List<Promise> all = new ArrayList<>();

    private Promises() {}

    static List<Promise> all() {
        Promises promises = new Promises();
        for (String fields : List.of("Two", "Three")) {
            for (String rows : List.of("16384", "100000", "1048576")) {
                promises.addIteration(fields, rows);
            }
        }
        promises.addFragmented();
        promises.addStructure();
        promises.addRecords();
        promises.addMillions();
        promises.addAccess();
        promises.addReduction();
        promises.addConditions();
        promises.addSnapshots();
        promises.addFiles();
        promises.addFrames();
        promises.addPools();
        promises.all.addAll(SystemPromises.all());
        promises.all.addAll(RowPromises.all());
        return promises.all;
    }

    private void addIteration(String fields, String rows) {
        String title = (fields.equals("Two") ? "2" : "3") + " fields, " + rows + " rows: ";
        String iteration = "iteration." + fields + "FieldIteration.";
        Limit ofArray = rows.equals("100000") ? Limit.NONE : Limit.atMost(1.25);
        Limit ofFull = rows.equals("100000") ? Limit.NONE : Limit.atMost(1.6);
        Measured array = new Measured(iteration + "floatArray", Map.of("rows", rows));
        Measured full = new Measured(iteration + "kernel", Map.of("rows", rows, "presence", "FULL"));
        add(title + "kernel / float[]", full, array, ofArray);
        add(
                title + "kernel after three others / float[]",
                new Measured(iteration + "kernelAfterOthers", Map.of("rows", rows)),
                array,
                ofArray);
        add(
                title + "pure kernel, 5% dead / full",
                new Measured(iteration + "pureKernel", Map.of("rows", rows, "presence", "DEAD")),
                full,
                ofFull);
        for (String presence : List.of("DEAD", "HALF", "SIXTEENTH")) {
            add(
                    title + "kernel, " + presence + " / full",
                    new Measured(iteration + "kernel", Map.of("rows", rows, "presence", presence)),
                    full,
                    Limit.NONE);
        }
        if (fields.equals("Two")) {
            for (String rival : List.of("artemis", "dominion")) {
                add(
                        title + rival + " / kernel",
                        new Measured("iteration.RivalIteration." + rival, Map.of("rows", rows)),
                        full,
                        Limit.NONE);
            }
        }
    }

    private void addFragmented() {
        for (String spawning : List.of("VALUES", "TEMPLATES")) {
            add(
                    "fragmented, 26 x 20 rows, spawned from " + spawning + ": kernel / float[520]",
                    new Measured("fragmented.FragmentedIteration.kernel", Map.of("spawning", spawning)),
                    Measured.of("fragmented.FragmentedIteration.floatArray"),
                    spawning.equals("VALUES") ? Limit.atMost(4) : Limit.NONE);
            add(
                    "fragmented, 26 x 20 rows, spawned from " + spawning + ", one spawn a tick: kernel / float[520]",
                    new Measured("fragmented.FragmentedIteration.kernelAfterSpawn", Map.of("spawning", spawning)),
                    Measured.of("fragmented.FragmentedIteration.floatArray"),
                    Limit.NONE);
        }
    }

    private void addStructure() {
        for (String rival : List.of("artemis", "artemisUnprocessed", "dominion")) {
            boolean isSeen = !rival.equals("artemisUnprocessed");
            Measured ofRival = Measured.of("structure.AddRemove." + rival);
            add(
                    "add + remove on 10000: " + rival + " / one by one",
                    ofRival,
                    Measured.of("structure.AddRemove.basalt"),
                    isSeen ? Limit.atLeast(4) : Limit.NONE);
            add(
                    "add + remove on 10000: " + rival + " / by query",
                    ofRival,
                    Measured.of("structure.AddRemove.basaltByQuery"),
                    isSeen ? Limit.atLeast(50) : Limit.NONE);
        }
    }

    private void addRecords() {
        for (String call : List.of("spawnTwo", "spawnFour", "add", "set", "get")) {
            int nanoseconds = call.equals("spawnTwo") ? 60 : call.equals("spawnFour") ? 250 : 30;
            add(
                    "whole records: " + call + " / " + nanoseconds + " ns",
                    Measured.of("structure.WholeRecords." + call),
                    new Given(nanoseconds / 1000.0),
                    Limit.atMost(1));
        }
    }

    private void addMillions() {
        for (String rival : List.of("artemis", "dominion")) {
            for (String world : List.of("FRESH", "REUSED")) {
                for (String way : List.of("basalt", "basaltAtOnce", "basaltRecords")) {
                    add(
                            "create 1000000, " + world + " world: " + rival + " / " + way,
                            new Measured("create.CreateMillion." + rival, Map.of("world", world)),
                            new Measured("create.CreateMillion." + way, Map.of("world", world)),
                            way.equals("basaltRecords") || world.equals("REUSED") ? Limit.NONE : Limit.atLeast(4));
                }
            }
        }
        for (String rival : List.of("artemis", "dominion")) {
            for (String order : List.of("CREATION", "SHUFFLED")) {
                Measured ofRival = new Measured("destroy.DestroyMillion." + rival, Map.of("order", order));
                Limit limit = order.equals("CREATION") ? Limit.atLeast(3) : Limit.NONE;
                add(
                        "destroy 1000000, " + order + " order: " + rival + " / one by one",
                        ofRival,
                        new Measured("destroy.DestroyMillion.basalt", Map.of("order", order)),
                        limit);
                add(
                        "destroy 1000000, " + order + " order: " + rival + " / by query",
                        ofRival,
                        Measured.of("destroy.DestroyMillion.basaltByQuery"),
                        limit);
            }
        }
    }

    private void addAccess() {
        for (String kind : List.of("Get", "Set")) {
            Measured basalt = Measured.of("access.RandomAccess.basalt" + kind);
            String title = "random access, " + kind + ": ";
            add(title + "basalt / float[]", basalt, Measured.of("access.RandomAccess.floatArray" + kind), Limit.NONE);
            for (String rival : List.of("artemis", "dominion")) {
                add(
                        title + rival + " / basalt",
                        Measured.of("access.RandomAccess." + rival + kind),
                        basalt,
                        Limit.NONE);
            }
        }
    }

    private void addReduction() {
        for (String rows : List.of("16384", "1048576")) {
            for (String kind : List.of("Sum", "Max")) {
                add(
                        kind + " of " + rows + " rows: column / float[]",
                        new Measured("bulk.Reduction." + kind.toLowerCase(Locale.ROOT), Map.of("rows", rows)),
                        new Measured("bulk.Reduction.floatArray" + kind, Map.of("rows", rows)),
                        Limit.NONE);
            }
        }
    }

    private void addConditions() {
        for (String rows : List.of("16384", "1048576")) {
            for (String percent : List.of("1", "50", "100")) {
                Map<String, String> values = Map.of("rows", rows, "percent", percent);
                add(
                        "condition that " + percent + " % of " + rows + " rows meet: count / sum of the column",
                        new Measured("bulk.Where.count", values),
                        new Measured("bulk.Where.sum", values),
                        rows.equals("16384") ? Limit.atMost(2) : Limit.NONE);
            }
        }
    }

    private void addSnapshots() {
        Measured captureAll = new Measured("save.SnapshotMillion.capture", Map.of("written", "ALL"));
        Measured copy = new Measured("save.SnapshotMillion.copy", Map.of("written", "ALL"));
        Measured restore = new Measured("save.SnapshotMillion.restore", Map.of("written", "ALL"));
        add("capture of 1000000 entities / copy of their bytes", captureAll, copy, Limit.atMost(1.3));
        add("restoration of 1000000 entities / copy of their bytes", restore, copy, Limit.atMost(1.3));
        for (String written : List.of("ONE_BLOCK", "A_HUNDRED", "NOTHING")) {
            add(
                    "capture after " + written + " / after ALL",
                    new Measured("save.SnapshotMillion.capture", Map.of("written", written)),
                    captureAll,
                    Limit.atMost(0.05));
        }
        Measured hashAll = new Measured("save.SnapshotMillion.hash", Map.of("written", "ALL"));
        add("hash of 1000000 entities / copy of their bytes", hashAll, copy, Limit.atMost(2));
        for (String written : List.of("ONE_BLOCK", "NOTHING")) {
            add(
                    "hash after " + written + " / after ALL",
                    new Measured("save.SnapshotMillion.hash", Map.of("written", written)),
                    hashAll,
                    Limit.atMost(0.05));
        }
        Map<String, String> particles = Map.of("particles", "100000", "workers", "1");
        add(
                "tick of 100000 particles with capture and hash / without",
                new Measured("save.KeptTick.capturedAndHashed", particles),
                new Measured("save.KeptTick.alone", particles),
                Limit.atMost(1.15));
    }

    /** With a copy of 20 gigabytes a second, that is one gigabyte a second. */
    private void addFiles() {
        Measured copy = Measured.of("save.SaveMillion.copy");
        for (String call : List.of("save", "load")) {
            add(
                    call + " of 1000000 entities in memory / copy of their bytes",
                    Measured.of("save.SaveMillion." + call),
                    copy,
                    Limit.atMost(20));
        }
    }

    private void addFrames() {
        for (String bytes : List.of("64", "256", "1024")) {
            String title = "1000 frame allocations of " + bytes + " bytes: ";
            Measured frame = new Measured("memory.FrameAllocation.frame", Map.of("bytes", bytes));
            Measured bump = new Measured("memory.FrameAllocation.bump", Map.of("bytes", bytes));
            add(title + "arena / a cursor by hand", frame, bump, Limit.atMost(1.3));
            addRival(title, "heapArray", bytes, frame, 1);
            addRival(title, "confinedArena", bytes, frame, 3);
            addRival(title, "directBuffer", bytes, frame, 5);
        }
        add(
                "1000 frame allocations of constant 64 bytes: arena / a cursor by hand",
                Measured.of("memory.FrameAllocation.frameFixed"),
                Measured.of("memory.FrameAllocation.bumpFixed"),
                Limit.atMost(1.3));
    }

    private void addRival(String title, String way, String bytes, Measured frame, double atLeast) {
        Measured rival = new Measured("memory.FrameAllocation." + way, Map.of("bytes", bytes));
        add(title + way + " / arena", rival, frame, Limit.atLeast(atLeast));
    }

    private void addPools() {
        for (String way : List.of("pool", "shared")) {
            add(
                    "1000 blocks of 64 bytes: malloc and free / " + way,
                    Measured.of("memory.PoolUse.malloc"),
                    Measured.of("memory.PoolUse." + way),
                    Limit.NONE);
        }
    }

    private void add(String what, Quantity upper, Quantity lower, Limit limit) {
        all.add(new Promise(what, upper, lower, limit));
    }
}
