package basalt.bench;

import java.util.ArrayList;
import java.util.List;

/** The benchmarks that the promises need, and a few more, with as few parameter values as possible. */
final class ShortForm {
    private static final String[] SMALL_AND_LARGE = {"16384", "1048576"};

    private ShortForm() {}

    static List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        for (String fields : List.of("Two", "Three")) {
            String iteration = "iteration." + fields + "FieldIteration.";
            stages.add(Stage.of(iteration + "floatArray").with("rows", SMALL_AND_LARGE));
            stages.add(
                    Stage.of(iteration + "kernel").with("rows", SMALL_AND_LARGE).with("presence", "FULL"));
            stages.add(Stage.of(iteration + "kernelAfterOthers").with("rows", SMALL_AND_LARGE));
            stages.add(Stage.of(iteration + "pureKernel")
                    .with("rows", SMALL_AND_LARGE)
                    .with("presence", "DEAD"));
        }
        stages.add(Stage.of("iteration.TwoFieldIteration.kernel")
                .with("rows", "16384")
                .with("presence", "DEAD", "HALF", "SIXTEENTH"));
        stages.add(Stage.of("iteration.RivalIteration.artemis").with("rows", "16384"));
        stages.add(Stage.of("iteration.RivalIteration.dominion").with("rows", "16384"));
        stages.add(Stage.of("fragmented.FragmentedIteration.floatArray"));
        stages.add(Stage.of("fragmented.FragmentedIteration.kernel"));
        stages.add(Stage.of("fragmented.FragmentedIteration.kernelAfterSpawn"));
        for (String way : List.of("basalt", "basaltByQuery", "artemis", "artemisUnprocessed", "dominion")) {
            stages.add(Stage.of("structure.AddRemove." + way));
        }
        for (String call : List.of("spawnTwo", "spawnFour", "add", "set", "get")) {
            stages.add(Stage.of("structure.WholeRecords." + call));
        }
        for (String way : List.of("basalt", "basaltAtOnce", "basaltRecords", "artemis", "dominion")) {
            stages.add(Stage.of("create.CreateMillion." + way));
        }
        for (String way : List.of("basalt", "artemis", "dominion")) {
            stages.add(Stage.of("destroy.DestroyMillion." + way).with("order", "CREATION"));
        }
        stages.add(Stage.of("destroy.DestroyMillion.basaltByQuery"));
        for (String way : List.of("floatArray", "basalt", "artemis", "dominion")) {
            stages.add(Stage.of("access.RandomAccess." + way + "Get"));
            stages.add(Stage.of("access.RandomAccess." + way + "Set"));
        }
        stages.add(Stage.of("bulk.BulkChange.component").with("entities", "100000"));
        stages.add(Stage.of("bulk.BulkChange.enabling").with("entities", "100000"));
        stages.add(Stage.of("bulk.Reduction.floatArraySum").with("rows", "16384"));
        stages.add(Stage.of("bulk.Reduction.sum").with("rows", "16384"));
        for (String way : List.of("sum", "count")) {
            stages.add(Stage.of("bulk.Where." + way).with("rows", "16384").with("percent", "1", "50", "100"));
        }
        for (String way : List.of("kernel", "branch")) {
            stages.add(Stage.of("bulk.Where." + way).with("rows", "16384").with("percent", "1"));
        }
        for (String call : List.of("copy", "restore")) {
            stages.add(Stage.of("save.SnapshotMillion." + call).with("written", "ALL"));
        }
        stages.add(Stage.of("save.SnapshotMillion.capture"));
        stages.add(Stage.of("save.SnapshotMillion.hash"));
        for (String tick : List.of("alone", "captured", "capturedAndHashed")) {
            stages.add(Stage.of("save.KeptTick." + tick)
                    .with("particles", "100000")
                    .with("workers", "1"));
        }
        for (String call : List.of("save", "load", "copy")) {
            stages.add(Stage.of("save.SaveMillion." + call));
        }
        stages.add(Stage.of("startup.QueryStartUp.kernel"));
        stages.add(Stage.of("steady.SteadyRecords.kept"));
        stages.add(Stage.of("steady.SteadyRecords.fresh"));
        for (String tick : List.of("kernels", "churn", "cursor")) {
            stages.add(Stage.of("steady.SteadyTick." + tick));
        }
        addRows(stages);
        addCascades(stages);
        addSystems(stages);
        addMemory(stages);
        return stages;
    }

    private static void addRows(List<Stage> stages) {
        for (String way : List.of("scattered", "together", "packed")) {
            stages.add(Stage.of("arrange.FewMatches." + way));
            stages.add(Stage.of("arrange.Pathological." + way));
        }
        stages.add(Stage.of("arrange.Pathological.compacted"));
        stages.add(Stage.of("arrange.CompactMillion.compact"));
        stages.add(Stage.of("arrange.CompactMillion.copy"));
        stages.add(Stage.of("arrange.ArrangeMillion.byCurve").with("entities", "1000000"));
        stages.add(Stage.of("arrange.MovedHandles.get").with("order", "RANDOM", "HANDLES"));
        stages.add(Stage.of("arrange.MovedHandles.slots").with("order", "RANDOM"));
    }

    private static void addCascades(List<Stage> stages) {
        stages.add(Stage.of("cascade.Cascade.cascade").with("fanOut", "8").with("placement", "RANDOM", "ARRANGED"));
        stages.add(Stage.of("cascade.Cascade.nativeLoop").with("fanOut", "8"));
        stages.add(Stage.of("cascade.Cascade.nothingMoved"));
        stages.add(Stage.of("cascade.Cascade.someMoved"));
        stages.add(Stage.of("cascade.ScheduledCascade.tick"));
    }

    private static void addSystems(List<Stage> stages) {
        stages.add(Stage.of("schedule.SwapSystems.floatArray"));
        stages.add(Stage.of("schedule.SwapSystems.kernels").with("entitiesOfEach", "10000"));
        stages.add(Stage.of("schedule.SwapSystems.schedule"));
        stages.add(Stage.of("schedule.SwapSystems.floatArrayByTwo").with("entitiesOfEach", "1000000"));
        for (String way : List.of("schedule", "floatArray", "floatArrayByTwo")) {
            stages.add(Stage.of("heavy.HeavyCompute." + way));
        }
        for (String tick : List.of("emptySystems", "smallWorld", "smallWorldKernels")) {
            stages.add(Stage.of("overhead.ScheduleOverhead." + tick));
        }
        for (String mode : List.of("fast", "strict")) {
            stages.add(Stage.of("overhead.StrictTick." + mode)
                    .with("particles", "2000", "30000")
                    .with("workers", "1"));
        }
        for (String change : List.of("add", "remove", "destroy")) {
            stages.add(Stage.of("commands.RecordAndApply." + change)
                    .with("way", "DIRECT", "COMMANDS", "KERNEL", "SYSTEM"));
        }
        stages.add(Stage.of("changes.RealisticTick.sets"));
        stages.add(Stage.of("changes.RealisticTick.setsAndObservers"));
        stages.add(
                Stage.of("steady.SteadyTick.schedule").with("particles", "2000").with("workers", "1"));
        stages.add(Stage.of("steady.SteadyTick.schedule")
                .with("particles", "30000")
                .with("workers", "2"));
    }

    private static void addMemory(List<Stage> stages) {
        for (String way : List.of("frame", "bump", "heapArray", "confinedArena", "directBuffer")) {
            stages.add(Stage.of("memory.FrameAllocation." + way));
        }
        stages.add(Stage.of("memory.FrameAllocation.frameFixed"));
        stages.add(Stage.of("memory.FrameAllocation.bumpFixed"));
        for (String way : List.of("pool", "shared", "malloc")) {
            stages.add(Stage.of("memory.PoolUse." + way));
        }
    }
}
