package basalt.model;

import java.util.List;

/** A component's value as data: one small number a column, from which {@link Cell#value} makes the column's value. */
record PartValue(Part part, List<Integer> numbers) {
    Object[] values() {
        Object[] values = new Object[numbers.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = part.cells().get(i).value(numbers.get(i));
        }
        return values;
    }

    Record toRecord() {
        return part.toRecord(values());
    }

    @Override
    public String toString() {
        return part + "" + numbers;
    }
}
