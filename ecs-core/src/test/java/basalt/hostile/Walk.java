package basalt.hostile;

import java.util.Arrays;
import java.util.TreeMap;

/** Attacks of a JVM, one after another, and those that succeeded. Ends the JVM if one does not end. */
final class Walk {
    static final boolean STRICT = Boolean.getBoolean("basalt.strict");
    private static final long NANOS = 20_000_000_000L;
    private static final int EXIT_CODE = 3;

    final TreeMap<String, String> failures = new TreeMap<>();
    int attacks;
    private volatile String attack = "nothing yet";
    private volatile long begin = System.nanoTime();

    /** Starts to watch; the current thread makes the attacks. */
    Walk() {
        Thread attacker = Thread.currentThread();
        Thread thread = new Thread(() -> watch(attacker), "watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts the next attack. */
    void next(String newAttack) {
        attack = newAttack;
        begin = System.nanoTime();
    }

    /** Starts the next attack, and counts it. */
    void count(String newAttack) {
        next(newAttack);
        attacks++;
    }

    /** An attack has succeeded. */
    void fail(String what, String how) {
        failures.put(what, how);
    }

    /** An attack has ended with an exception that tells of damage. */
    void damage(String what, Throwable e) {
        fail(what + " leaves damage", e + (e.getCause() == null ? "" : ": " + e.getCause()));
    }

    /** Ends this JVM; its exit code is 0 if all attacks have failed. */
    void end() {
        failures.forEach((what, how) -> System.out.println("FAILED " + what + " -> " + how));
        System.out.println("attacks=" + attacks);
        System.exit(failures.isEmpty() ? 0 : 1);
    }

    static void require(boolean isSo, String what) {
        if (!isSo) {
            throw new AssertionError("wrong: " + what);
        }
    }

    /** What a call throws; null for nothing. */
    static Throwable thrown(Runnable use) {
        try {
            use.run();
        } catch (Throwable e) {
            return e;
        }
        return null;
    }

    private void watch(Thread attacker) {
        while (true) {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                return;
            }
            if (System.nanoTime() - begin > NANOS) {
                System.out.println("HANGS: " + attack);
                Arrays.stream(attacker.getStackTrace()).limit(30).forEach(at -> System.out.println("    at " + at));
                System.out.flush();
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }
}
