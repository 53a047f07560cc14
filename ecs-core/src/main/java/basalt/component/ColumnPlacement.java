package basalt.component;

/**
 * The place of a component in the layout.
 *
 * @param id the component's id
 * @param paged whether the columns lie in a page of the component
 * @param positions for each field its offset in bytes, or, for a reference, its slot
 * @param pageBytes size of a page; 0 if not paged
 */
record ColumnPlacement(int id, boolean paged, int[] positions, int pageBytes) {}
