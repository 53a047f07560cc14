package basalt.hostile;

import basalt.memory.Elsewhere;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
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
            for (Method method : PublicApi.methods(type)) {
                if (Exceptions.isUnchecked(PublicApi.name(type, method))) {
                    continue;
                }
                if (isClosed) {
                    moments.afterClose(type, method);
                } else {
                    moments.elsewhere(type, method);
                }
            }
        }
        moments.walk.end();
    }

    private void afterClose(Class<?> type, Method method) {
        if (Exceptions.isUsableAfterClose(type, method) || CLOSING.contains(method.getName())) {
            return;
        }
        String name = PublicApi.name(type, method);
        walk.count(name);
        Scene scene = new Scene();
        Call call = Values.saneCall(type, method, scene, 1);
        scene.close();
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

    private void elsewhere(Class<?> type, Method method) {
        if (Exceptions.isForAnyThread(type, method)) {
            return;
        }
        String name = PublicApi.name(type, method);
        walk.count(name);
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
            Throwable thrown = outcome[0].thrown();
            if (thrown == null) {
                walk.fail(name, "was accepted from another thread");
            } else if (!(thrown instanceof IllegalStateException)) {
                walk.fail(name, "throws " + thrown);
            } else if (!thrown.getMessage().contains("the-other")) {
                walk.fail(name, "does not say which thread is wrong: " + thrown.getMessage());
            }
        } catch (AssertionError | RuntimeException e) {
            walk.damage(name, e);
        }
    }
}
