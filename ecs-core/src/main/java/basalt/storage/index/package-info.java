/** Indexes: which entities have a value in a column. */
package basalt.storage.index;
