package basalt.component;

import java.util.Objects;

/** A column whose values have any length: a {@link ListColumn}, {@link StringColumn} or {@link StringListColumn}. */
public sealed interface VariableColumn extends Column permits ListColumn, StringColumn, StringListColumn {
    /** The most elements of a list, and the most bytes of a string, or of all strings of a list. */
    int MAX_LENGTH = (1 << 27) - 1;

    /** The type of the elements: {@link ColumnKind#INT16} of a {@code char[]}, {@link ColumnKind#INT8} of strings. */
    ColumnKind elementKind();

    @Override
    default int length() {
        return 1;
    }

    @Override
    default int laneOffset(int lane) {
        return offset() + Objects.checkIndex(lane, 1);
    }
}
