/**
 * The kept states of a world's rows: cells of memory that states share, and the steps between states; and the hash of
 * the rows.
 *
 * <p>Internal: not exported. Users have {@code basalt.save.Snapshots}.
 */
package basalt.storage.capture;
