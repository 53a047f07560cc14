/** What an inspector costs the world that it shows. */
package basalt.bench.inspect;
