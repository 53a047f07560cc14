package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SettingDetectorTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    @Test
    void shouldAcceptCommitsOnly() {
        assertEquals(COMMIT, SettingDetector.commit(COMMIT));
        for (String other : Arrays.asList(
                null,
                "",
                "HEAD",
                "warning: no access\n" + COMMIT,
                COMMIT + "\nwarning",
                COMMIT.substring(1),
                "g" + COMMIT.substring(1))) {
            assertNull(SettingDetector.commit(other), other);
        }
    }

    @Test
    void shouldReportWhetherTheCheckoutDiffersFromTheCommit() {
        assertTrue(origin(COMMIT, true).contains("commit 0123456789ab with changes,"), origin(COMMIT, true));
        assertTrue(origin(COMMIT, false).contains("commit 0123456789ab,"), origin(COMMIT, false));
        assertTrue(origin(COMMIT, null).contains("commit 0123456789ab, perhaps with changes,"), origin(COMMIT, null));
        assertTrue(origin(null, null).contains("commit unknown,"), origin(null, null));
    }

    private static String origin(String commit, Boolean changed) {
        return Notes.origin(new Samples().commit(commit, changed).results());
    }
}
