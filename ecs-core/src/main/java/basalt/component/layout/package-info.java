/** The layout of a block's bytes, and its limits. Not exported. */
package basalt.component.layout;
