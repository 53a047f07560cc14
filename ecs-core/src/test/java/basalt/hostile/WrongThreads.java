package basalt.hostile;

import basalt.memory.Elsewhere;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Calls every public method of an object of each type from a thread that it does not belong to. */
final class WrongThreads {
    private final Watchdog watchdog = new Watchdog();
    private final TreeMap<String, String> survivors = new TreeMap<>();
    private int attacks;

    /** In a JVM of its own. */
    public static void main(String... arguments) {
        WrongThreads attack = new WrongThreads();
        List<Class<?>> types = new ArrayList<>();
        try (Scene scene = new Scene()) {
            scene.types().forEach(types::add);
        }
        for (Class<?> type : types) {
            for (Method method : PublicApi.methods(type)) {
                attack.attack(type, method);
            }
        }
        attack.survivors.forEach((what, how) -> System.out.println("SURVIVOR " + what + " -> " + how));
        System.out.println("attacks=" + attack.attacks);
        System.exit(attack.survivors.isEmpty() ? 0 : 1);
    }

    private void attack(Class<?> type, Method method) {
        String name = PublicApi.name(type, method);
        if (Exceptions.isUnchecked(name) || Exceptions.isForAnyThread(type, method)) {
            return;
        }
        watchdog.next(name);
        attacks++;
        for (int variant = 0; variant < Values.VARIANTS; variant++) {
            try (Scene scene = new Scene()) {
                Call call = Values.saneCall(type, method, scene, variant);
                if (variant < Values.VARIANTS - 1 && call.make().thrown() != null) {
                    continue; // of no use to its own thread either: other arguments
                }
            } catch (RuntimeException e) {
                continue; // something was left open: of use
            }
            elsewhere(type, method, name, variant);
            return;
        }
    }

    private void elsewhere(Class<?> type, Method method, String name, int variant) {
        try (Scene scene = new Scene()) {
            Call call = Values.saneCall(type, method, scene, variant);
            Call.Outcome[] outcome = new Call.Outcome[1];
            Elsewhere.run("the-other", () -> outcome[0] = call.make());
            judge(name, outcome[0]);
        } catch (AssertionError | RuntimeException e) {
            survivors.put(name + " has left damage", e + (e.getCause() == null ? "" : ": " + e.getCause()));
        }
    }

    private void judge(String name, Call.Outcome outcome) {
        Throwable thrown = outcome.thrown();
        if (thrown == null) {
            survivors.put(name, "was taken from another thread");
        } else if (!(thrown instanceof IllegalStateException)) {
            survivors.put(name, "throws " + thrown);
        } else if (!thrown.getMessage().contains("thread")) {
            survivors.put(name, "does not say that the thread is wrong: " + thrown.getMessage());
        }
    }
}
