/** What leaves a world: snapshots, saves, the frames of feeds, and what an inspector shows. */
package basalt.bench.state;
