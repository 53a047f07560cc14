/** Access to the constructors and accessors of components' records. Not exported. */
package basalt.component.codec;
