package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for what systems read and write: for each component one for it as a whole, and one for each of its columns.
 */
final class ValueNumbers {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<Object> values = new ArrayList<>();

    /**
     * What a system declares so: of a component the number of the whole and of all columns, of a column its number
     * alone.
     */
    BitSet bits(DeclaredAccess access, AccessKind kind) {
        BitSet bits = new BitSet();
        for (Component<?> component : access.whole(kind)) {
            bits.set(number(component));
            component.columns().forEach(column -> bits.set(number(column)));
        }
        access.columns(kind).forEach(column -> bits.set(number(column)));
        return bits;
    }

    private int number(Object value) {
        return numbers.computeIfAbsent(value, added -> {
            values.add(added);
            return values.size() - 1;
        });
    }

    /** The names of components and columns, without columns whose components are among them, sorted. */
    List<String> names(BitSet bits) {
        List<String> names = new ArrayList<>();
        for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
            if (values.get(i) instanceof Component<?> component) {
                names.add(Access.nameOf(component));
            } else if (values.get(i) instanceof Column column && !bits.get(number(column.component()))) {
                names.add(Access.nameOf(column));
            }
        }
        names.sort(null);
        return names;
    }
}
