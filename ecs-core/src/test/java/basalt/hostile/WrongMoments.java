package basalt.hostile;

import basalt.memory.Elsewhere;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Calls each public method of each type from a thread that does not own the object, or after close(). */
final class WrongMoments {
    private static final Set<String> CLOSING = Set.of("close", "cancel", "stop");

    private final Walk walk = new Walk();

    /** Runs in a separate JVM, with "thread" or "closed". */
    public static void main(String... arguments) {
        WrongMoments moments = new WrongMoments();
        boolean isClosed = arguments[0].equals("closed");
        List<Class<?>> types = new ArrayList<>();
        try (Scene scene = new Scene()) {
            scene.types().forEach(types::add);
        }
        for (Class<?> type : types) {
            List<Method> methods = PublicApi.methods(type).stream()
                    .filter(method -> !Exceptions.isUnchecked(PublicApi.name(type, method)))
                    .toList();
            if (isClosed) {
                moments.afterClose(type, methods);
            } else {
                moments.elsewhere(type, methods);
            }
        }
        moments.walk.end();
    }

    /** The calls share a scene: none may change it. */
    private void afterClose(Class<?> type, List<Method> methods) {
        Scene scene = new Scene();
        Map<String, Call> calls = new LinkedHashMap<>();
        for (Method method : methods) {
            if (!Exceptions.isUsableAfterClose(type, method) && !CLOSING.contains(method.getName())) {
                String name = PublicApi.name(type, method);
                walk.count(name);
                calls.put(name, Values.saneCall(type, method, scene, 1));
            }
        }
        scene.close();
        calls.forEach((name, call) -> afterClose(scene, name, call));
    }

    private void afterClose(Scene scene, String name, Call call) {
        long before = scene.counted.allocations();
        Throwable thrown = call.make().thrown();
        if (thrown == null) {
            walk.fail(name, "was accepted after close()");
        } else if (!(thrown instanceof RuntimeException)
                || thrown.getMessage() == null
                || thrown instanceof NullPointerException
                || thrown instanceof ClassCastException
                || thrown instanceof ArrayIndexOutOfBoundsException) {
            walk.fail(name, "throws " + thrown);
        } else if (thrown instanceof IllegalStateException
                && !thrown.getMessage().matches(".*(close|stale).*")) {
            walk.fail(name, "does not say that it is closed: " + thrown.getMessage());
        }
        if (scene.counted.allocations() != before && scene.counted.outstanding() > 0) {
            walk.fail(name + " takes memory after close()", String.valueOf(thrown));
        }
    }

    /** The calls share a scene: none may change it. */
    private void elsewhere(Class<?> type, List<Method> methods) {
        Map<Method, Integer> variants = new LinkedHashMap<>();
        for (Method method : methods) {
            if (!Exceptions.isForAnyThread(type, method)) {
                walk.count(PublicApi.name(type, method));
                validVariant(type, method).ifPresent(variant -> variants.put(method, variant));
            }
        }
        try (Scene scene = new Scene()) {
            variants.forEach((method, variant) ->
                    elsewhere(PublicApi.name(type, method), Values.saneCall(type, method, scene, variant)));
        } catch (AssertionError | RuntimeException e) {
            walk.damage(type.getName(), e);
        }
    }

    /** The first arguments that are accepted on the owner thread; the last ones if all are refused. */
    private static OptionalInt validVariant(Class<?> type, Method method) {
        for (int variant = 0; variant < Values.VARIANTS; variant++) {
            try (Scene scene = new Scene()) {
                Call call = Values.saneCall(type, method, scene, variant);
                if (variant < Values.VARIANTS - 1 && call.make().thrown() != null) {
                    continue; // fails on the owner thread too: try other arguments
                }
            } catch (RuntimeException e) {
                continue; // it opened a resource; the call was valid
            }
            return OptionalInt.of(variant);
        }
        return OptionalInt.empty();
    }

    private void elsewhere(String name, Call call) {
        Call.Outcome[] outcome = new Call.Outcome[1];
        Elsewhere.run("the-other", () -> outcome[0] = call.make());
        Throwable thrown = outcome[0].thrown();
        if (thrown == null) {
            walk.fail(name, "was accepted from another thread");
        } else if (!(thrown instanceof IllegalStateException)) {
            walk.fail(name, "throws " + thrown);
        } else if (!thrown.getMessage().contains("the-other")) {
            walk.fail(name, "does not say which thread is wrong: " + thrown.getMessage());
        }
    }
}
