package basalt.hostile;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Calls each public method on closed objects of every type, with owner and world closed. */
final class AfterClose {
    /** These may be called on a closed object. */
    private static final Set<String> HARMLESS = Set.of("close", "cancel", "stop");

    private final Watchdog watchdog = new Watchdog();
    private final TreeMap<String, String> failures = new TreeMap<>();
    private int attacks;

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        AfterClose walk = new AfterClose();
        List<Class<?>> types = new ArrayList<>();
        try (Scene scene = new Scene()) {
            scene.types().forEach(types::add);
        }
        for (Class<?> type : types) {
            for (Method method : PublicApi.methods(type)) {
                walk.attack(type, method);
            }
        }
        walk.failures.forEach((what, how) -> System.out.println("FAILED " + what + " -> " + how));
        System.out.println("attacks=" + walk.attacks);
        System.exit(walk.failures.isEmpty() ? 0 : 1);
    }

    private void attack(Class<?> type, Method method) {
        String name = PublicApi.name(type, method);
        if (Exceptions.isUnchecked(name)
                || Exceptions.isUsableAfterClose(type, method)
                || HARMLESS.contains(method.getName())) {
            return;
        }
        watchdog.next(name);
        attacks++;
        Scene scene = new Scene();
        Call call = Values.saneCall(type, method, scene, 1);
        scene.close();
        long before = scene.counted.allocations();
        Throwable thrown = call.make().thrown();
        if (thrown == null) {
            failures.put(name, "was accepted after close()");
        } else if (!(thrown instanceof RuntimeException) || thrown.getMessage() == null) {
            failures.put(name, "throws " + thrown);
        } else if (thrown instanceof NullPointerException
                || thrown instanceof ClassCastException
                || thrown instanceof ArrayIndexOutOfBoundsException) {
            failures.put(name, "throws " + thrown);
        }
        if (scene.counted.allocations() != before && scene.counted.outstanding() > 0) {
            failures.put(name + " takes memory after close()", String.valueOf(thrown));
        }
    }
}
