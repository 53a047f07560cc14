/** Conversion between components' records and field values. Not exported. */
package basalt.component.codec;
