/** The inspector: a page in the browser that shows a running world. */
package basalt.inspect;
