/** Queries as text: names of components, a parser, and completion. Not exported. */
package basalt.inspect.query;
