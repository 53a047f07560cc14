/** Operations on all entities of a query. */
package basalt.bench.bulk;
