package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.query.KernelExplanation.Finding;
import org.junit.jupiter.api.Test;

class TrialTimesTest {
    @Test
    void shouldDetectVectorsByTheTimeOfTheScalarLoop() {
        assertEquals(Finding.YES, times(0.03, 0.27, 2.3).vectorised());
        assertEquals(Finding.YES, times(0.03, 0.27, 2.3).inlined());
        assertEquals(Finding.NO, times(0.31, 0.32, 2.6).vectorised());
        assertEquals(Finding.YES, times(0.31, 0.32, 2.6).inlined());
        assertEquals(Finding.UNKNOWN, times(0.2, 0.3, 2.3).vectorised());
    }

    @Test
    void shouldDetectACallByTheSizeOfTheCode() {
        assertEquals(Finding.NO, times(9, 9, 11, 3000, 2500).inlined());
        assertEquals(Finding.NO, times(9, 9, 11, 3000, 2500).vectorised());
        assertEquals(Finding.YES, times(2, 2, 4, 1000, 2500).inlined());
        assertEquals(Finding.UNKNOWN, times(9, 9, 9.1, 1000, 2500).inlined());
        assertEquals(Finding.NO, times(9, 9, 9.1, 0, 0).inlined());
        assertEquals(Finding.UNKNOWN, times(9, 9, 10, 0, 0).inlined());
    }

    @Test
    void shouldReportUnknownIfTheTimesDoNotShowIt() {
        TrialTimes early = new TrialTimes(0.03, 0.27, 2.3, 2, 0.02, 0.2, 0, 0, false);
        assertEquals(Finding.UNKNOWN, early.vectorised());
        assertEquals(Finding.UNKNOWN, early.inlined());

        TrialTimes interpreter = new TrialTimes(30, 30, 30, 20, 20, 20, 0, 0, true);
        assertEquals(Finding.UNKNOWN, interpreter.vectorised());
    }

    private static TrialTimes times(double own, double scalar, double called) {
        return times(own, scalar, called, 0, 0);
    }

    private static TrialTimes times(double own, double scalar, double called, long body, long limit) {
        return new TrialTimes(own, scalar, called, 2, 0.02, 0.2, body, limit, true);
    }
}
