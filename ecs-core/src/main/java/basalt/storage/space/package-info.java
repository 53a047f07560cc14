/**
 * Points in space: {@link basalt.storage.space.CellTable} holds the points of rows, sorted by the cells of a grid, a
 * {@link basalt.storage.space.CellSearch} looks for those near a place, and a {@link
 * basalt.storage.space.NeighbourPass} goes through all of them with the neighbours of each. Not exported.
 */
package basalt.storage.space;
