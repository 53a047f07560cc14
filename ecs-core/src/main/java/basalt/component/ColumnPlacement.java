package basalt.component;

/**
 * The place of a component, or of an event type, in the layout.
 *
 * @param id the component's id
 * @param sparse whether the component is sparse and has native columns
 * @param positions for each field its offset in bytes, or, for a reference, its slot
 */
record ColumnPlacement(int id, boolean sparse, int[] positions) {}
