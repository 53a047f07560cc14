package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Walks over all public members. Each runs in a JVM of its own, where a crash ends no other test. */
class WalkTest {
    @Test
    void shouldAnswerWrongArgumentsWithAClearError() {
        assertManyAttacks(Attacks.inAnotherJvm(WrongArguments.class, "256m").output(), 8_000);
    }

    @Test
    void shouldAnswerWrongThreadsWithAClearError() {
        assertManyAttacks(Attacks.inAnotherJvm(WrongThreads.class, "256m").output(), 300);
    }

    @Test
    void shouldAnswerUseAfterCloseWithAClearError() {
        assertManyAttacks(Attacks.inAnotherJvm(AfterClose.class, "256m").output(), 300);
    }

    @Test
    void shouldStandWhateverCallbacksDo() {
        assertManyAttacks(Attacks.inAnotherJvm(Callbacks.class, "256m").output(), 500);
    }

    @Test
    void shouldRefuseStaleSlicesOfEachAllocator() {
        assertManyAttacks(Attacks.inAnotherJvm(StaleSlices.class, "256m").output(), 5_000);
    }

    @Test
    void shouldFindInStrictModeWhatIsUncheckedOutsideOfIt() {
        assertManyAttacks(Attacks.inAnotherJvm(StrictAttacks.class, "256m").output(), 1_500);
    }

    @Test
    void shouldStandRandomCallsWhileMemoryFails() {
        assertManyAttacks(Attacks.inAnotherJvm(RandomCalls.class, "256m").output(), 10_000);
    }

    @Test
    void shouldHoldTenMillionEntitiesBesideASmallHeap() {
        assertManyAttacks(Attacks.inAnotherJvm(SmallHeap.class, "32m").output(), 1);
    }

    @Test
    void shouldKeepASecondThreadOutWhileTheFirstWorks() {
        assertManyAttacks(Attacks.inAnotherJvm(Races.class, "256m").output(), 4);
    }

    @Test
    void shouldStandTheAttacksThatHaveSurvivedOnce() {
        assertManyAttacks(Attacks.inAnotherJvm(KnownAttacks.class, "256m").output(), 10);
    }

    private static void assertManyAttacks(String output, int least) {
        int attacks = output.lines()
                .filter(line -> line.startsWith("attacks="))
                .mapToInt(line -> Integer.parseInt(line.substring("attacks=".length())))
                .findFirst()
                .orElse(0);
        assertTrue(attacks > least, () -> "so few attacks: " + attacks);
    }
}
