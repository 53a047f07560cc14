/** What the clients of a world are sent. */
package basalt.bench.feed;
