/** What a query costs that matches next to nothing. */
package basalt.bench.startup;
