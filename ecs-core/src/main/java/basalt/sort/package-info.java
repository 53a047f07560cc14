/** Sorts rows by columns, for selections and arrangements. Not exported. */
package basalt.sort;
