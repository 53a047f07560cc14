package basalt.model;

import java.util.List;

/** The value of a component as data: one small number per column, converted by {@link Cell#value}. */
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
