/** How the library takes components' records apart and puts them together. Not exported. */
package basalt.component.codec;
