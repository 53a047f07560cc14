package basalt.model;

import basalt.model.Op.At;
import basalt.model.Target.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates random operations. The same seed and the same world sizes give the same operations. */
final class OpGenerator {
    private static final int[] BURSTS = {0, 1, 2, 63, 64, 65, 128, 4095, 4096, 4097, 16_383, 16_384, 16_385, 20_000};
    private static final int SPECS = 10;
    private static final int MAX_DEPTH = 2;

    private final Random random;
    private final Profile profile;

    /** Whether entities come into trees, which makes destroying them another thing. */
    private final boolean hasTrees;

    /** Whether entities are related by edges, so that changes are tracked. */
    private final boolean hasEdges;

    /** Whether queries are observed, so that changes are made one by one. */
    private final boolean hasObservers;

    private final List<QuerySpec> specs = new ArrayList<>(Invariants.QUERIES);
    private QuerySpec lastSpec = QuerySpec.EVERYTHING;
    private Target lastEnd = new Target(Kind.ALIVE, 0);

    OpGenerator(long seed, Profile profile) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.profile = profile;
        this.hasTrees = (seed & 1) == 0;
        this.hasEdges = seed % 3 == 2;
        this.hasObservers = seed % 5 == 4;
        for (int i = 0; i < SPECS; i++) {
            specs.add(QuerySpec.random(random));
        }
    }

    /** The size of a run, and how often it is checked in full. */
    record Profile(int operations, int maxEntities, int maxBurst, int stepsPerFullCheck, boolean commands) {
        Profile(int operations, int maxEntities, int maxBurst, int stepsPerFullCheck) {
            this(operations, maxEntities, maxBurst, stepsPerFullCheck, true);
        }

        /** The same without commands, which a failed allocation may leave applied in part. */
        Profile withoutCommands() {
            return new Profile(operations, maxEntities, maxBurst, stepsPerFullCheck, false);
        }
    }

    Op next(int entities) {
        if (entities > profile.maxEntities() && random.nextInt(3) > 0) {
            return shrinking();
        }
        return next(entities, 0);
    }

    private Op shrinking() {
        if (random.nextInt(4) > 0) {
            return new Ops.Destroy(target(), random.nextBoolean());
        }
        return random.nextInt(6) == 0 ? new Ops.Reopen() : new Ops.Bulk(spec(), Ops.Change.DESTROY, value(part()));
    }

    private Op next(int entities, int depth) {
        return hasTrees && random.nextInt(5) == 0 ? tree() : nextBesideTrees(entities, depth);
    }

    private Op tree() {
        return switch (random.nextInt(10)) {
            case 0 -> new Ops.MakeRoot(target(), true);
            case 1, 2 -> new Ops.MakeRoot(target(), false);
            case 3, 4 -> new Ops.Attach(target(), target(), true);
            case 5, 6 -> new Ops.Attach(target(), target(), false);
            default -> attachMany();
        };
    }

    /** Many entities below one, or each below another one: few would rarely meet in the same tree. */
    private Op attachMany() {
        Target common = random.nextBoolean() ? new Target(Kind.ALIVE, random.nextInt(1 << 16)) : null;
        List<Ops.Attach> all = new ArrayList<>();
        for (int i = random.nextInt(30); i >= 0; i--) {
            Target child = new Target(Kind.ALIVE, random.nextInt(1 << 16));
            all.add(new Ops.Attach(
                    child, common == null ? new Target(Kind.ALIVE, random.nextInt(1 << 16)) : common, false));
        }
        return new Ops.AttachMany(all);
    }

    private Op edges() {
        int kind = random.nextInt(8);
        if (kind == 0) {
            return new RelateEntities.Ask(pick(Relating.values()), target(), spec());
        }
        if (kind > 2 || !profile.commands()) {
            return relate();
        }
        List<RelateEntities> changes = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            changes.add(relate());
        }
        return new RelateEntities.ByCommands(changes);
    }

    private RelateEntities relate() {
        return new RelateEntities(pick(Relating.values()), end(), end(), random.nextInt(3) > 0, random.nextInt(3));
    }

    /** An end of an edge; often that of the last one, so that edges meet and pairs come again. */
    private Target end() {
        if (random.nextInt(3) == 0) {
            lastEnd = target();
        }
        return lastEnd;
    }

    private Op look() {
        return switch (random.nextInt(hasObservers ? 5 : 4)) {
            case 0 -> new UniqueIndex(target(), target());
            case 1 -> new AskNames(target(), number(), hasTrees);
            case 2, 3 -> {
                AskNames named = new AskNames(target(), number(), hasTrees);
                yield hasTrees ? new AskNames.AttachNamed(named, target(), number()) : named;
            }
            default -> new ModelObserved.Observe(spec().where(null)); // observers see no values
        };
    }

    private Op nextBesideTrees(int entities, int depth) {
        if (hasEdges && random.nextInt(6) == 0) {
            return edges();
        }
        if (random.nextInt(20) == 0) {
            return look();
        }
        if (random.nextInt(10) == 0) {
            return ofLists(entities, depth);
        }
        int kind = random.nextInt(100);
        if (kind < 18) {
            return spawn(entities, depth);
        }
        if (kind < 48 || kind >= 54 && kind < 62 && !profile.commands()) {
            return singleEntity();
        }
        if (kind < 54) {
            return move();
        }
        if (kind < 62) {
            return random.nextInt(4) == 0 ? new CommandOps.ApplyCommands() : recordings();
        }
        if (kind < 70) {
            return new Ops.Bulk(spec(), change(entities), value(part()));
        }
        if (kind < 80) {
            KernelKind body = pick(KernelKind.values());
            LoopOps.RunKernel run = new LoopOps.RunKernel(body, spec(), pick(Way.values()), random.nextInt(50));
            return switch (run.number() % 8) {
                case 6 -> new AskIndex(run.number() / 8 + 6 * body.ordinal());
                case 7 -> new FindNeighbours(run.spec());
                default -> run;
            };
        }
        if (kind < 82) {
            return new ModelEntered.Read(spec());
        }
        if (kind < 84) {
            Part part = part();
            return part.cells().isEmpty()
                    ? new Ops.Single(spec())
                    : new Ops.Reduce(spec(), part, random.nextInt(part.cells().size()));
        }
        if (kind < 94) {
            return depth < MAX_DEPTH ? nesting(entities, depth) : singleEntity();
        }
        if (kind < 98) {
            return snapshot(depth);
        }
        if (kind < 99) {
            return new Ops.ResetFrame();
        }
        return depth > 0 || random.nextInt(3) == 0 ? new Ops.Reopen() : singleEntity();
    }

    private Op ofLists(int entities, int depth) {
        ListOps.What what = random.nextInt(3) == 0 ? ListOps.What.ADD : pick(ListOps.What.values());
        ListOps.Change change = new ListOps.Change(pick(ListOps.Which.values()), what, number());
        return switch (random.nextInt(6)) {
            case 0 -> new ListOps.ReadTexts(target(), number());
            case 1, 2 -> new ListOps.ChangeInLoop(spec(), pick(Way.values()), change, inside(entities, depth, 2));
            case 3, 4 ->
                profile.commands() && what != ListOps.What.GET
                        ? new ListOps.RecordChange(target(), change)
                        : new ListOps.ChangeOne(target(), change);
            default -> new ListOps.ChangeOne(target(), change);
        };
    }

    private Op move() {
        int slot = random.nextInt(MoveOps.SLOTS);
        boolean watched = random.nextInt(3) == 0;
        return switch (random.nextInt(12)) {
            case 0, 1 -> new MoveOps.Compact(MoveOps.Compact.WORLD, 0, watched);
            case 2, 3 -> new MoveOps.Compact(MoveOps.Compact.WORLD, 1 + random.nextInt(200), watched);
            case 4 ->
                new MoveOps.Compact(
                        random.nextInt(TemplateSpec.ALL.size()), random.nextInt(2) * random.nextInt(50), watched);
            case 5, 6 -> new MoveOps.Arrange(slot, spec(), pick(MoveOps.Order.values()), random.nextInt(1 << 10));
            case 7, 8, 9 -> new MoveOps.RunArrangement(slot, 0, false, watched);
            case 10 -> new MoveOps.RunArrangement(slot, 1 + random.nextInt(200), random.nextBoolean(), watched);
            default ->
                random.nextBoolean()
                        ? new MoveOps.CloseArrangement(slot)
                        : new MoveOps.RunArrangement(slot, 1 + random.nextInt(3), false, watched);
        };
    }

    private Op snapshot(int depth) {
        boolean applies = random.nextInt(4) > 0;
        return switch (random.nextInt(8)) {
            case 0 -> depth == 0 ? new Ops.SendEvent(number()) : new Ops.Capture(applies);
            case 1 -> depth == 0 ? new Ops.SwapEvents() : new Ops.Capture(applies);
            case 2, 3, 4 -> new Ops.Capture(applies);
            default -> new Ops.Restore(random.nextInt(12), applies);
        };
    }

    /** Commands. Half of the lists have one kind and one part, so that the library can apply them together. */
    private Op recordings() {
        boolean alike = random.nextBoolean();
        CommandOps.What[] kinds = hasTrees ? CommandOps.What.values() : CommandOps.What.WITHOUT_TREES;
        CommandOps.What what = hasTrees && random.nextInt(3) == 0 ? pick(CommandOps.What.OF_TREES) : pick(kinds);
        Part part = part();
        List<CommandOps.Recording> recordings = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            CommandOps.What kind = alike ? what : pick(kinds);
            PartValue value = value(alike ? part : part());
            int cell = random.nextInt(Math.max(1, value.part().cells().size()));
            Target target = target();
            Target other = kind.isOfTrees() ? target() : target;
            int template = random.nextInt(TemplateSpec.ALL.size());
            recordings.add(new CommandOps.Recording(kind, target, other, value, cell, template));
        }
        return new CommandOps.RecordCommands(recordings);
    }

    private Op spawn(int entities, int depth) {
        if (random.nextInt(8) == 0) {
            return new CopyEntity(target(), hasTrees && random.nextBoolean());
        }
        int kind = random.nextInt(10);
        if (kind < 5) {
            List<PartValue> values = new ArrayList<>();
            for (Part part : Part.ALL) {
                if (random.nextInt(3) == 0) {
                    values.add(value(part));
                }
            }
            return new Ops.Spawn(values);
        }
        int template = random.nextInt(TemplateSpec.ALL.size());
        if (kind < 7) {
            return new LoopOps.SpawnOne(template);
        }
        Way way = pick(new Way[] {Way.CURSOR, Way.FOR_EACH, Way.KERNEL});
        return new LoopOps.SpawnMany(template, burst(), way, random.nextInt(50), inside(entities, depth, 2));
    }

    private Op nesting(int entities, int depth) {
        if (random.nextInt(4) == 0) {
            List<Op> inside = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                inside.add(next(entities, depth + 1));
            }
            return random.nextInt(3) == 0
                    ? new LoopOps.Select(spec(), inside)
                    : new LoopOps.Scope(1 + random.nextInt(200), inside);
        }
        int leaveAfter = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : -1;
        QuerySpec spec = spec();
        return new LoopOps.Loop(spec, pick(Way.values()), inside(entities, depth, 4), leaveAfter);
    }

    private List<At> inside(int entities, int depth, int most) {
        List<At> inside = new ArrayList<>();
        if (depth < MAX_DEPTH) {
            for (int i = random.nextInt(most + 1); i > 0; i--) {
                inside.add(new At(random.nextInt(1 + Math.min(entities, 70)), next(entities, depth + 1)));
            }
        }
        return inside;
    }

    private Op singleEntity() {
        Target target = target();
        Part part = part();
        return switch (random.nextInt(20)) {
            case 0, 1 -> new Ops.Destroy(target, random.nextBoolean());
            case 2, 3 -> new Ops.Add(target, part);
            case 4, 5 -> new Ops.AddValue(target, value(part));
            case 6, 7, 8 -> new Ops.Remove(target, part);
            case 9, 10 ->
                part.cells().isEmpty()
                        ? new Ops.Add(target, part)
                        : new Ops.SetCell(
                                target, part, random.nextInt(part.cells().size()), number());
            case 11 ->
                part.cells().isEmpty()
                        ? new Ops.Remove(target, part)
                        : new Ops.GetCell(
                                target, part, random.nextInt(part.cells().size()));
            case 12 -> new Ops.SetValue(target, value(part));
            case 13 -> new Ops.GetValue(target, part, random.nextBoolean());
            case 14 -> new Ops.KeepRow(target);
            case 15, 16, 17 -> useKeptRow(part);
            default -> new Ops.Enable(target, random.nextInt(3) == 0 ? null : part, random.nextBoolean());
        };
    }

    private Op useKeptRow(Part part) {
        int cell = random.nextInt(Math.max(1, part.cells().size()));
        return new Ops.UseKeptRow(random.nextInt(1 << 10), value(part), cell, random.nextBoolean());
    }

    /** A random bulk change. Destroying is less likely while the world is not full. */
    private Ops.Change change(int entities) {
        Ops.Change change = pick(Ops.Change.values());
        boolean full = entities > profile.maxEntities();
        return change == Ops.Change.DESTROY && !full && random.nextInt(4) > 0 ? Ops.Change.REMOVE : change;
    }

    private int burst() {
        if (random.nextBoolean()) {
            return random.nextInt(1 + Math.min(16, profile.maxBurst()));
        }
        int burst = BURSTS[random.nextInt(BURSTS.length)];
        return burst <= profile.maxBurst() ? burst : random.nextInt(1 + profile.maxBurst());
    }

    private Target target() {
        int kind = random.nextInt(20);
        int number = random.nextInt(1 << 16);
        return new Target(
                kind < 13 ? Kind.ALIVE : kind < 16 ? Kind.ISSUED : kind < 19 ? Kind.CURRENT : Kind.FORGED, number);
    }

    /** A query. One in four is the same as the last one, which may be the query of the enclosing loop. */
    private QuerySpec spec() {
        if (random.nextInt(4) > 0) {
            lastSpec = specs.get(random.nextInt(specs.size()));
        }
        return lastSpec;
    }

    private Part part() {
        return pick(Part.values());
    }

    private PartValue value(Part part) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < part.cells().size(); i++) {
            numbers.add(number());
        }
        return new PartValue(part, numbers);
    }

    private int number() {
        return random.nextBoolean() ? random.nextInt(8) : random.nextInt(200);
    }

    private <T> T pick(T[] choice) {
        return choice[random.nextInt(choice.length)];
    }
}
