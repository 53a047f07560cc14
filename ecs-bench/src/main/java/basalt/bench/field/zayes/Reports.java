package basalt.bench.field.zayes;

import com.simsilica.util.ReportSystem;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;

/**
 * Empties a static list in which Zay-ES registers each entity data for reports. Zay-ES never removes them, so a program
 * that creates entity data repeatedly would run out of memory.
 */
final class Reports {
    private static final List<?> REGISTERED = registered();

    private Reports() {}

    static void forget() {
        REGISTERED.clear();
    }

    private static List<?> registered() {
        try {
            Field field = ReportSystem.class.getDeclaredField("reporters");
            field.setAccessible(true);
            return (List<?>) ((Map<?, ?>) field.get(null)).get(ReportSystem.REPORT_CACHE);
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("Zay-ES keeps its reporters elsewhere", changed);
        }
    }
}
