package basalt.compiler;

import basalt.compiler.Graph.Source;
import basalt.storage.access.Store;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * What a translation takes for constant, and must be so where it runs.
 *
 * @param source a place that is not final; null if the object is a world's store, to which the thread must have access
 * @param expected the object there
 */
record Guard(Source source, Object expected) {
    static boolean areMet(List<Guard> guards) {
        for (int i = 0; i < guards.size(); i++) {
            if (!guards.get(i).isMet()) {
                return false;
            }
        }
        return true;
    }

    /** SAFETY: the source is a field or element that the translator has found. */
    private boolean isMet() {
        return source == null
                ? ((Store) expected).mayAccess()
                : UnsafeApi.getReference(source.base(), source.offset()) == expected;
    }
}
