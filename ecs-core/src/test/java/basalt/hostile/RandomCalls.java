package basalt.hostile;

import basalt.memory.MemorySource;
import basalt.memory.Soak;
import basalt.memory.frame.FrameMeter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random calls of all public members on the objects of one scene, with valid and invalid arguments and some failed
 * allocations. Each call ends as documented. After each sequence the world is consistent, and all of its memory is
 * freed.
 */
final class RandomCalls {
    private static final int SEQUENCES = Soak.times(80, 200);
    private static final int CALLS = 60;

    /** Methods that wait for other threads. */
    private static final Set<String> WAITING = Set.of("endFrame", "tryEndFrame");

    private final Walk walk = new Walk();
    private final List<Call> history = new ArrayList<>();
    private int taken;

    /** Runs in a separate JVM. The optional argument is the only seed to run. */
    public static void main(String... arguments) {
        RandomCalls random = new RandomCalls();
        List<Target> targets = targets();
        if (arguments.length > 0) {
            random.run(Long.parseLong(arguments[0]), targets);
            random.history.forEach(System.out::println);
        }
        for (long seed = 1; seed <= SEQUENCES && arguments.length == 0; seed++) {
            random.run(seed, targets);
        }
        System.out.println("taken=" + random.taken);
        random.walk.end();
    }

    private record Target(Class<?> type, Executable member) {}

    private static List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        try (Scene scene = new Scene()) {
            for (Class<?> type : PublicApi.types()) {
                if (type.isEnum() || Throwable.class.isAssignableFrom(type)) {
                    continue;
                }
                List<Executable> members = new ArrayList<>(PublicApi.statics(type));
                if (scene.has(type)) {
                    members.addAll(PublicApi.methods(type));
                }
                members.stream()
                        .filter(member -> !Exceptions.isUnchecked(PublicApi.name(type, member)))
                        .filter(member -> !WAITING.contains(member.getName()))
                        .filter(member -> !(member instanceof Constructor && type.isRecord()))
                        .forEach(member -> targets.add(new Target(type, member)));
            }
        }
        return targets;
    }

    private void run(long seed, List<Target> targets) {
        Random random = new Random(seed);
        Scene scene = new Scene();
        history.clear();
        String now = "seed " + seed;
        try {
            for (int i = 0; i < CALLS; i++) {
                Target target = targets.get(random.nextInt(targets.size()));
                if (target.member().getName().equals("close") && random.nextInt(4) != 0) {
                    continue; // not so often
                }
                if (random.nextInt(8) == 0) {
                    scene.failing.failNth(1 + random.nextInt(3));
                }
                Call call = call(target, random, scene);
                if (call == null) {
                    continue;
                }
                now = "seed " + seed + ", call " + i + ": " + call;
                walk.count(now);
                history.add(call);
                Call.Outcome outcome = call.make();
                String fault = outcome.thrown() == null ? null : WrongArguments.fault(call, outcome.thrown(), null);
                if (fault != null) {
                    walk.failures.putIfAbsent(call.name() + " " + fault, now);
                }
                taken += outcome.thrown() == null ? 1 : 0;
                if (outcome.thrown() == null && call.member().getName().equals("handOver")) {
                    scene.world.takeOver();
                }
                end(scene, call, outcome.result());
            }
        } finally {
            scene.failing.failNth(Long.MAX_VALUE / 4);
            now = "seed " + seed;
            walk.next(now + " ends");
            try {
                scene.check();
                scene.closeWhatCanBe();
            } catch (AssertionError | RuntimeException e) {
                walk.damage(now, e);
            }
        }
    }

    /** A call with mostly valid arguments; null if its objects cannot be created any more. */
    private static Call call(Target target, Random random, Scene scene) {
        try {
            boolean isStatic = target.member() instanceof Constructor
                    || Modifier.isStatic(((Method) target.member()).getModifiers());
            Object receiver = isStatic ? null : scene.get(target.type());
            Object[] arguments = Values.saneArguments(target.member(), scene, random.nextInt(Values.VARIANTS));
            for (int i = 0; i < arguments.length; i++) {
                if (random.nextInt(6) == 0) {
                    List<Object> hostile = Values.hostile(target.member().getParameterTypes()[i], scene);
                    arguments[i] = hostile.get(random.nextInt(hostile.size()));
                }
            }
            return new Call(target.type(), target.member(), receiver, arguments);
        } catch (RuntimeException e) {
            return null; // its owner is closed, or its allocation failed
        }
    }

    private static void end(Scene scene, Call call, Object result) {
        String name = call.member().getName();
        if (name.equals("allocateFrom") && result != null) {
            ((MemorySource) call.arguments()[0]).free((Long) result, (Long) call.arguments()[1]);
        } else if (call.receiver() instanceof MemorySource source && name.equals("allocate") && result != null) {
            source.free((Long) result, (Long) call.arguments()[0]);
        } else if (result instanceof AutoCloseable made && !(result instanceof FrameMeter)) {
            scene.adopt(made);
        }
    }
}
