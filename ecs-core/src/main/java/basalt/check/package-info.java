/** The strict mode switch, which enables expensive checks. Not exported. */
package basalt.check;
