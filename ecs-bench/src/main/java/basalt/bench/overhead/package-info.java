/** What a schedule costs where its systems have little to do. */
package basalt.bench.overhead;
