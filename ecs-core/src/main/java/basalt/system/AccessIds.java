package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ids of the values that systems read and write, for bit sets: one for each component as a whole, and one for each of
 * its columns.
 */
final class AccessIds {
    private final Map<Object, Integer> ids = new HashMap<>();
    private final List<Object> values = new ArrayList<>();

    /** The ids that a system declares: for a component that of the whole and of all columns, for a column its own. */
    BitSet bits(DeclaredAccess access, AccessKind kind) {
        BitSet bits = new BitSet();
        for (Component<?> component : access.whole(kind)) {
            bits.set(idOf(component));
            component.columns().forEach(column -> bits.set(idOf(column)));
        }
        access.columns(kind).forEach(column -> bits.set(idOf(column)));
        return bits;
    }

    private int idOf(Object value) {
        return ids.computeIfAbsent(value, added -> {
            values.add(added);
            return values.size() - 1;
        });
    }

    /** The names of components and columns, without columns whose components are among them, sorted. */
    List<String> names(BitSet bits) {
        List<String> names = new ArrayList<>();
        for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
            if (values.get(i) instanceof Component<?> component) {
                names.add(component.shortName());
            } else if (values.get(i) instanceof Column column && !bits.get(idOf(column.component()))) {
                names.add(Access.nameOf(column));
            }
        }
        names.sort(null);
        return names;
    }
}
