/** The web server of an inspector: addresses, access, streams, and the page. Not exported. */
package basalt.inspect.web;
