/** Changes of trees: entities are attached one by one, get other parents, and are destroyed with what is below them. */
package basalt.bench.hierarchy;
