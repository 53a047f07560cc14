package basalt.component.layout;

/**
 * The two limits of the process-wide layout, checked.
 *
 * @param bytesPerRow bytes of column data for each row: 512 or 1024
 * @param components component ids, the reserved ones included: 64 to 4096, a multiple of 64
 */
public record LayoutLimits(int bytesPerRow, int components) {
    /** The system property that sets the bytes per row. */
    public static final String BYTES_PER_ROW_PROPERTY = "basalt.layout.bytesPerRow";

    /** The system property that sets the number of component ids. */
    public static final String COMPONENTS_PROPERTY = "basalt.layout.components";

    /** The largest number of bytes per row. */
    public static final int MAX_BYTES_PER_ROW = 1024;

    /** The largest number of component ids. */
    public static final int MAX_COMPONENTS = 4096;

    static final int DEFAULT_BYTES_PER_ROW = 4096;
    static final int DEFAULT_COMPONENTS = 256;

    /**
     * Checks the limits.
     *
     * @param bytesPerRow bytes of column data for each row: 512 or 1024
     * @param components component ids, the reserved ones included: 64 to 4096, a multiple of 64
     * @throws IllegalArgumentException if a limit is out of range
     */
    public LayoutLimits {
        if (bytesPerRow != 512 && bytesPerRow != MAX_BYTES_PER_ROW && bytesPerRow != DEFAULT_BYTES_PER_ROW) {
            throw invalidBytesPerRow(String.valueOf(bytesPerRow), null);
        }
        if (components < Long.SIZE || components > MAX_COMPONENTS || components % Long.SIZE != 0) {
            throw invalidComponents(String.valueOf(components), null);
        }
    }

    static LayoutLimits fromProperties() {
        return parse(System.getProperty(BYTES_PER_ROW_PROPERTY), System.getProperty(COMPONENTS_PROPERTY));
    }

    /** Parses the values of the two properties; null means that a property is not set. */
    static LayoutLimits parse(String bytesPerRow, String components) {
        return new LayoutLimits(parseBytesPerRow(bytesPerRow), parseComponents(components));
    }

    private static int parseBytesPerRow(String value) {
        try {
            return value == null ? DEFAULT_BYTES_PER_ROW : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw invalidBytesPerRow(value, e);
        }
    }

    private static int parseComponents(String value) {
        try {
            return value == null ? DEFAULT_COMPONENTS : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw invalidComponents(value, e);
        }
    }

    private static IllegalArgumentException invalidBytesPerRow(String value, NumberFormatException cause) {
        return new IllegalArgumentException(
                "system property " + BYTES_PER_ROW_PROPERTY + " must be 512 or 1024: " + BYTES_PER_ROW_PROPERTY + "="
                        + value,
                cause);
    }

    private static IllegalArgumentException invalidComponents(String value, NumberFormatException cause) {
        return new IllegalArgumentException(
                "system property " + COMPONENTS_PROPERTY + " must be a multiple of 64 from 64 to 4096: "
                        + COMPONENTS_PROPERTY + "=" + value,
                cause);
    }
}
