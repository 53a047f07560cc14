package basalt.bench.report;

import java.util.Arrays;
import java.util.Locale;

/** The file names of the charts. */
final class ChartName {
    static final String SCALING = "scaling";
    static final String OCCUPANCY = "occupancy";
    static final String MEMORY = "memory";

    private static final String IMAGE = ".png";
    private static final String REST_OF_TITLE = "(-[0-9x]+)*(-world-used-before)?";

    private ChartName() {}

    /** The name for a workload's title, without the extension. */
    static String of(String title) {
        return title.toLowerCase(Locale.ROOT)
                .replace(",", "")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("-$", "");
    }

    static String file(String name) {
        return name + IMAGE;
    }

    /** Whether a file name is one of a chart. Other files must not be deleted. */
    static boolean isKnown(String file) {
        if (!file.endsWith(IMAGE)) {
            return false;
        }
        String name = file.substring(0, file.length() - IMAGE.length());
        return name.equals(MEMORY)
                || Arrays.stream(WorkloadName.values())
                        .anyMatch(workload -> name.matches(of(workload.label()) + REST_OF_TITLE));
    }
}
