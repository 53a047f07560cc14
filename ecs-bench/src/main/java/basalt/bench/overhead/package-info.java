/** The overhead of a schedule whose systems have little work. */
package basalt.bench.overhead;
