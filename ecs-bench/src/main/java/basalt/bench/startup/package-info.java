/** The fixed cost of a query, with few or no matches. */
package basalt.bench.startup;
