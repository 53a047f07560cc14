/** Code that the example programs share: arguments, error messages, files, running and measuring. */
package basalt.examples.framework.program;
