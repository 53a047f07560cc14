/**
 * Points in space: {@link basalt.storage.space.CellTable} holds the points of rows, sorted by the cells of a grid, and
 * a {@link basalt.storage.space.NeighbourPass} goes through them with the neighbours of each. Not exported.
 */
package basalt.storage.space;
