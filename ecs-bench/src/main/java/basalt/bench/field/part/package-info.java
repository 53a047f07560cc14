/** Components for engines that keep components as objects. */
package basalt.bench.field.part;
