package basalt.hostile;

import java.util.Arrays;

/** Ends a child JVM if an attack exceeds its time limit, and prints the stack trace of the attack. */
final class Watchdog {
    private static final long NANOS = 20_000_000_000L;
    private static final int EXIT_CODE = 3;

    private volatile String attack = "nothing yet";
    private volatile long begin = System.nanoTime();

    /** Watches the calling thread from now on. */
    Watchdog() {
        Thread attacker = Thread.currentThread();
        Thread thread = new Thread(() -> watch(attacker), "watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    /** The next attack begins. */
    void next(String newAttack) {
        attack = newAttack;
        begin = System.nanoTime();
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
