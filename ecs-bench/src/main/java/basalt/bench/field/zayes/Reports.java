package basalt.bench.field.zayes;

import com.simsilica.util.ReportSystem;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;

/**
 * Zay-ES registers each entity data in a static list, for reports, and never takes it out: a program that makes entity
 * data over and over would run out of memory. This empties the list.
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
