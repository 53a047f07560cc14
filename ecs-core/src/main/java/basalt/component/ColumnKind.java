package basalt.component;

import basalt.component.layout.BlockLayout;

/** The type of a column's elements, with its size. */
public enum ColumnKind {
    /** A {@code float}, 4 bytes. */
    FLOAT32("float32", Float.BYTES),
    /** A {@code double}, 8 bytes. */
    FLOAT64("float64", Double.BYTES),
    /** A {@code byte}. */
    INT8("int8", Byte.BYTES),
    /** A {@code short}, 2 bytes. */
    INT16("int16", Short.BYTES),
    /** An {@code int}, 4 bytes. */
    INT32("int32", Integer.BYTES),
    /** A {@code long}, 8 bytes. */
    INT64("int64", Long.BYTES),
    /** A {@code boolean}, 1 byte: 0 or 1. */
    BOOLEAN("bool", Byte.BYTES),
    /** An entity handle, 8 bytes. */
    ENTITY("entity", Long.BYTES),
    /** A reference to an object on the heap; takes no bytes of the block. */
    REFERENCE("reference", 0),
    /** A list of any length: 8 bytes of the block, and its elements elsewhere. See {@link ListColumn}. */
    LIST("list", Long.BYTES),
    /** A string: as a list of its bytes. See {@link StringColumn}. */
    STRING("string", Long.BYTES),
    /** A list of strings: as a list of their bytes. See {@link StringListColumn}. */
    STRING_LIST("stringList", Long.BYTES);

    private final String factory;
    private final int sizeBytes;
    private final int shift;

    ColumnKind(String factory, int sizeBytes) {
        this.factory = factory;
        this.sizeBytes = sizeBytes;
        this.shift = sizeBytes == 0 ? 0 : Integer.numberOfTrailingZeros(sizeBytes);
    }

    /** Bytes of an element in its column: 1, 2, 4 or 8; 0 for {@link #REFERENCE}. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /** log2 of {@link #sizeBytes()}: {@code row << shift()} is the distance of a row's element from the first one. */
    public int shift() {
        return shift;
    }

    /** Bytes from the start of a lane to the next, padding included, a multiple of 64; 0 for {@link #REFERENCE}. */
    public int laneStride() {
        return this == REFERENCE ? 0 : BlockLayout.ROWS * sizeBytes + BlockLayout.COLUMN_PADDING;
    }

    /** Name of the method of {@link Component} that returns columns of this kind. */
    String factory() {
        return factory;
    }
}
