package basalt.hostile;

import basalt.memory.Elsewhere;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Calls each public method of each type from a thread that does not own the object. */
final class WrongThreads {
    private final Watchdog watchdog = new Watchdog();
    private final TreeMap<String, String> failures = new TreeMap<>();
    private int attacks;

    /** Runs in a separate JVM. */
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
        attack.failures.forEach((what, how) -> System.out.println("FAILED " + what + " -> " + how));
        System.out.println("attacks=" + attack.attacks);
        System.exit(attack.failures.isEmpty() ? 0 : 1);
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
                    continue; // fails on the owner thread too: try other arguments
                }
            } catch (RuntimeException e) {
                continue; // it opened a resource; the call was valid
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
            check(name, outcome[0]);
        } catch (AssertionError | RuntimeException e) {
            failures.put(name + " leaves damage", e + (e.getCause() == null ? "" : ": " + e.getCause()));
        }
    }

    private void check(String name, Call.Outcome outcome) {
        Throwable thrown = outcome.thrown();
        if (thrown == null) {
            failures.put(name, "was accepted from another thread");
        } else if (!(thrown instanceof IllegalStateException)) {
            failures.put(name, "throws " + thrown);
        } else if (!thrown.getMessage().contains("thread")) {
            failures.put(name, "does not say that the thread is wrong: " + thrown.getMessage());
        }
    }
}
