package basalt.hostile;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Calls every public method of an object of each type after it, its owner and the world were closed. */
final class AfterClose {
    /** Of a closed object these tell what it was, or do nothing more. */
    private static final Set<String> HARMLESS = Set.of("close", "cancel", "stop");

    private final Watchdog watchdog = new Watchdog();
    private final TreeMap<String, String> survivors = new TreeMap<>();
    private int attacks;

    /** In a JVM of its own. */
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
        walk.survivors.forEach((what, how) -> System.out.println("SURVIVOR " + what + " -> " + how));
        System.out.println("attacks=" + walk.attacks);
        System.exit(walk.survivors.isEmpty() ? 0 : 1);
    }

    private void attack(Class<?> type, Method method) {
        String name = PublicApi.name(type, method);
        if (Exceptions.isUnchecked(name)
                || Exceptions.outlivesClose(type, method)
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
            survivors.put(name, "was taken after close()");
        } else if (!(thrown instanceof RuntimeException) || thrown.getMessage() == null) {
            survivors.put(name, "throws " + thrown);
        } else if (thrown instanceof NullPointerException
                || thrown instanceof ClassCastException
                || thrown instanceof ArrayIndexOutOfBoundsException) {
            survivors.put(name, "throws " + thrown);
        }
        if (scene.counted.allocations() != before && scene.counted.outstanding() > 0) {
            survivors.put(name + " takes memory after close()", String.valueOf(thrown));
        }
    }
}
